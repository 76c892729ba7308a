"""The search for the point of least norm over the rationals, for rows that floats cannot decide.

Wolfe's method is finite without rounding: each step strictly shortens the point, so no corral occurs twice.
Columns are scaled by powers of two first. That changes the point but neither answer: multipliers that cancel out
still do, and a plane of the scaled rows is also one of the rows themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import scipy.sparse as sp
from flint import fmpq, fmpq_mat, fmpz, fmpz_mat, nmod_mat

from rosenblatt.geometry._budget import Budget, OutOfBudget
from rosenblatt.geometry._exact import as_integers, odd_parts, shifted, without_common_factor
from rosenblatt.geometry._lifting import solve
from rosenblatt.geometry._signed_rows import SignedRows

# Most rows times bits of a system to solve exactly: 1,000 rows of usual floats, or 50 rows from 1e-300 to 1e300.
SIZE_LIMIT = 100_000
_PRIME = (1 << 61) - 1
# Unknowns from which our own lifting is quicker than FLINT.
_MANY = 32


def multipliers_that_cancel(rows: SignedRows, places: Sequence[int], budget: Budget) -> list[int] | None:
    """Find whole numbers of at least 0 with ``sum multiplier_i a_i = 0``, if these rows have just one combination."""
    table = _Scaling(rows).table(places)
    matrix = fmpz_mat(table)
    # Columns that are independent modulo a prime are independent, and quick to find.
    reduced, rank = nmod_mat(matrix, _PRIME).rref()
    if rank != len(places) - 1:
        return None
    if rank == 0:
        return [1] if matrix == fmpz_mat(1, matrix.ncols()) else None
    spend_on_system(budget, table)
    pivots = [_first_entry(reduced, row) for row in range(rank)]
    solution = _solve([[row[column] for row in table[:-1]] for column in pivots], [-table[-1][c] for c in pivots])
    if solution is None or min(solution) < 0:
        return None
    if matrix.ncols() > rank and fmpz_mat(1, len(places), solution) * matrix != fmpz_mat(1, matrix.ncols()):
        return None
    return list(without_common_factor([int(value) for value in solution]))


def _solve(system: list[list[int]], right_side: list[int]) -> list[fmpz] | None:
    """Return the numerators of the solution and, last, their denominator above 0; None if the system is singular."""
    lifted = solve(system, right_side) if len(system) >= _MANY else None
    if lifted is not None:
        return [*lifted[0], lifted[1]]
    try:
        values = fmpz_mat(system).solve(fmpz_mat([[value] for value in right_side])).entries()
    except ZeroDivisionError:
        return None
    numerators, denominator = fmpq_mat(len(values), 1, values).numer_denom()
    return [*numerators.entries(), denominator]


class ExactSearch:
    """Wolfe's method over the rationals, from rows that floats already found.

    Parameters
    ----------
    rows : the signed rows.
    places, multipliers : the start: some rows and the multiplier of each.
    budget : the limits of work and time.
    """

    def __init__(self, rows: SignedRows, places: Sequence[int], multipliers: Sequence[float], budget: Budget) -> None:
        self._rows = rows
        self._scaling = _Scaling(rows)
        self._budget = budget
        self.places = list(places)
        whole, _ = as_integers(multipliers)
        self.multipliers = [fmpq(value, sum(whole)) for value in whole]

    def run(self) -> list[Fraction] | None:
        """Return a plane (weights and bias) with all rows on one side, or None if the multipliers cancel out."""
        while True:
            matrix = self._settle()
            point = (fmpq_mat(1, len(self.places), self.multipliers) * fmpq_mat(matrix)).entries()
            if not any(point):
                return None
            *weights, bias = self._scaling.plane(point)
            self._budget.spend(self._rows.n_rows * (self._rows.n_columns + 1))
            row, smallest = self._rows.smallest_activation(weights, bias)
            if smallest > 0:
                return [*weights, bias]
            self.places.append(row)
            self.multipliers.append(fmpq(0))

    def whole_multipliers(self) -> list[int]:
        """Return the multipliers as whole numbers in the same proportions."""
        return whole_numbers(self.multipliers)

    def _settle(self) -> fmpz_mat:
        """Move to the point of least norm in the hull of a subset of the rows; drop the others."""
        while True:
            matrix = fmpz_mat(self._scaling.table(self.places))
            target = self._nearest_in_flat(matrix)
            if target is not None and min(target) > 0:
                self.multipliers = target
                return matrix
            direction = (
                _affine_dependence(matrix)
                if target is None
                else [new - old for new, old in zip(target, self.multipliers, strict=True)]
            )
            self._move_to_the_edge(direction)

    def _nearest_in_flat(self, matrix: fmpz_mat) -> list[fmpq] | None:
        """Compute the multipliers of the flat's point of least norm; None if the rows are affinely dependent."""
        size = matrix.nrows()
        lift = fmpz(1) << (2 * self._scaling.shift)
        gram = matrix * matrix.transpose() + fmpz_mat([[lift] * size] * size)
        spend_on_system(self._budget, [[int(value) for value in row] for row in gram.table()])
        try:
            solution = gram.solve(fmpz_mat([[1]] * size)).entries()
        except ZeroDivisionError:
            return None
        total = sum(solution, fmpq(0))
        return [value / total for value in solution]

    def _move_to_the_edge(self, direction: list[fmpq]) -> None:
        """Move along the direction until a multiplier becomes 0, and drop its row."""
        falling = [place for place, slope in enumerate(direction) if slope < 0]
        length = min(self.multipliers[place] / -direction[place] for place in falling)
        moved = [old + length * slope for old, slope in zip(self.multipliers, direction, strict=True)]
        self.places = [place for place, value in zip(self.places, moved, strict=True) if value > 0]
        self.multipliers = [value for value in moved if value > 0]


