"""The search for a proof about two classes: from the quickest way that may work to the one that always does.

1. Two rows that are the same but for their class.
2. The perceptron: on data with many columns it usually finds a plane at once.
3. The point of least norm in floats. Its direction is the plane, or its multipliers the proof of the opposite.
4. The same on rows and columns scaled to one size, if 3 drowned in rounding.
5. The same over the rationals, from where 4 ended.

Whatever floats propose is computed exactly before it counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from rosenblatt.geometry._budget import Budget
from rosenblatt.geometry._contradiction import opposite_rows
from rosenblatt.geometry._exact import sqrt_above
from rosenblatt.geometry._perceptron_start import PerceptronStart
from rosenblatt.geometry._rational import ExactSearch, multipliers_that_cancel
from rosenblatt.geometry._scaling import balanced, signed_and_scaled
from rosenblatt.geometry._signed_rows import SignedRows
from rosenblatt.geometry.min_norm_point import MinNormPoint, promising
from rosenblatt.rows import Floats, Indices, view_rows

# With more columns (and rows) than this, a plane of the perceptron is answer enough: the widest may take hours.
WIDE = 2000
# Epochs of the perceptron, at least and at most.
_EPOCHS = (10, 1000)


class Search:
    """What is known so far about rows of two classes.

    Parameters
    ----------
    rows : the signed rows.
    tol : a bracket of the margin no wider than this share of its high end is tight enough.
    budget : what may be spent.

    Attributes
    ----------
    plane, low : weights and bias of the widest plane so far, and the margin it attains; None where there is none.
    support, multipliers : rows whose combination bounds the margin from above.
    cancelling : whole multipliers of the support with which it cancels out; None where not found.
    """

    def __init__(self, rows: SignedRows, tol: float, budget: Budget) -> None:
        self._rows = rows
        self._tol = tol
        self._budget = budget
        self._A = signed_and_scaled(rows)
        self._core_rows = view_rows(self._A)
        # Zeros do not count, so that dense and sparse rows take the same steps.
        self._entries = int(np.count_nonzero(self._A.data if isinstance(self._A, sp.csr_array) else self._A))
        self.plane: list[Fraction] | None = None
        self.low = 0.0
        self.support: list[int] = [0]
        self.multipliers: list[float] = [1.0]
        self.cancelling: list[int] | None = None

    @property
    def high(self) -> float:
        """Length of the combination of the support, rounded up: no margin is wider."""
        return sqrt_above(self._rows.square_of_combination(self.support, [Fraction(m) for m in self.multipliers]))

    def run(self) -> None:
        """Go on until there is a plane as wide as asked for, or multipliers that cancel out."""
        self._budget.spend(2 * self._entries)
        pair = opposite_rows(self._core_rows)
        if pair is not None and self._cancel(pair):
            return
        first_rows = self._ask_the_perceptron()
        if self.plane is not None and (self._tol >= 1.0 or min(self._A.shape) > WIDE):
            return
        if self._find_point(first_rows):
            return
        places, multipliers = self._find_balanced_point(first_rows)
        if self.plane is None and self.cancelling is None:
            self._find_exactly(places, multipliers)

    def _ask_the_perceptron(self) -> Indices:
        """Take its plane if it has one; return the rows nearest to it, the nearest first."""
        perceptron = PerceptronStart(self._core_rows)
        converged = perceptron.run(self._epochs(), self._entries, self._budget)
        added = np.flatnonzero(perceptron.times)
        self.support, self.multipliers = added.tolist(), perceptron.times[added].astype(np.float64).tolist()
        if converged:
            self._offer_point(perceptron.z)
        activations = self._core_rows.activations(None, perceptron.z, 0.0)
        return promising(activations, self._A.shape[1])

    def _epochs(self) -> int:
        """As many as cost about what the search for the point is expected to."""
        n_rows, n_columns = self._A.shape
        corral = min(n_rows, n_columns)
        expected = 8 * corral * (8 * corral * n_columns)
        return int(np.clip(expected // max(1, self._entries), *_EPOCHS))

    def _find_point(self, first_rows: Indices) -> bool:
        search = MinNormPoint(self._A, first_rows, min(self._tol, 0.5), self._entries, self._budget)
        try:
            search.run()
        finally:
            self.support, self.multipliers = search.support, search.multipliers.tolist()
            self._offer_point(search.point)
        return self.plane is not None or self._cancel(search.support)

    def _find_balanced_point(self, first_rows: Indices) -> tuple[list[int], list[float]]:
        A, row_exponents, column_exponents = balanced(self._A)
        search = MinNormPoint(A, first_rows, 0.5, self._entries, self._budget)
        search.run()
        self._offer_point(search.point, column_exponents)
        if self.plane is None:
            self._cancel(search.support)
        multipliers = np.ldexp(search.multipliers, row_exponents[search.support] - row_exponents[search.support].max())
        return search.support, multipliers.tolist()

    def _find_exactly(self, places: Sequence[int], multipliers: Sequence[float]) -> None:
        search = ExactSearch(self._rows, places, multipliers, self._budget)
        plane = search.run()
        if plane is None:
            self.support, self.cancelling = search.places, search.whole_multipliers()
        else:
            self._offer_shortest(plane)

    def _offer_point(self, z: Floats, exponents: NDArray[np.int64] | None = None) -> None:
        """Offer the plane across z, whose columns were scaled by 2**exponents."""
        largest = float(np.abs(z).max(initial=0.0))
        if largest == 0.0:
            return
        # Weights that are floats are preferred; where rounding them anew costs too much, fractions will do.
        rounded = [Fraction(value) for value in (z / largest).tolist()]
        if not self._offer(rounded, exponents):
            self._offer([Fraction(value) for value in z.tolist()], exponents)

    def _offer(self, z: list[Fraction], exponents: NDArray[np.int64] | None = None) -> bool:
        """Keep the plane if it separates and is wider than the one before; False if it does not separate."""
        if exponents is not None:
            z = [value * Fraction(2) ** exponent for value, exponent in zip(z, exponents.tolist(), strict=True)]
        plane = z if len(z) > self._rows.n_columns else [*z, Fraction(0)]
        largest = max(abs(value) for value in plane)
        if largest != 1:
            plane = [value / largest for value in plane]
        _, low = self._rows.margin(plane[:-1], plane[-1])
        if low is None:
            return False
        if self.plane is None or low > self.low:
            self.plane, self.low = plane, low
        return True

    def _offer_shortest(self, plane: Sequence[Fraction]) -> None:
        """Round a plane of very long fractions as far as it still separates."""
        largest = max(abs(value) for value in plane)
        bits = 53
        while not self._offer([Fraction(round(value / largest * 2**bits), 2**bits) for value in plane]):
            bits *= 2

    def _cancel(self, places: Sequence[int]) -> bool:
        multipliers = multipliers_that_cancel(self._rows, places, self._budget)
        if multipliers is None:
            return False
        used = [index for index, multiplier in enumerate(multipliers) if multiplier]
        self.support = [places[index] for index in used]
        self.cancelling = [multipliers[index] for index in used]
        return True
