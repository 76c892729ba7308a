"""The search for a proof in the space of a kernel: Wolfe's method, which needs nothing but products of rows.

1. In floats: rows whose products are the kernel's, by an incomplete Cholesky factor, and their point of least norm.
2. Over the rationals, from where 1 ended. Without rounding, Wolfe's method is finite: it always decides.

The point is a combination of rows, and so is the plane that the certificate holds.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import scipy.sparse as sp
from flint import fmpq, fmpz, fmpz_mat

from rosenblatt.geometry._budget import Budget, OutOfBudget
from rosenblatt.geometry._exact import as_integers, without_common_factor
from rosenblatt.geometry._kernel_products import KernelProducts
from rosenblatt.geometry._rational import spend_on_system, whole_numbers
from rosenblatt.geometry._units import Units
from rosenblatt.geometry.certificate import Bracket, Undecided
from rosenblatt.geometry.kernel_certificate import KernelCertificate, KernelInseparable, KernelSeparable
from rosenblatt.geometry.kernel_function import KernelFunction
from rosenblatt.geometry.matrix import Dense, Label, Matrix
from rosenblatt.geometry.min_norm_point import MinNormPoint, promising

# What is left of a row after as many pivots is rounding.
_RELATIVE_ROUNDING = 1e-13


class KernelSearch:
    """One search for a plane, or a machine of planes, in the space of a kernel with exact values.

    Parameters
    ----------
    X : the rows.
    units : the rows as the question turns them.
    kernel, fit_intercept : the kernel, and whether 1 is added to it.
    tol : the bracket of the margin should be no wider than this share of it.
    budget : the limits of work and time.
    """

    def __init__(
        self, X: Matrix, units: Units, kernel: KernelFunction, *, fit_intercept: bool, tol: float, budget: Budget
    ) -> None:
        self._X = X
        self._units = units
        self._kernel = kernel
        self._fit_intercept = fit_intercept
        self._tol = tol
        self._budget = budget
        self._products = KernelProducts(X, units, kernel, fit_intercept=fit_intercept)
        self._support: list[int] = [0]
        self._multipliers: list[fmpq] = [fmpq(1)]

    def run(self, positive: Label | None, negative: Label | None) -> KernelCertificate | Undecided:
        """Search until there is a proof or the budget is spent; what is returned is not verified yet."""
        question = (positive, negative, self._fit_intercept)
        try:
            self._find_in_floats()
            bracket = self._bracket() or self._find_exactly()
        except OutOfBudget as out:
            return Undecided(*question, str(out), Bracket(0.0, self._products.radius()))
        order = sorted(range(len(self._support)), key=self._support.__getitem__)
        rows, rivals = self._units.named([self._support[place] for place in order])
        ordered = [self._multipliers[place] for place in order]
        if bracket is None:
            wholes = without_common_factor(whole_numbers(ordered))
            return KernelInseparable(*question, self._kernel, rows, rivals, wholes)
        multipliers = tuple(Fraction(int(value.p), int(value.q)) for value in ordered)
        radius = self._products.radius()
        return KernelSeparable(*question, self._kernel, bracket, rows, rivals, multipliers, radius)

    # In floats

    def _find_in_floats(self) -> None:
        A = self._rows_in_floats()
        if A is None:
            return
        first = promising(A @ A.sum(axis=0), A.shape[1])
        search = MinNormPoint(A, first, min(self._tol, 0.5), A.size, self._budget)
        try:
            search.run()
        finally:
            wholes, _ = as_integers(search.multipliers)
            self._support, self._multipliers = search.support, [fmpq(value, sum(wholes)) for value in wholes]

    def _rows_in_floats(self) -> Dense | None:
        """Return units as rows with about the kernel's products, the longest of length 1; None if floats overflow."""
        numbers, places = np.unique(self._units.rows, return_inverse=True)
        rows = self._X[numbers]
        X: Dense = rows.toarray() if isinstance(rows, sp.csr_array) else rows
        with np.errstate(over="ignore", invalid="ignore"):
            products = (self._kernel.gamma * (X @ X.T) + self._kernel.coef0) ** self._kernel.degree
            products += self._fit_intercept
        self._budget.spend(X.shape[0] * X.size)
        if not np.isfinite(products).all() or not products.any():
            return None
        factor = self._cholesky(products / products.max())
        vectors = self._units.vectors
        A = (vectors[:, :, None] * factor[places.ravel()][:, None, :]).reshape(len(vectors), -1)
        return np.ascontiguousarray(A / np.sqrt((A * A).sum(axis=1).max()))

    def _cholesky(self, products: Dense) -> Dense:
        """Return rows with these products, up to rounding: Cholesky's factor with pivots, as far as it matters."""
        left = np.diagonal(products).copy()
        columns: list[Dense] = []
        while len(columns) < len(left) and left.max() > _RELATIVE_ROUNDING:
            pivot = int(np.argmax(left))
            known = sum((column * column[pivot] for column in columns), np.zeros(len(left)))
            column = (products[pivot] - known) / np.sqrt(left[pivot])
            columns.append(column)
            left = np.maximum(left - column * column, 0.0)
            left[pivot] = 0.0
            self._budget.spend(len(left) * len(columns))
        return np.column_stack(columns)

    # Over the rationals

    def _bracket(self) -> Bracket | None:
        self._budget.spend(len(self._support) * len(self._units))
        return self._products.bracket(self._support, whole_numbers(self._multipliers))[1]

    def _find_exactly(self) -> Bracket | None:
        """Return the bracket of a plane, or None if the multipliers cancel out."""
        while True:
            self._settle()
            wholes = whole_numbers(self._multipliers)
            if self._products.square_of(self._support, wholes) == 0:
                return None
            self._budget.spend(len(self._support) * len(self._units))
            nearest, bracket = self._products.bracket(self._support, wholes)
            if bracket is not None:
                return bracket
            self._support.append(nearest)
            self._multipliers.append(fmpq(0))

    def _settle(self) -> None:
        """Move to the point of least norm in the hull of a subset of the units; drop the others."""
        while True:
            products = self._among()
            target = self._nearest_in_flat(products)
            if target is not None and min(target) > 0:
                self._multipliers = target
                return
            if target is None:
                direction = _affine_dependence(products)
            else:
                direction = [new - old for new, old in zip(target, self._multipliers, strict=True)]
            falling = [place for place, slope in enumerate(direction) if slope < 0]
            length = min(self._multipliers[place] / -direction[place] for place in falling)
            moved = [old + length * slope for old, slope in zip(self._multipliers, direction, strict=True)]
            self._support = [unit for unit, value in zip(self._support, moved, strict=True) if value > 0]
            self._multipliers = [value for value in moved if value > 0]

    def _among(self) -> list[list[int]]:
        """Return the products of the support."""
        table = []
        for unit in self._support:
            values = self._products.with_all(unit)
            table.append([values[other] for other in self._support])
        return table

    def _nearest_in_flat(self, products: list[list[int]]) -> list[fmpq] | None:
        """Compute the multipliers of the flat's point of least norm; None if the units are affinely dependent."""
        size, one = len(products), fmpz(self._products.one)
        spend_on_system(self._budget, products)
        try:
            solution = (fmpz_mat(products) + fmpz_mat([[one] * size] * size)).solve(fmpz_mat([[1]] * size)).entries()
        except ZeroDivisionError:
            return None
        total = sum(solution, fmpq(0))
        return [value / total for value in solution]


def _affine_dependence(products: list[list[int]]) -> list[fmpq]:
    """Find multipliers with sum 0 whose combination is 0: all its products are 0 then, and so is its length."""
    kernel, _ = fmpz_mat([*products, [1] * len(products)]).nullspace()
    return [fmpq(kernel[row, 0]) for row in range(len(products))]
