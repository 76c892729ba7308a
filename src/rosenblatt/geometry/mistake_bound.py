"""Novikoff's bound on the updates of a perceptron."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import cast

from numpy.typing import ArrayLike

from rosenblatt.errors import BadData
from rosenblatt.geometry._exact import ratio_to_float
from rosenblatt.geometry._signed_rows import SignedRows
from rosenblatt.geometry.certificate import Bracket, Certificate, Separable, Undecided
from rosenblatt.geometry.certify import certify
from rosenblatt.geometry.joint_certificate import LinearMachine
from rosenblatt.geometry.kernel_certificate import KernelSeparable
from rosenblatt.geometry.matrix import as_matrix
from rosenblatt.labels import check_labels, sorted_classes
from rosenblatt.rows import RowsLike


@dataclass(frozen=True, slots=True)
class MistakeBound:
    """Novikoff's bound, with the radius and the margin it follows from.

    Parameters
    ----------
    radius : R = max |(x, 1)|.
    margin : bracket of gamma, the widest margin; 0 for rows that cannot be separated.
    updates : (R / low end of gamma)^2, rounded up: no perceptron that starts from zero makes more updates. Infinite
        unless the rows are proven separable.

    Examples
    --------
    >>> import rosenblatt as rb
    >>> bound = rb.mistake_bound([[0], [3]], ["no", "yes"])
    >>> round(bound.updates, 3), bound.most_updates
    (14.444, 14)
    """

    radius: float
    margin: Bracket
    updates: float

    @classmethod
    def of(cls, proof: Separable | LinearMachine | KernelSeparable) -> MistakeBound:
        """Return the bound that follows from a proof; it holds for learners that ask the same question."""
        return cls(proof.radius, proof.margin, _square_above(proof.radius, proof.margin.low))

    @property
    def most_updates(self) -> int | None:
        """The bound as a count: its whole part, as updates are counted in whole numbers; None where it is infinite."""
        return None if math.isinf(self.updates) else math.floor(self.updates)


def mistake_bound(
    X: RowsLike,
    y: ArrayLike,
    *,
    fit_intercept: bool = True,
    tol: float = 1e-6,
    time_limit: float | None = None,
    work_limit: float | None = None,
) -> MistakeBound:
    """Bound the updates of the perceptron on two classes: (R / gamma)^2.

    Each update adds at least gamma to the projection of the weights on the widest plane's unit normal z*, and at most
    R^2 to their squared length: after t updates, ``t gamma <= <z*, z> <= |z| <= sqrt(t) R``.

    Parameters
    ----------
    X, y : rows of two classes.
    fit_intercept, tol, time_limit, work_limit : as for ``certify``.

    Examples
    --------
    >>> import rosenblatt as rb
    >>> bound = rb.mistake_bound([[0], [1]], ["no", "yes"])
    >>> bound.radius, round(bound.margin.low, 6), round(bound.updates, 3)
    (1.4142135623730951, 0.447214, 10.0)
    >>> rb.mistake_bound([[0], [0]], ["no", "yes"]).updates
    inf

    Novikoff, "On convergence proofs on perceptrons" (1962).
    """
    matrix = as_matrix(X)
    labels = check_labels("mistake_bound", y, matrix.shape[0])
    classes = sorted_classes("mistake_bound", labels).tolist()
    if len(classes) > 2:
        raise BadData(f"mistake_bound: y must hold two classes, got {len(classes)}; set one against the rest")
    proof = certify(matrix, labels, fit_intercept, tol=tol, time_limit=time_limit, work_limit=work_limit)
    return bound_from(cast(Certificate, proof), matrix, labels)


def bound_from(proof: Certificate, X: RowsLike, y: ArrayLike) -> MistakeBound:
    """Return the bound that follows from what ``certify`` returned for these rows; without a plane it is infinite."""
    if isinstance(proof, Separable):
        return MistakeBound.of(proof)
    matrix = as_matrix(X)
    labels = check_labels("mistake_bound", y, matrix.shape[0])
    assert proof.positive is not None, "the bound is about two classes"
    rows = SignedRows.of(matrix, labels, proof.positive, proof.negative, fit_intercept=proof.fit_intercept)
    margin = proof.margin if isinstance(proof, Undecided) else Bracket(0.0, 0.0)
    return MistakeBound(rows.radius(), margin, math.inf)


def _square_above(radius: float, margin: float) -> float:
    """Compute (radius / margin)^2, rounded up."""
    if margin == 0.0:
        return math.inf
    exact = (Fraction(radius) / Fraction(margin)) ** 2
    nearest = ratio_to_float(*exact.as_integer_ratio())
    return nearest if math.isinf(nearest) or Fraction(nearest) >= exact else math.nextafter(nearest, math.inf)
