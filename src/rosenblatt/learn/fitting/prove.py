"""Whether the rows can be separated at all, asked when mistakes no longer become fewer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias, cast

from numpy.typing import NDArray

from rosenblatt.errors import BadData
from rosenblatt.geometry.certificate import Certificate, Inseparable, Separable
from rosenblatt.rows import Indices, RowsView

# Searches for a proof, for as much work as the given number of visits to rows; None if numbers like these have none.
Prover: TypeAlias = "Callable[[int], Certificate | None]"

# A proof may cost as much as the fit has so far, or this much if that is more: about a tenth of a second.
LEAST_WORK = 10**8


def make_prover(view: RowsView, labels: NDArray[Any], learned: Indices, *, fit_intercept: bool) -> Prover:
    """Make the prover for the rows that are learned from; the proof names them by their numbers in X.

    Leaving rows out is sound: if some rows cannot be separated, then no more rows can.
    """
    X = view.matrix

    def prove(n_visits: int) -> Certificate | None:
        from rosenblatt.geometry.certify import certify  # noqa: PLC0415  exact numbers take a while to load

        work_so_far = n_visits * view.rows.entries // view.rows.n_rows  # in multiply-adds
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
