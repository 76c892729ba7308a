"""Descent in the multipliers of the rows: a narrow bracket of the margin where Wolfe's method would take long."""

from __future__ import annotations

import numpy as np

from rosenblatt import _core
from rosenblatt.geometry._budget import Budget
from rosenblatt.geometry._corral import norm
from rosenblatt.rows import Floats

_SEED = 2008  # of the order of rows; any fixed number will do
# Passes from one look at the bracket to the next.
_BETWEEN = 10


class DualDescent:
    """The search of ``core/geometry/dual_descent.hpp``, whose state can be read when a limit stops it.

    Attributes
    ----------
    z : the normal of the plane so far.
    multipliers : one number per row with ``z = sum multiplier_i a_i``, so that ``|z| / sum(multipliers)`` bounds the
        margin from above.
    """

    def __init__(self, rows: _core.Rows) -> None:
        self._rows = rows
        self.z: Floats = np.zeros(rows.n_columns)
        self.multipliers: Floats = np.zeros(rows.n_rows)

    def run(self, passes: int, tol: float, entries: int, budget: Budget) -> bool:
        """Search until the bracket of the margin is no wider than a share of its high end; return whether it is.

        Parameters
        ----------
        passes : the most passes over all rows.
        tol : the share.
        entries : number of nonzeros, which is the cost of a look at all rows.
        budget : the limits of work and time.
        """
        random = _core.Random(_SEED)
        order = np.arange(self._rows.n_rows)
        for number in range(1, passes + 1):
            budget.spend(2 * entries)
            random.shuffle(order)
            if not _core.descend(self._rows, order, self.multipliers, self.z):
                self.z[:] = self.multipliers[:] = 0.0  # rows too short for floats to hold their multipliers
                return False
            if number % _BETWEEN == 0 and self._is_narrow(tol, entries, budget):
                return True
        return False

    def _is_narrow(self, tol: float, entries: int, budget: Budget) -> bool:
        budget.spend(entries)
        length = norm(self.z)
        low = float(self._rows.activations(None, self.z, 0.0).min()) / length
        high = length / float(self.multipliers.sum())
        return high - low <= tol * high
