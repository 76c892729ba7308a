"""The perceptron as the first method of the search: it often finds a plane, and else the rows near the boundary."""

from __future__ import annotations

import numpy as np

from rosenblatt import _core
from rosenblatt.geometry._budget import Budget
from rosenblatt.rows import Floats, Indices

_SEED = 1957  # of the order of rows; any fixed number will do


class PerceptronStart:
    """A perceptron on signed rows that counts how often it added each row.

    The weights are a sum of rows, ``z = sum times_i a_i``, so ``|z| / sum(times)`` bounds the margin from above.
    """

    def __init__(self, rows: _core.Rows) -> None:
        self._rows = rows
        self.z: Floats = np.zeros(rows.n_columns)
        self.times: Indices = np.zeros(rows.n_rows, dtype=np.int64)

    def run(self, epochs: int, entries: int, budget: Budget) -> bool:
        """Run until an epoch has no update (True), or for the given number of epochs over these entries (False)."""
        learning = _core.Learning(
            _core.PerceptronStep(1.0, 0.0), on_mistake=False, zero_is_positive=False, fit_intercept=False
        )
        random = _core.Random(_SEED)
        order = np.arange(self._rows.n_rows)
        signs = np.ones(self._rows.n_rows, dtype=np.int8)
        activations = np.empty(self._rows.n_rows)
        state = _core.State(self.z, np.zeros(1), None, None, 0)
        for _ in range(epochs):
            random.shuffle(order)
            tally = learning.walk(self._rows, signs, None, order, state, 2**62, activations)
            self.times[order] += activations <= 0
            budget.spend(2 * entries)
            if tally.updates == 0:
                return True
        return False
