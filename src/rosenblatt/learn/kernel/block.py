"""A block of rows with their activations: the core finds the next row to learn from, and the others follow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from rosenblatt import _core
from rosenblatt.learn.kernel.kernels import Kernel
from rosenblatt.learn.weights.solution import Answers, See, Seen, TallySum
from rosenblatt.rows import Batch, Floats, Indices, Matrix


class Size:
    """How many rows to meet together: many while few of them move the weights, few while many do."""

    least, most = 256, 8192

    def __init__(self) -> None:
        self.rows = self.least

    def adapt(self, n_updates: int) -> None:
        """Learn from how many updates the last block made."""
        if n_updates < 16:
            self.rows = min(2 * self.rows, self.most)
        elif n_updates > 128:
            self.rows = max(self.rows // 2, self.least)


class KernelTally(TallySum):
    """What happened in a walk."""

    def add_of(self, tally: _core.Tally, rows: Indices) -> None:
        """Count in a walk over some of the rows."""
        self.add(tally)
        if tally.overflowed_at >= 0:
            self.overflowed_at = int(rows[tally.overflowed_at])


class Step(NamedTuple):
    """An update: the place of its row in the block, its step, the examples met before it, and who gains and loses.

    Of two classes the step has the sign of the row, and both classes are 0.
    """

    place: int
    step: float
    before: int
    gain: int
    lose: int

    def change(self, n_planes: int) -> Floats:
        """Give what is added to the coefficients of the row, one a class."""
        change = np.zeros(n_planes)
        change[self.gain] = self.step
        if n_planes > 1:
            change[self.lose] = -self.step
        return change


def as_step(target: int, place: int, step: float, before: int, rivals: list[int]) -> Step:
    """Name who gains and who loses; of two classes the target is the sign."""
    return Step(place, step, before, target, rivals[0]) if rivals else Step(place, step * target, before, 0, 0)


class Block:
    """Rows that are met together; `scores` holds a row of activations each, one number for two classes."""

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

    def state(self, seen: int) -> _core.State:
        """Give the core the activations in the place of weights."""
        return _core.State(self.scores, np.zeros(self.scores.shape[1]), None, None, seen, True)

    def asking(self, learning: _core.Learning) -> Indices:
        """Find the rows that ask for an update as things stand."""
        asks = np.empty(len(self.rows), dtype=bool)
        learning.asks(self._view, self.targets, self.state(0), asks)
        return np.flatnonzero(asks)

    def steps(
        self,
        learning: _core.Learning,
        seen: int,
        tally: KernelTally,
        max_updates: int,
        answers: Answers | None,
        *,
        see: See | None,
    ) -> Iterator[Step]:
        """Walk from update to update; whoever asks for the next has applied the last to the scores.

        `seen` are the examples before those of the tally, which counts on.
        """
        position = 0
        while position < len(self.rows) and not tally.is_over(max_updates):
            state = self.state(seen + tally.seen)
            said = None if answers is None else answers[position:]
            order = np.arange(position, len(self.rows))
            walked = learning.walk(self._view, self.targets, self.weights, order, state, 1, said)
            tally.add_of(walked, self.rows)
            taken = None
            if walked.updates:
                place, met, step, rivals = (values.tolist() for values in state.updates())
                taken = as_step(int(self.targets[place[0]]), place[0], step[0], met[0] - 1, rivals)
            end = len(self.rows) if taken is None else taken.place + 1
            seen_rows = None if see is None else self._seen(position, end, walked.step, taken)
            position = end
            if taken is not None:
                yield taken
            if see is not None and seen_rows is not None:
                see(seen_rows)

    def _seen(self, begin: int, end: int, size: float, taken: Step | None) -> Seen:
        """Tell of rows that were met, before the scores follow the last of them; a row of weight 0 is not there."""
        places = np.arange(begin, end)
        if self.weights is not None:
            places = places[self.weights[begin:end] != 0]
        change = None if taken is None else taken.change(self.scores.shape[1])
        return Seen(self.rows[places], self.scores[places], size, change)

    def column(self, place: int) -> Floats:
        """Compute the kernel of every row of the block with one of them.

        Columns of all rows that ask could come from one product, but an update often answers the other rows, too.
        """
        if place not in self._columns:
            stored = self.kernel.take(self._matrix, self.rows[place : place + 1])
            self._columns[place] = self._kernel_of(stored)[:, 0]
        return self._columns[place]

    def add(self, place: int, change: Floats) -> None:
        """Let the activations of all rows of the block follow an update of one of them."""
        self.scores += self.column(place)[:, None] * change
