"""The signed padded rows a_i = sign_i (x_i, 1), without a copy of X: in floats with an error bound, or exactly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from operator import mul

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from rosenblatt.errors import BadData
from rosenblatt.geometry._exact import as_integers, over_one_denominator, ratio_to_float, sqrt_above, sqrt_below
from rosenblatt.geometry._exact_sums import sums_of_products
from rosenblatt.geometry.matrix import Dense, Label, Matrix
from rosenblatt.labels import Labels

_UNIT = 2.0**-53  # of rounding
_SAFE_EXPONENT = 300  # numbers up to 2**300 can be squared and summed
_FEW = 1000  # most rows to compute exactly where a slightly larger bound would do


def rows_of_classes(
    labels: Labels, positive: Label, negative: Label | None
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return the numbers of the rows of two classes, or of one and the rest (None), and whether each is positive."""
    is_positive = np.asarray(labels == positive)
    is_negative = ~is_positive if negative is None else np.asarray(labels == negative)
    for label, found in ((positive, is_positive), (negative, is_negative)):
        if not found.any():
            raise BadData(f"y has no row of class {'the rest' if label is None else repr(label)}")
    numbers = np.flatnonzero(is_positive | is_negative)
    return numbers, is_positive[numbers]


@dataclass(frozen=True, eq=False)
class SignedRows:
    """The rows of two classes, or of one class and the rest.

    Parameters
    ----------
    X : the rows.
    numbers : the number of each row in the matrix that the user passed.
    signs : -1 or +1 per row.
    positive, negative : the labels of +1 and -1; a `negative` of None stands for all other labels, and a `positive` of
        None for all classes at once.
    fit_intercept : whether rows are padded with a 1.
    """

    X: Matrix
    numbers: NDArray[np.int64]
    signs: Dense
    positive: Label | None
    negative: Label | None
    fit_intercept: bool

    @classmethod
    def of(
        cls, X: Matrix, labels: Labels, positive: Label, negative: Label | None, *, fit_intercept: bool
    ) -> SignedRows:
        """Select the rows of the class `positive` and those of `negative`, or all others (None)."""
        numbers, is_positive = rows_of_classes(labels, positive, negative)
        rows = X if len(numbers) == len(labels) else X[numbers]
        return cls(rows, numbers, np.where(is_positive, 1.0, -1.0), positive, negative, fit_intercept)

    @property
    def n_rows(self) -> int:
        return len(self.signs)

    @property
    def n_columns(self) -> int:
        """Number of columns without the padding."""
        return int(self.X.shape[1])

    # In floats, with a bound on the error

    @cached_property
    def _scaled(self) -> tuple[Matrix, float]:
        """X times a power of two that keeps its squares finite, and that power."""
        values = self.X.data if isinstance(self.X, sp.csr_array) else self.X
        largest = max(float(values.max(initial=0.0)), -float(values.min(initial=0.0)), float(self.fit_intercept))
        exponent = int(np.frexp(largest)[1])
        if abs(exponent) <= _SAFE_EXPONENT:
            return self.X, 1.0
        # 2**1000 lifts even the smallest subnormal number far enough, and is itself a float; 2**1074 is not.
        # Tiny numbers beside large ones may vanish: `activations` allows for that.
        factor = float(np.ldexp(1.0, min(-exponent, 1000)))
        return self.X * factor, factor

    @cached_property
    def _error(self) -> float:
        """Generous bound on the relative error of a sum of as many products as a row has numbers."""
        X = self.X
        products = int(np.diff(X.indptr).max()) if isinstance(X, sp.csr_array) else self.n_columns
        return 4.0 * (products + 8) * _UNIT

    @cached_property
    def _squares(self) -> Dense:
        """Squared lengths of the scaled rows."""
        X, pad = self._scaled
        squares = X.multiply(X).sum(axis=1) if isinstance(X, sp.csr_array) else np.einsum("ij,ij->i", X, X)
        return np.asarray(squares, dtype=np.float64).ravel() + (pad * pad if self.fit_intercept else 0.0)

    def activations(self, weights: Sequence[Fraction], bias: Fraction) -> tuple[Dense, Dense]:
        """Compute <z, a_i> up to one common factor above 0, and for each a bound on its error.

        A sum of n products errs by at most n u sum|z_j a_ij| (1 + O(n u)), in any order, with or without fused
        operations (Higham, Accuracy and Stability of Numerical Algorithms, section 3.1), and by Cauchy and Schwarz
        sum|z_j a_ij| <= |z| |a_i|. Rounding z costs one u more, the lengths themselves up to n; 4 (n + 8) u covers
        all. 2**-500 stands for what underflow may have lost.
        """
        X, pad = self._scaled
        w, b = _rounded_to_length_one(weights, bias)
        values = self.signs * (X @ w + pad * b)
        length = float(np.sqrt(np.sum(w * w) + b * b))
        bounds = self._error * length * (np.sqrt(self._squares) + 2.0**-500)
        return values, bounds

    # Exactly

    def values(self, row: int) -> tuple[Sequence[int], list[float]]:
        """Return the columns and values of the row x."""
        if isinstance(self.X, sp.csr_array):
            part = slice(self.X.indptr[row], self.X.indptr[row + 1])
            return self.X.indices[part].tolist(), self.X.data[part].tolist()
        return range(self.n_columns), self.X[row].tolist()

    def smallest_activation(self, weights: Sequence[Fraction], bias: Fraction) -> tuple[int, Fraction]:
        """Find the row with the smallest <z, a_i>, and that number exactly.

        Only rows that rounding could confuse with the smallest are computed exactly.
        """
        values, bounds = self.activations(weights, bias)
        close = np.flatnonzero(values - bounds <= (values + bounds).min())
        numerators, denominator = over_one_denominator([*weights, bias])
        exact = self._exact_activations(close.tolist(), numerators, denominator)
        smallest = min(range(len(exact)), key=exact.__getitem__)
        return int(close[smallest]), exact[smallest]

    def margin(self, weights: Sequence[Fraction], bias: Fraction) -> tuple[int, float | None]:
        """Find the row nearest to the plane, and min <z, a_i> / |z| rounded down; None if it is not above 0."""
        row, smallest = self.smallest_activation(weights, bias)
        if smallest <= 0:
            return row, None
        numerators, denominator = over_one_denominator([*weights, bias])
        square = Fraction(sum(value * value for value in numerators), denominator**2)
        return row, sqrt_below(smallest**2 / square)

    def _exact_activations(self, rows: list[int], numerators: list[int], denominator: int) -> list[Fraction]:
        bias = numerators[-1]
        result = []
        for row in rows:
            columns, values = self.values(row)
            wholes, shift = as_integers(values)
            weights = numerators if isinstance(columns, range) else [numerators[column] for column in columns]
            total = sum(map(mul, wholes, weights)) + (bias << shift)
            result.append(Fraction(int(self.signs[row]) * total, denominator << shift))
        return result

    def combination(self, rows: Sequence[int], multipliers: Sequence[int]) -> tuple[dict[int, int], int, int]:
        """Compute sum multiplier_i a_i: whole numbers by column and their shift, and the sum of the padding."""
        signed = [int(self.signs[row]) * multiplier for row, multiplier in zip(rows, multipliers, strict=True)]
        padding = sum(signed) if self.fit_intercept else 0
        if not isinstance(self.X, sp.csr_array):
            chosen = self.X[list(rows)]
            long = sums_of_products(signed, chosen)
            if long is not None:
                return dict(enumerate(long[0])), long[1], padding
            wholes, shift = as_integers(chosen.T.ravel())
            size = max(1, len(signed))
            sums = [sum(map(mul, signed, wholes[place : place + size])) for place in range(0, len(wholes), size)]
            return dict(enumerate(sums)), shift, padding
        entries = [self.values(row) for row in rows]
        wholes, shift = as_integers([value for _, values in entries for value in values])
        by_column: dict[int, int] = {}
        place = 0
        for (columns, _), multiplier in zip(entries, signed, strict=True):
            for column in columns:
                by_column[column] = by_column.get(column, 0) + multiplier * wholes[place]
                place += 1
        return by_column, shift, padding

    def common_point(self, rows: Sequence[int], multipliers: Sequence[int]) -> tuple[float, ...]:
        """Compute the point of both classes that multipliers which cancel out prove; see `Inseparable`."""
        part = [(row, multiplier) for row, multiplier in zip(rows, multipliers, strict=True) if self.signs[row] > 0]
        sums, shift, _ = self.combination([row for row, _ in part], [multiplier for _, multiplier in part])
        total = sum(multiplier for _, multiplier in part) if self.fit_intercept else sum(multipliers)
        return tuple(ratio_to_float(sums.get(column, 0), total << shift) for column in range(self.n_columns))

    def square_of_combination(self, rows: Sequence[int], multipliers: Sequence[Fraction]) -> Fraction:
        """Squared length of the combination whose multipliers are scaled to sum to 1."""
        wholes, _ = over_one_denominator(multipliers)
        sums, shift, padding = self.combination(rows, wholes)
        square = sum(value * value for value in sums.values()) + (padding * padding << 2 * shift)
        return Fraction(square, sum(wholes) ** 2 << 2 * shift)

    def square_of_row(self, row: int) -> Fraction:
        return self.square_of_combination([row], [Fraction(1)])

    def longest(self) -> int:
        """Return the longest row, up to rounding."""
        return int(np.argmax(self._squares))

    def radius(self) -> float:
        """Compute R = max |(x, 1)|, rounded up."""
        largest = float(self._squares.max())
        close = np.flatnonzero(self._squares >= largest * (1.0 - self._error))
        if len(close) <= _FEW:
            return sqrt_above(max(self.square_of_row(int(row)) for row in close))
        # Many rows of the same length, as after scaling each to length 1: a slightly larger bound is enough.
        return sqrt_above(self.square_of_row(int(close[0])) * (1 + 2 * Fraction(self._error)))

    def longer_than(self, radius: float) -> int | None:
        """Return the first row that is longer than `radius`, exactly, or None."""
        scaled = Fraction(radius) * Fraction(self._scaled[1])
        limit = ratio_to_float(*(scaled * scaled).as_integer_ratio())
        close = np.flatnonzero(self._squares * (1.0 + self._error) + 2.0**-1000 >= limit)
        square = Fraction(radius) ** 2
        return next((int(row) for row in close if self.square_of_row(int(row)) > square), None)


def _rounded_to_length_one(weights: Sequence[Fraction], bias: Fraction) -> tuple[Dense, float]:
    """Return the weights as floats, all scaled by one power of two so that the largest is about 1."""
    exponents = [value.numerator.bit_length() - value.denominator.bit_length() for value in (*weights, bias) if value]
    exponent = max(exponents, default=0)
    up, down = max(-exponent, 0), max(exponent, 0)
    w, b = ([(value.numerator << up) / (value.denominator << down) for value in part] for part in (weights, (bias,)))
    return np.array(w, dtype=np.float64), b[0]
