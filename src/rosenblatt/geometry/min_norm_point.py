"""The point of least norm in the convex hull of rows: Wolfe's method on a working set.

Let x be that point. If x is not 0, then <x, a_i> >= |x|^2 for every row: x is the widest plane and |x| the margin.
If x is 0, its multipliers prove that no plane exists.

Wolfe's method maintains a corral of affinely independent rows, x being the point of least norm both of their hull
and of the flat through them. A step adds the row that is most on the wrong side, the one with the smallest
<x, a_i>, and drops rows until that holds again. Each step shortens x.

Most steps look only at a working set. When x is right for that, one pass over all rows finds the most violated
ones, which join it; when there are none, x is right for all.

P. Wolfe, "Finding the nearest point in a polytope", Mathematical Programming 11 (1976).
"""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp

from rosenblatt.geometry._budget import Budget, OutOfBudget
from rosenblatt.geometry._corral import Corral, dot
from rosenblatt.geometry.matrix import Matrix
from rosenblatt.rows import Floats, Indices, view_rows

# Most rows per column that join the working set at once.
_NEW_ROWS_PER_COLUMN = 8
# Most numbers that the corral may hold, as a limit of memory.
_SIZE_LIMIT = 50_000_000


def promising(activations: Floats, n_columns: int) -> Indices:
    """Return the rows with the smallest activations in increasing order, as many as may join the working set at once.

    Ties must not depend on the machine, as they do with `argpartition`.
    """
    count = min(_NEW_ROWS_PER_COLUMN * n_columns, len(activations))
    rows = np.flatnonzero(activations <= np.partition(activations, count - 1)[count - 1])
    return rows[np.argsort(activations[rows], kind="stable")][:count]


class MinNormPoint:
    """Wolfe's method as an object whose state can be read when a limit stops it.

    Parameters
    ----------
    A : the signed padded rows, the longest of them of length about 1.
    first_rows : the initial working set, the most promising row first.
    tol : relative excess of the length of the result over the shortest.
    entries : number of nonzeros of A, which is the cost of a pass over it.
    budget : the limits of work and time.

    Attributes
    ----------
    point : the point of least norm so far.
    support, multipliers : rows and multipliers with ``point = sum multiplier_i a_i``.
    smallest : the smallest <point, a_i> in the last pass over all rows.
    """

    def __init__(self, A: Matrix, first_rows: Indices, tol: float, entries: int, budget: Budget) -> None:
        self._A = A
        self._rows = view_rows(A)
        self._working = np.unique(first_rows)
        self._tol = tol
        self._entries = entries
        self._budget = budget
        self._corral = Corral(self._rows.n_columns)
        self._corral.add(int(first_rows[0]), self._values(int(first_rows[0])))
        self.support = list(self._corral.rows)
        self.multipliers: Floats = np.ones(1)
        self.point: Floats = self._corral.point()
        self.smallest = -np.inf

    def run(self) -> None:
        """Search until the point is right to within `tol`, or 0, or rounding prevents further progress."""
        while not self._is_zero():
            moved = self._search(self._working)
            if self._is_zero():
                break
            activations = self._activations(None)
            self.smallest = float(activations.min())
            square = dot(self.point, self.point)
            newcomers = self._most_violated(activations, square)
            if self.smallest >= (1.0 - self._tol) * square or not (moved or len(newcomers)):
                break
            self._working = np.union1d(self._working, newcomers)

    def _search(self, working: Indices) -> bool:
        """Take at most one step per column towards the point that is right for the working set; False if none.

        Measured: returning to all rows this soon saved a quarter of the steps on four Gaussian sets of 20,000 x 50.
        """
        moved = False
        for _ in range(self._rows.n_columns):
            activations = self._activations(working)
            place = int(np.argmin(activations))
            square = dot(self.point, self.point)
            # Four times as strict as for all rows, so that the working set is never what delays the result.
            if self._is_zero() or activations[place] >= (1.0 - self._tol / 4) * square:
                return moved
            if not self._add_row(int(working[place])) or dot(self.point, self.point) >= square:
                return moved
            moved = True
        return moved

    def _add_row(self, row: int) -> bool:
        """Take one step of Wolfe's method; return False if the row depends on the corral."""
        corral = self._corral
        if len(corral) * self._rows.n_columns > _SIZE_LIMIT:
            raise OutOfBudget(f"the size limit of the search in floats: {len(corral)} rows in the corral")
        work = corral.work_of_a_change
        if not corral.add(row, self._values(row)):
            return False
        old = np.append(self.multipliers, 0.0)
        while True:
            new = corral.multipliers()
            outside = np.flatnonzero(new <= 0.0)
            if len(outside) == 0:
                break
            # Move towards the new point up to where the first multiplier becomes 0, and drop its row. One that is and
            # stays 0 is dropped at once: rounding chose a row that does not help.
            falls = old[outside] - new[outside]
            shares = np.divide(old[outside], falls, out=np.zeros(len(outside)), where=falls > 0.0)
            first = int(np.argmin(shares))
            old = np.delete(old + shares[first] * (new - old), outside[first])
            corral.drop(int(outside[first]))
            work += corral.work_of_a_change
        self.support, self.multipliers, self.point = list(corral.rows), new, corral.point()
        self._budget.spend(work)
        return True

    def _most_violated(self, activations: Floats, square: float) -> Indices:
        candidates = promising(activations, self._rows.n_columns)
        violated = candidates[activations[candidates] < square]
        return np.setdiff1d(violated, self._working)

    def _is_zero(self) -> bool:
        return not self.point.any()

    def _activations(self, which: Indices | None) -> Floats:
        n_rows = self._rows.n_rows if which is None else len(which)
        self._budget.spend(1 + self._entries * n_rows // self._rows.n_rows)
        return self._rows.activations(which, self.point, 0.0)

    def _values(self, row: int) -> Floats:
        values: Floats = self._A[[row]].toarray()[0] if isinstance(self._A, sp.csr_array) else self._A[row]
        return values
