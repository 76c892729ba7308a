"""Certificates about planes in the space of a kernel."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from rosenblatt.geometry._certificate_base import BaseCertificate
from rosenblatt.geometry.certificate import Bracket
from rosenblatt.geometry.kernel_function import KernelFunction

if TYPE_CHECKING:
    from rosenblatt.geometry.matrix import Label


@dataclass(frozen=True, slots=True)
class KernelSeparable(BaseCertificate):
    """A proof of separability in the space of a kernel: a combination of rows that is such a plane.

    In that space a row x is f(x), with k(u, v) = f(u).f(v). The plane is ``sum multiplier_i a_i`` over the support,
    where a_i = sign_i f(x_i), so that its product with any row needs only the kernel, which is computed exactly.

    The kernel ``"rbf"`` has no exact values, but needs none: its matrix for distinct rows has full rank (Micchelli
    1986), so that rows can be separated unless two equal ones have different labels. Then `support` is empty, and
    nothing but 0 < margin <= radius is stated about the margin.

    Parameters
    ----------
    positive, negative : as for `Separable`; a `positive` of None stands for all classes at once, as `LinearMachine`.
    fit_intercept : whether 1 is added to the kernel, which allows a bias.
    kernel : the kernel.
    margin : bracket of the widest margin in the space of the kernel.
    support, rivals, multipliers : the rows of the combination, with the rival of each if `positive` is None.
    radius : R, the length of the longest row: the root of the largest k(x, x).

    Examples
    --------
    >>> import rosenblatt as rb
    >>> X, y = [[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0]
    >>> proof = rb.certify(X, y, kernel="poly", degree=2, coef0=1.0)
    >>> proof.verdict, proof.support, rb.verify(proof, X, y)
    ('separable', (0, 1, 2, 3), True)
    """

    verdict: ClassVar[str] = "separable"
    question: ClassVar[str] = "kernel"
    kernel: KernelFunction
    margin: Bracket
    support: tuple[int, ...]
    rivals: tuple[Label, ...]
    multipliers: tuple[Fraction, ...]
    radius: float

    def __repr__(self) -> str:
        return f"KernelSeparable(margin=({self.margin.low!r}, {self.margin.high!r}), radius={self.radius!r})"


@dataclass(frozen=True, slots=True)
class KernelInseparable(BaseCertificate):
    """A proof of inseparability in the space of a kernel: rows that cancel out there.

    Parameters
    ----------
    positive, negative, fit_intercept, kernel : as for `KernelSeparable`.
    rows, rivals, multipliers : whole numbers above 0 with ``|sum multiplier_i a_i|^2 = 0``, which is a sum of
        products of rows, and so of values of the kernel.

    Examples
    --------
    >>> import rosenblatt as rb
    >>> proof = rb.certify([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0], kernel="linear")
    >>> proof.rows, proof.multipliers
    ((0, 1, 2, 3), (1, 1, 1, 1))
    """

    verdict: ClassVar[str] = "inseparable"
    question: ClassVar[str] = "kernel"
    kernel: KernelFunction
    rows: tuple[int, ...]
    rivals: tuple[Label, ...]
    multipliers: tuple[int, ...]

    def __repr__(self) -> str:
        return f"KernelInseparable(rows={self.rows!r})"


KernelCertificate: TypeAlias = "KernelSeparable | KernelInseparable"
