"""Certificates about planes: proofs as plain data that `certify` returns and `verify` checks.

Rows are numbered from 0 as in X. Fractions and whole numbers are exact.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, NamedTuple, TypeAlias

from rosenblatt.geometry._certificate_base import BaseCertificate

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from rosenblatt.geometry.hyperplane import Hyperplane


class Bracket(NamedTuple):
    """An interval that contains the true number.

    Examples
    --------
    >>> import rosenblatt as rb
    >>> rb.Bracket(0.25, 0.5).high
    0.5
    """

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Separable(BaseCertificate):
    """A proof of separability: a plane with every row on its own side, and a bracket of the widest margin.

    Parameters
    ----------
    positive, negative : the label of each side; a `negative` of None stands for all other labels.
    fit_intercept : whether the plane may have a bias; it is then the weight of a column that is always 1.
    weights, bias : the plane, exactly; ``sign * (weights . x + bias) > 0`` for every row. The largest is 1 or -1.
    margin : bracket of the widest margin, gamma = max over |z| = 1 of min <z, a_i>, where a_i = sign_i (x_i, 1).
        The low end is what this plane attains; the high end is the length of a combination of rows.
    support, multipliers : the rows of that combination, and the multiplier of each.
    radius : R = max |(x, 1)|.

    Examples
    --------
    >>> import rosenblatt as rb
    >>> proof = rb.certify([[0], [2]], ["low", "high"])
    >>> proof.positive, proof.negative, proof.support
    ('low', 'high', (0, 1))
    >>> round(float(-proof.bias / proof.weights[0]), 6)  # where the plane is
    1.0
    """

    verdict: ClassVar[str] = "separable"
    weights: tuple[Fraction, ...]
    bias: Fraction
    margin: Bracket
    support: tuple[int, ...]
    multipliers: tuple[Fraction, ...]
    radius: float

    @property
    def coef(self) -> NDArray[np.float64]:
        """The weights, rounded to floats."""
        import numpy as np  # noqa: PLC0415  reading a certificate needs no arrays

        return np.array([float(weight) for weight in self.weights])

    @property
    def intercept(self) -> float:
        """The bias, rounded to a float."""
        return float(self.bias)

    def hyperplane(self) -> Hyperplane:
        """Return the plane with a unit normal."""
        from rosenblatt.geometry.hyperplane import Hyperplane  # noqa: PLC0415

        return Hyperplane.through(self.coef, self.intercept)

    def __repr__(self) -> str:
        return f"Separable(margin=({self.margin.low!r}, {self.margin.high!r}), radius={self.radius!r})"


@dataclass(frozen=True, slots=True)
class Inseparable(BaseCertificate):
    """A proof of inseparability: rows that cancel out, so that the convex hulls of both classes share a point.

    Parameters
    ----------
    positive, negative, fit_intercept : as for `Separable`.
    rows, multipliers : whole numbers above 0 for at most d + 2 rows, with ``sum multiplier_i a_i = 0`` exactly. Were
        there a z with <z, a_i> > 0 for all of these rows, then 0 = <z, sum multiplier_i a_i> > 0.
    point : where the two classes meet, each coordinate rounded to the nearest float: the mean of the positive rows,
        weighted by their multipliers, which is also that of the negative rows. Without a bias the classes need only
        share a direction, and the point is the weighted sum of the positive rows over the sum of all multipliers.

    Examples
    --------
    >>> import rosenblatt as rb
    >>> proof = rb.certify([[0], [3], [1]], ["out", "out", "in"])
    >>> proof.rows, proof.multipliers, proof.point  # 1 is two thirds of 0 and a third of 3
    ((0, 1, 2), (2, 1, 3), (1.0,))
    """

    verdict: ClassVar[str] = "inseparable"
    rows: tuple[int, ...]
    multipliers: tuple[int, ...]
    point: tuple[float, ...]

    def __repr__(self) -> str:
        return f"Inseparable(rows={self.rows!r})"


@dataclass(frozen=True, slots=True)
class Undecided(BaseCertificate):
    """The result where a limit was reached before a proof was found.

    Parameters
    ----------
    positive, negative, fit_intercept : as for `Separable`; a `positive` of None stands for all classes at once.
    reason : the limit that was reached.
    margin : bracket of the margin reached so far, 0 standing for rows that cannot be separated.

    Examples
    --------
    >>> import rosenblatt as rb
    >>> rb.certify([[0], [3], [1]], ["out", "out", "in"], work_limit=10).reason
    'the work limit of 10 multiply-adds'
    """

    verdict: ClassVar[str] = "undecided"
    reason: str
    margin: Bracket


Certificate: TypeAlias = "Separable | Inseparable | Undecided"
