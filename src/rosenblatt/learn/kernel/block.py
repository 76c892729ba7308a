"""A block of rows with their activations: the core finds the next row to learn from, and the others follow."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from rosenblatt import _core
from rosenblatt.learn.kernel.kernels import Kernel
from rosenblatt.learn.weights.solution import KernelWalk, Pass, TallySum
from rosenblatt.rows import Batch, Floats, Indices, Matrix, Targets


class BlockSize:
    """How many rows to meet together: many while few of them move the weights, few while many do."""

    least, most = 256, 8192

    def __init__(self) -> None:
        self.rows = self.least

    def adapt(self, n_updates: int) -> None:
        """Adapt to the number of updates of the last block."""
        if n_updates < 16:
            self.rows = min(2 * self.rows, self.most)
        elif n_updates > 128:
            self.rows = max(self.rows // 2, self.least)


class KernelTally(TallySum):
    """Counts of a walk over blocks."""

    def add_of(self, tally: _core.Tally, rows: Indices) -> None:
        """Add the counts of a walk over some of the rows."""
        self.add(tally)
        if tally.overflowed_at >= 0:
            self.overflowed_at = int(rows[tally.overflowed_at])


class KernelUpdate(NamedTuple):
    """An update: the place of its row in the block, its step, the number of examples before it, and two classes.

    Of two classes the step has the sign of the row, and `gain` and `lose` are 0.
    """

    place: int
    step: float
    before: int
    gain: int
    lose: int

    def change(self, n_planes: int) -> Floats:
        """Return what is added to the coefficients of the row, one number per class."""
        change = np.zeros(n_planes)
        change[self.gain] = self.step
        if n_planes > 1:
            change[self.lose] = -self.step
        return change


def last_update(state: _core.State, targets: Targets) -> KernelUpdate:
    """Return the update that a walk of one update recorded."""
    (place,), (met,), (step,), rivals = (values.tolist() for values in state.updates())
    target = int(targets[place])
    if rivals:
        return KernelUpdate(place, step, met - 1, target, rivals[0])
    return KernelUpdate(place, step * target, met - 1, 0, 0)  # of two classes the target is the sign


class KernelBlock:
    """Rows that are met together; `scores` holds one row of activations per row, one number for two classes."""

    def __init__(
        self,
        kernel: Kernel,
        matrix: Matrix,
        batch: Batch,
        rows: Indices,
        scores: Floats,
        *,
        block: Matrix,
        needs_lengths: bool,
    ) -> None:
        self.rows, self.scores = rows, scores
        self.kernel, self._matrix, self._kernel_of = kernel, matrix, kernel.of(block)
        self.targets = batch.targets[rows]
        self.weights = None if batch.weights is None else batch.weights[rows]
        lengths2 = kernel.lengths2(matrix, rows) if needs_lengths else np.zeros(len(rows))
        self._view = _core.Rows.scored(lengths2)
        self._columns: dict[int, Floats] = {}

    def would_update(self, learning: _core.Learning) -> bool:
        """Whether one of the rows requires an update."""
        needed = np.empty(len(self.rows), dtype=bool)
        learning.needs_update(self._view, self.targets, _core.State.of_scores(self.scores, 0), needed)
        return bool(needed.any())

    def walk(
        self, rows: Pass, begin: int, seen: int, tally: KernelTally, apply: Callable[[KernelUpdate], None]
    ) -> None:
        """Learn from the rows of the block, one walk of the core per update.

        Parameters
        ----------
        rows : the pass that the block belongs to.
        begin : where the block begins in the order of the pass.
        seen : the number of examples before those of the tally.
        tally : counts of the pass so far, which go on.
        apply : changes the coefficients and the scores of the block by an update.
        """
        position = 0
        while position < len(self.rows) and not tally.is_over(rows.max_updates):
            state = _core.State.of_scores(self.scores, seen + tally.seen)
            outputs = None if rows.outputs is None else rows.outputs[begin + position : begin + len(self.rows)]
            order = np.arange(position, len(self.rows))
            walked = rows.learning.walk(self._view, self.targets, self.weights, order, state, 1, outputs)
            tally.add_of(walked, self.rows)
            update = last_update(state, self.targets) if walked.updates else None
            end = len(self.rows) if update is None else update.place + 1
            # The activations are those from before the update.
            observed = None if rows.observer is None else self._observed(position, end, walked.step, update)
            if update is not None:
                apply(update)
            if rows.observer is not None and observed is not None:
                rows.observer(observed)
            position = end

    def _observed(self, begin: int, end: int, size: float, update: KernelUpdate | None) -> KernelWalk:
        """Return what was computed for some of the rows; a row of weight 0 is not there."""
        places = np.arange(begin, end)
        if self.weights is not None:
            places = places[self.weights[begin:end] != 0]
        change = None if update is None else update.change(self.scores.shape[1])
        return KernelWalk(self.rows[places], self.scores[places], size, change)

    def column(self, place: int) -> Floats:
        """Compute the kernel of every row of the block with one of them.

        Columns of all rows that require an update could come from one product, but an update often settles the other
        rows, too.
        """
        if place not in self._columns:
            stored = self.kernel.take(self._matrix, self.rows[place : place + 1])
            self._columns[place] = self._kernel_of(stored)[:, 0]
        return self._columns[place]
