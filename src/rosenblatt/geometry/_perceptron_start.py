"""The perceptron as a scout: often it finds a plane at once, and otherwise it finds the rows that matter."""

from __future__ import annotations

import numpy as np

from rosenblatt import _core
from rosenblatt.geometry._budget import Budget
from rosenblatt.rows import Floats, Indices

_SEED = 1957  # of the order of rows; any fixed number will do


class PerceptronStart:
    """A perceptron's walk over signed rows, which remembers how often it added each.

    The weights are a sum of rows, ``z = sum times_i a_i``, so ``|z| / sum(times)`` bounds the margin from above.
    """

    def __init__(self, rows: _core.Rows) -> None:
        self._rows = rows
        self.z: Floats = np.zeros(rows.n_columns)
        self.times: Indices = np.zeros(rows.n_rows, dtype=np.int64)

    def run(self, epochs: int, entries: int, budget: Budget) -> bool:
        """Walk until an epoch changes nothing (True), or for so many epochs over so many entries (False)."""
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