class _Scaling:
    """Rows whose columns are divided by the power of two next to their largest number."""

    def __init__(self, rows: SignedRows) -> None:
        self._rows = rows
        X = rows.X
        largest = abs(X).max(axis=0).toarray().ravel() if isinstance(X, sp.csr_array) else np.abs(X).max(axis=0)
        self._exponents = np.frexp(largest)[1].astype(np.int64)
        self.shift = 0

    def table(self, places: Sequence[int]) -> list[list[int]]:
        """Return the padded rows as whole numbers over ``2**shift``."""
        rows = self._rows
        X = rows.X[list(places)]
        dense = (X.toarray() if isinstance(X, sp.csr_array) else X) * rows.signs[list(places), None]
        wholes, exponents = odd_parts(dense.ravel())
        divisors = np.tile(self._exponents, len(places))
        needed = np.where(wholes == 0, 0, np.maximum(-exponents, 0) + divisors)
        self.shift = int(needed.max(initial=0))
        # Zeros may be shifted by any amount, the others by none below 0.
        values = shifted(wholes, np.maximum(exponents - divisors + self.shift, 0))
        width, one = rows.n_columns, int(rows.fit_intercept) << self.shift
        signs = rows.signs[list(places)].astype(int).tolist()
        return [[*values[index * width : (index + 1) * width], sign * one] for index, sign in enumerate(signs)]

    def plane(self, point: Sequence[fmpq]) -> list[Fraction]:
        """Convert a point among the scaled rows to weights and bias for the rows themselves."""
        exponents = (*self._exponents.tolist(), 0)
        return [
            Fraction(int(value.p), int(value.q)) / Fraction(2) ** exponent
            for value, exponent in zip(point, exponents, strict=True)
        ]


def _affine_dependence(matrix: fmpz_mat) -> list[fmpq]:
    """Find multipliers with sum 0 whose combination of the rows is 0."""
    lifted = fmpz_mat([[*row, 1] for row in matrix.table()])
    kernel, _ = lifted.transpose().nullspace()
    return [fmpq(kernel[row, 0]) for row in range(matrix.nrows())]


def _first_entry(matrix: nmod_mat, row: int) -> int:
    return next(column for column in range(matrix.ncols()) if matrix[row, column])


def whole_numbers(values: Sequence[fmpq]) -> list[int]:
    """Return the smallest whole numbers in the same proportions."""
    numerators, _ = fmpq_mat(1, len(values), list(values)).numer_denom()
    return list(without_common_factor([int(value) for value in numerators.entries()]))


def spend_on_system(budget: Budget, table: list[list[int]]) -> None:
    """Raise if a system is too large; else spend its steps times their length in words."""
    size, bits = len(table), max(max(abs(max(row)), abs(min(row))).bit_length() for row in table)
    if size * bits > SIZE_LIMIT:
        raise OutOfBudget(f"exact arithmetic's size limit: {size} rows of {bits} bits")
    words = 1 + size * bits // 64
    budget.spend(size**2 * words * (1 + bits // 64))
