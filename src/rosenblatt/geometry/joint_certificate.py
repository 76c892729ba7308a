"""Certificates about linear machines: one plane per class, the highest of which decides."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from rosenblatt.geometry._certificate_base import BaseCertificate
from rosenblatt.geometry.certificate import Bracket

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from rosenblatt.geometry.matrix import Label


@dataclass(frozen=True, slots=True)
class LinearMachine(BaseCertificate):
    """A proof that several classes are separable at once: planes of which each row's own is the highest.

    Kesler's construction turns each row x of class c and each rival r into one row of a larger space, with x in the
    place of c, -x in that of r, and 0 elsewhere. A linear machine is a vector with a product above 0 with all of them.

    Parameters
    ----------
    positive, negative : None, as all classes are compared at once.
    fit_intercept : whether planes may have a bias.
    classes : the labels, one per plane.
    weights, biases : the planes, exactly; the largest number is 1 or -1.
    margin : bracket of the widest margin of Kesler's rows; the low end is what these planes attain.
    support, rivals, multipliers : the rows whose combination bounds the margin from above, the rival of each, and its
        multiplier.
    radius : the length of the longest of Kesler's rows.

    Examples
    --------
    >>> import rosenblatt as rb
    >>> proof = rb.certify([[-2], [0], [2]], ["a", "b", "c"], multiclass="joint")
    >>> proof.verdict, proof.classes
    ('separable', ('a', 'b', 'c'))
    >>> proof.classes[(proof.coef @ [0.0] + proof.intercept).argmax()]  # b is in the middle
    'b'
    """

    verdict: ClassVar[str] = "separable"
    question: ClassVar[str] = "joint"
    classes: tuple[Label, ...]
    weights: tuple[tuple[Fraction, ...], ...]
    biases: tuple[Fraction, ...]
    margin: Bracket
    support: tuple[int, ...]
    rivals: tuple[Label, ...]
    multipliers: tuple[Fraction, ...]
    radius: float

    @property
    def coef(self) -> NDArray[np.float64]:
        """The weights, rounded to floats: one row per class."""
        import numpy as np  # noqa: PLC0415  reading a certificate needs no arrays

        return np.array([[float(weight) for weight in plane] for plane in self.weights])

    @property
    def intercept(self) -> NDArray[np.float64]:
        """The biases, rounded to floats."""
        import numpy as np  # noqa: PLC0415

        return np.array([float(bias) for bias in self.biases])

    def __repr__(self) -> str:
        return f"LinearMachine(margin=({self.margin.low!r}, {self.margin.high!r}), radius={self.radius!r})"


@dataclass(frozen=True, slots=True)
class NoLinearMachine(BaseCertificate):
    """A proof that no linear machine separates the classes: Kesler's rows that cancel out.

    Parameters
    ----------
    positive, negative, fit_intercept, classes : as for `LinearMachine`.
    rows, rivals, multipliers : whole numbers above 0 for rows, each with one rival. Row by row, multiplier times x is
        added to the plane of its class and subtracted from that of its rival, and in the end all planes are 0.

    Examples
    --------
    >>> import rosenblatt as rb
    >>> proof = rb.certify([[0], [1], [2], [9]], ["a", "b", "a", "c"], multiclass="joint")
    >>> proof.rows, proof.rivals, proof.multipliers  # b at 1 is in the middle of two rows of a
    ((0, 1, 2), ('b', 'a', 'b'), (1, 2, 1))
    """

    verdict: ClassVar[str] = "inseparable"
    question: ClassVar[str] = "joint"
    classes: tuple[Label, ...]
    rows: tuple[int, ...]
    rivals: tuple[Label, ...]
    multipliers: tuple[int, ...]

    def __repr__(self) -> str:
        return f"NoLinearMachine(rows={self.rows!r}, rivals={self.rivals!r})"


JointCertificate: TypeAlias = "LinearMachine | NoLinearMachine"
