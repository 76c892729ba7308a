"""The models of a kernel learner: stored rows with their coefficients, or all models that it passed through."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from rosenblatt.learn.kernel.kernels import QUIET, Kernel, Stored
from rosenblatt.learn.weights.votes import BLOCK, LEAST_ROWS, Updates, shares
from rosenblatt.rows import Floats, Indices, RowsView


class Expanded(NamedTuple):
    """One model: the sum of coefficient * k(stored row, .) for each class, or for the second of two."""

    kernel: Kernel
    stored: Stored
    coefficients: Floats  # one row per stored row

    @QUIET
    def activations(self, X: RowsView, which: Indices | None = None) -> Floats:
        rows = np.arange(X.rows.n_rows) if which is None else which
        result = np.zeros((len(rows), self.coefficients.shape[1]))
        if len(self.coefficients):
            for part in _blocks(len(rows), len(self.coefficients)):
                result[part] = self.kernel(X.matrix[rows[part]], self.stored) @ self.coefficients
        return result[:, 0] if result.shape[1] == 1 else result


class KernelVoters(NamedTuple):
    """All models from zero on, each with as many votes as it survived examples."""

    kernel: Kernel
    stored: Stored
    updates: Updates
    survived: Floats
    n_planes: int
    last_wins: bool

    @QUIET
    def activations(self, X: RowsView, which: Indices | None = None) -> Floats:
        """Compute the shares of the votes: for two classes from -1 to +1 for the second, for several one per class."""
        rows = np.arange(X.rows.n_rows) if which is None else which
        return np.concatenate([self._shares(X, rows[part]) for part in _blocks(len(rows), self.stored.shape[0])])

    def _shares(self, X: RowsView, rows: Indices) -> Floats:
        products = np.zeros((0, len(rows)))  # of no stored rows, whose matrix has no columns either
        if self.stored.shape[0]:
            products = np.ascontiguousarray(self.kernel(X.matrix[rows], self.stored).T)
        start = np.zeros(len(rows) if self.n_planes == 1 else (self.n_planes, len(rows)))
        return shares(products, start, self.updates, self.survived, bias_feature=0.0, last_wins=self.last_wins)


def coefficients(updates: Updates, n_stored: int, n_planes: int, share: Floats | float = 1.0) -> Floats:
    """Add up the steps of each stored row, each counted by its share."""
    result = np.zeros((n_stored, n_planes))
    steps = updates.steps * share
    if n_planes == 1:
        np.add.at(result[:, 0], updates.rows, steps)
    else:
        np.add.at(result, (updates.rows, updates.gains), steps)
        np.subtract.at(result, (updates.rows, updates.loses), steps)
    return result


def _blocks(n_rows: int, n_stored: int) -> Iterator[slice]:
    """Divide rows so that their kernel values with all stored rows fit into a block."""
    size = max(LEAST_ROWS, BLOCK // max(1, n_stored))
    return (slice(k, k + size) for k in range(0, n_rows, size))
