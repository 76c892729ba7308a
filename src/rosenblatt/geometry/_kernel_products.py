"""Exact products of units in the space of a kernel, as whole numbers over one power of two."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from operator import mul

import numpy as np
import scipy.sparse as sp

from rosenblatt.errors import BadData
from rosenblatt.geometry._exact import as_integers, sqrt_above, sqrt_below
from rosenblatt.geometry._units import Units
from rosenblatt.geometry.certificate import Bracket
from rosenblatt.geometry.kernel_function import KernelFunction
from rosenblatt.geometry.matrix import Matrix

_MOST_BITS = 20_000


class KernelProducts:
    """Products of units: those of their vectors times the kernel of their rows, plus 1 for a bias.

    Every float is a whole number over a power of two, and so are u.v, gamma u.v + coef0 and its power. `one` is the
    common denominator.
    """

    def __init__(self, X: Matrix, units: Units, kernel: KernelFunction, *, fit_intercept: bool) -> None:
        self.units = units
        self._degree = kernel.degree
        numbers, inverse = np.unique(units.rows, return_inverse=True)
        rows = X[numbers]
        dense = rows.toarray() if isinstance(rows, sp.csr_array) else rows
        wholes, shift = as_integers(dense.ravel())
        (gamma, coef0), shift_of_options = as_integers([kernel.gamma, kernel.coef0])
        bits = kernel.degree * (2 * max(shift, max(map(abs, wholes), default=0).bit_length()) + shift_of_options + 53)
        if bits > _MOST_BITS:
            raise BadData(
                f"X holds numbers of so different size that exact values of this kernel have {bits:,} bits, which is "
                f"above {_MOST_BITS:,}; scale or round X"
            )
        width = dense.shape[1]
        self._rows = [wholes[place * width : (place + 1) * width] for place in range(len(numbers))]
        self._place = inverse.ravel()
        self._gamma, self._coef0 = gamma, coef0 << 2 * shift
        self.one = 1 << kernel.degree * (2 * shift + shift_of_options)
        self._bias = self.one if fit_intercept else 0
        self._columns: dict[int, list[int]] = {}

    def with_all(self, unit: int) -> list[int]:
        """Return the products of one unit with all."""
        column = self._column(int(self._place[unit]))
        factors = (self.units.vectors @ self.units.vectors[unit]).tolist()
        return [factor * column[place] for factor, place in zip(factors, self._place.tolist(), strict=True)]

    def square(self, unit: int) -> int:
        """Return the product of a unit with itself."""
        vector, row = self.units.vectors[unit], self._rows[self._place[unit]]
        return int(vector @ vector) * self._value(sum(map(mul, row, row)))

    def activations(self, units: Sequence[int], multipliers: Sequence[int]) -> list[int]:
        """Return the products of a combination of units with all."""
        total = [0] * len(self.units)
        for unit, multiplier in zip(units, multipliers, strict=True):
            total = [sum_ + multiplier * value for sum_, value in zip(total, self.with_all(unit), strict=True)]
        return total

    def bracket(self, units: Sequence[int], multipliers: Sequence[int]) -> tuple[int, Bracket | None]:
        """Find the unit nearest to the plane that a combination is, and the bracket of the margin, or None.

        The plane attains its smallest product over its length; no margin is wider than the length of a combination
        whose multipliers sum to 1.
        """
        activations = self.activations(units, multipliers)
        nearest = min(range(len(activations)), key=activations.__getitem__)
        square = self._square_of(units, multipliers, activations)
        if activations[nearest] <= 0:
            return nearest, None
        low = sqrt_below(Fraction(activations[nearest] ** 2, square * self.one))
        return nearest, Bracket(low, sqrt_above(Fraction(square, sum(multipliers) ** 2 * self.one)))

    def square_of(self, units: Sequence[int], multipliers: Sequence[int]) -> int:
        """Return the squared length of a combination."""
        return self._square_of(units, multipliers, self.activations(units, multipliers))

    @staticmethod
    def _square_of(units: Sequence[int], multipliers: Sequence[int], activations: Sequence[int]) -> int:
        return sum(multiplier * activations[unit] for unit, multiplier in zip(units, multipliers, strict=True))

    def radius(self) -> float:
        """Compute the length of the longest unit, rounded up."""
        return sqrt_above(Fraction(max(map(self.square, range(len(self.units)))), self.one))

    def _column(self, place: int) -> list[int]:
        if place not in self._columns:
            own = self._rows[place]
            self._columns[place] = [self._value(sum(map(mul, own, row))) for row in self._rows]
        return self._columns[place]

    def _value(self, product: int) -> int:
        value: int = (self._gamma * product + self._coef0) ** self._degree + self._bias
        return value
