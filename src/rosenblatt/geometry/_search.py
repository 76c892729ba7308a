"""The search for a proof about two classes, from the quickest method that may work to the one that always does.

1. Two rows that are equal but for their class.
2. The perceptron: on data with many columns it usually finds a plane at once. Where step 3 would take long, descent in
   the multipliers of the rows then widens the margin.
3. The point of least norm in floats. Its direction is the plane, or its multipliers prove that there is none.
4. The same on rows and columns scaled to one size, if rounding hid the answer from 3.
5. The same over the rationals, from where 4 ended.

Every result in floats is confirmed in exact arithmetic before it counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from rosenblatt.geometry._budget import Budget, OutOfBudget
from rosenblatt.geometry._contradiction import opposite_rows
from rosenblatt.geometry._dual_descent import DualDescent
from rosenblatt.geometry._exact import sqrt_above, without_common_factor
from rosenblatt.geometry._perceptron_start import PerceptronStart
from rosenblatt.geometry._rational import ExactSearch, multipliers_that_cancel
from rosenblatt.geometry._scaling import balanced, signed_and_scaled
from rosenblatt.geometry._signed_rows import SignedRows
from rosenblatt.geometry.certificate import Bracket, Certificate, Inseparable, Separable, Undecided
from rosenblatt.geometry.min_norm_point import MinNormPoint, promising
from rosenblatt.rows import Floats, Indices, view_rows

# With more columns (and rows) than this, the point of least norm may take hours.
WIDE = 2000
# Least and most epochs of the perceptron.
_EPOCHS = (10, 1000)
# Passes of descent, and how many times more work the search for the point must be expected to need. Where that search
# is not an option, as many passes as this leaves room for.
_PASSES, _TIMES_CHEAPER = 1000, 30


class Search:
    """One search for a plane between rows of two classes, or for a proof that there is none.

    Its state is the widest plane so far (weights and bias) with the margin it attains, the rows whose combination
    bounds the margin from above (support and multipliers), and whole multipliers with which the support cancels out.

    Parameters
    ----------
    rows : the signed rows.
    tol : the search ends when the bracket of the margin is no wider than this share of its high end.
    budget : the limits of work and time.
    """

    def __init__(self, rows: SignedRows, tol: float, budget: Budget) -> None:
        self._rows = rows
        self._tol = tol
        self._budget = budget
        self._A = signed_and_scaled(rows)
        self._core_rows = view_rows(self._A)
        # Zeros do not count, so that dense and sparse rows take the same steps.
        self._entries = int(np.count_nonzero(self._A.data if isinstance(self._A, sp.csr_array) else self._A))
        self._plane: list[Fraction] | None = None
        self._low = 0.0
        self._support: list[int] = [0]
        self._multipliers: list[float] = [1.0]
        self._cancelling: list[int] | None = None

    def run(self) -> Certificate:
        """Search until there is a proof, or the budget is spent; what is returned is not verified yet."""
        limit = ""
        try:
            self._search()
        except OutOfBudget as out:
            limit = str(out)
        rows = self._rows
        question = (rows.positive, rows.negative, rows.fit_intercept)
        order = sorted(range(len(self._support)), key=self._support.__getitem__)
        support = [self._support[index] for index in order]
        numbers = tuple(int(rows.numbers[place]) for place in support)
        if self._cancelling is not None:
            wholes = without_common_factor([self._cancelling[index] for index in order])
            return Inseparable(*question, numbers, wholes, rows.common_point(support, wholes))
        multipliers = tuple(Fraction(self._multipliers[index]) for index in order)
        # The length of the combination of the support, rounded up, bounds the margin.
        margin = Bracket(self._low, sqrt_above(rows.square_of_combination(support, multipliers)))
        if self._plane is None:
            return Undecided(*question, limit, margin)
        *weights, bias = self._plane
        return Separable(*question, tuple(weights), bias, margin, numbers, multipliers, rows.radius())

    def _search(self) -> None:
        self._budget.spend(2 * self._entries)
        pair = opposite_rows(self._core_rows)
        if pair is not None and self._cancel(pair):
            return
        first_rows = self._run_perceptron()
        if self._plane is not None and (self._tol >= 1.0 or self._widen() or min(self._A.shape) > WIDE):
            return
        if self._find_point(first_rows):
            return
        places, multipliers = self._find_balanced_point(first_rows)
        if self._plane is None and self._cancelling is None:
            self._find_exactly(places, multipliers)

    def _run_perceptron(self) -> Indices:
        """Offer the perceptron's plane if it has one; return the rows nearest to it, the nearest first."""
        perceptron = PerceptronStart(self._core_rows)
        converged = perceptron.run(self._epochs(), self._entries, self._budget)
        self._bound_by(perceptron.times.astype(np.float64))
        if converged:
            self._offer_point(perceptron.z)
        activations = self._core_rows.activations(None, perceptron.z, 0.0)
        return promising(activations, self._A.shape[1])

    def _epochs(self) -> int:
        """Return the number of epochs that cost about as much as the search for the point is expected to."""
        return int(np.clip(self._work_of_point() // max(1, self._entries), *_EPOCHS))

    def _work_of_point(self) -> int:
        n_rows, n_columns = self._A.shape
        corral = min(n_rows, n_columns)
        return int(8 * corral * (8 * corral * n_columns))

    def _widen(self) -> bool:
        """Widen the plane where that is cheap beside the search for the point; return whether the margin is known."""
        passes = min(_PASSES, self._work_of_point() // (_TIMES_CHEAPER * max(1, self._entries)))
        if passes < _PASSES and min(self._A.shape) <= WIDE:
            return False
        descent = DualDescent(self._core_rows)
        try:
            return descent.run(passes, self._tol, self._entries, self._budget)
        finally:
            if descent.multipliers.any():
                self._bound_by(descent.multipliers)
                self._offer_point(descent.z)

    def _bound_by(self, multipliers: Floats) -> None:
        """Bound the margin from above by the combination of all rows with these multipliers."""
        self._support = np.flatnonzero(multipliers).tolist()
        self._multipliers = multipliers[self._support].tolist()

    def _find_point(self, first_rows: Indices) -> bool:
        search = MinNormPoint(self._A, first_rows, min(self._tol, 0.5), self._entries, self._budget)
        try:
            search.run()
        finally:
            self._support, self._multipliers = search.support, search.multipliers.tolist()
            self._offer_point(search.point)
        return self._plane is not None or self._cancel(search.support)

    def _find_balanced_point(self, first_rows: Indices) -> tuple[list[int], list[float]]:
        A, row_exponents, column_exponents = balanced(self._A)
        search = MinNormPoint(A, first_rows, 0.5, self._entries, self._budget)
        search.run()
        self._offer_point(search.point, column_exponents)
        if self._plane is None:
            self._cancel(search.support)
        multipliers = np.ldexp(search.multipliers, row_exponents[search.support] - row_exponents[search.support].max())
        return search.support, multipliers.tolist()

    def _find_exactly(self, places: Sequence[int], multipliers: Sequence[float]) -> None:
        search = ExactSearch(self._rows, places, multipliers, self._budget)
        plane = search.run()
        if plane is None:
            self._support, self._cancelling = search.places, search.whole_multipliers()
        else:
            self._offer_shortest(plane)

    def _offer_point(self, z: Floats, exponents: NDArray[np.int64] | None = None) -> None:
        """Offer the plane across z, whose columns were scaled by 2**exponents."""
        largest = float(np.abs(z).max(initial=0.0))
        if largest == 0.0:
            return
        # Weights that are floats are preferred; where rounding them again costs too much, fractions are used.
        rounded = [Fraction(value) for value in (z / largest).tolist()]
        if not self._offer(rounded, exponents):
            self._offer([Fraction(value) for value in z.tolist()], exponents)

    def _offer(self, z: list[Fraction], exponents: NDArray[np.int64] | None = None) -> bool:
        """Store the plane if it separates and is wider than the last; return False if it does not separate."""
        if exponents is not None:
            z = [value * Fraction(2) ** exponent for value, exponent in zip(z, exponents.tolist(), strict=True)]
        plane = z if len(z) > self._rows.n_columns else [*z, Fraction(0)]
        largest = max(abs(value) for value in plane)
        if largest != 1:
            plane = [value / largest for value in plane]
        _, low = self._rows.margin(plane[:-1], plane[-1])
        if low is None:
            return False
        if self._plane is None or low > self._low:
            self._plane, self._low = plane, low
        return True

    def _offer_shortest(self, plane: Sequence[Fraction]) -> None:
        """Offer a plane of very long fractions, rounded as far as it still separates."""
        largest = max(abs(value) for value in plane)
        bits = 53
        while not self._offer([Fraction(round(value / largest * 2**bits), 2**bits) for value in plane]):
            bits *= 2

    def _cancel(self, places: Sequence[int]) -> bool:
        multipliers = multipliers_that_cancel(self._rows, places, self._budget)
        if multipliers is None:
            return False
        used = [index for index, multiplier in enumerate(multipliers) if multiplier]
        self._support = [places[index] for index in used]
        self._cancelling = [multipliers[index] for index in used]
        return True
