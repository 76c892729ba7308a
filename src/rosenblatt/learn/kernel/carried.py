"""Activations that a kernel learner carries along for every row that it learns from."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rosenblatt.rows import Floats, Indices, Matrix


class Carried:
    """The activations of all rows that are being learned from, and how many updates those of each row include."""

    def __init__(self, matrix: Matrix, n_planes: int) -> None:
        n = matrix.shape[0]
        self.matrix = matrix
        self.scores: Floats = np.zeros((n, n_planes))
        self.upto: Indices = np.zeros(n, dtype=np.int64)
        self.is_met: NDArray[np.bool_] = np.zeros(n, dtype=bool)
        self.places: Indices = np.full(n, -1)  # where each row is stored
        # Of the epoch: the scores and the number of updates when it began, and the squared length of what it added.
        self.first_scores, self.first_update, self.change2 = self.scores, 0, 0.0
