"""Ask, when mistakes no longer become fewer, whether the rows can be separated at all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias, cast

from numpy.typing import NDArray

from rosenblatt.errors import BadData
from rosenblatt.geometry.certificate import Certificate, Inseparable, Separable
from rosenblatt.rows import Indices, Matrix

# Asks for a proof with so much work (multiply-adds); None if there is no answer for numbers like these.
Prover: TypeAlias = "Callable[[int], Certificate | None]"

# A proof may cost as much as the fit has so far, or this much if that is more: about a tenth of a second.
LEAST_WORK = 10**8


def make_prover(X: Matrix, labels: NDArray[Any], learned: Indices, *, fit_intercept: bool) -> Prover:
    """Ask about the rows that are learned from; the proof speaks of them by their numbers in X.

    Leaving rows out is sound: if some rows cannot be separated, then no more rows can.
    """

    def prove(work_so_far: int) -> Certificate | None:
        from rosenblatt.geometry.certify import certify  # noqa: PLC0415  exact numbers take a while to load

        is_all = len(learned) == X.shape[0]
        rows, their_labels = (X, labels) if is_all else (X[learned], labels[learned])
        try:
            answer = certify(rows, their_labels, fit_intercept, tol=1.0, work_limit=max(work_so_far, LEAST_WORK))
        except BadData:  # numbers so large that the length of a row is no float
            return None
        return _in_terms_of(learned, cast(Certificate, answer))

    return prove


def _in_terms_of(learned: Indices, certificate: Certificate) -> Certificate:
    if isinstance(certificate, Inseparable):
        return replace(certificate, rows=tuple(learned[list(certificate.rows)].tolist()))
    if isinstance(certificate, Separable):
        return replace(certificate, support=tuple(learned[list(certificate.support)].tolist()))
    return certificate
