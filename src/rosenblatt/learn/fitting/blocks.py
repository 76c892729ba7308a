"""Rows that come in blocks, because all of them together may not fit into memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from rosenblatt import _core
from rosenblatt.learn.fitting.validation import strongest
from rosenblatt.learn.input import labels as _labels
from rosenblatt.learn.input import rows as _input
from rosenblatt.learn.predictor import Predictor
from rosenblatt.learn.weights.solution import Kept, Model, See, Tally, TallySum
from rosenblatt.rows import Batch, Indices, Matrix, RowsView


class LabelledRows(NamedTuple):
    """Rows, a number for the label of each, and the labels that these stand for."""

    X: Matrix
    codes: Indices
    names: NDArray[Any]

    @property
    def labels(self) -> NDArray[Any]:
        """The label of each row."""
        labels: NDArray[Any] = self.names[self.codes]
        return labels


class Blocks(Protocol):
    """Labelled rows in numbered blocks, some of which fit into memory at once."""

    @property
    def n_rows(self) -> int:
        """How many rows there are in all blocks."""

    @property
    def n_blocks(self) -> int:
        """How many blocks there are."""

    @property
    def at_once(self) -> int:
        """How many blocks may be asked for together."""

    def read(self, blocks: Sequence[int]) -> LabelledRows:
        """Give the rows of some blocks, one after another."""


class Buffers:
    """Blocks, some at a time, as a learner sees them; where all fit at once, they are read once."""

    def __init__(self, learner: Predictor, blocks: Blocks, classes: NDArray[Any], *, is_new: bool = False) -> None:
        self._learner, self._blocks, self._classes = learner, blocks, classes
        self._is_new = is_new  # so that the learner takes its number of columns from these rows
        self._all: tuple[RowsView, Batch] | None = None

    @property
    def n_rows(self) -> int:
        """How many rows there are."""
        return self._blocks.n_rows

    @property
    def numbers(self) -> Indices:
        """The numbers of the blocks."""
        return np.arange(self._blocks.n_blocks)

    def in_order(self, numbers: Indices) -> Iterator[tuple[RowsView, Batch]]:
        """Walk over blocks in this order, as many at a time as fit."""
        size = self._blocks.at_once
        if self.fit_at_once:
            if self._all is None:
                self._all = self._read(numbers)
            yield self._all
            return
        for begin in range(0, len(numbers), size):
            yield self._read(numbers[begin : begin + size])

    def first(self) -> RowsView:
        """Some rows: of one block, if not all fit at once."""
        numbers = self.numbers if self.fit_at_once else self.numbers[:1]
        view, _ = next(self.in_order(numbers))
        return view

    @property
    def fit_at_once(self) -> bool:
        """Whether there is but one buffer, which always holds the same rows in the same places."""
        return self._blocks.at_once >= self._blocks.n_blocks

    def _read(self, numbers: Indices) -> tuple[RowsView, Batch]:
        X, codes, names = self._blocks.read(numbers.tolist())
        view = _input.rows_to_learn(self._learner, X, first_time=self._is_new)
        self._is_new = False
        targets: Any = _labels.targets_of(self._learner, names, self._classes)[codes]
        return view, Batch(view.rows, targets)


class InFileOrder:
    """An epoch over all blocks, in the order in which they came."""

    def __init__(self, buffers: Buffers, told: Callable[[int], None]) -> None:
        self._buffers, self._told = buffers, told
        self._numbers = buffers.numbers
        self._rows: Indices | None = None
        self._met: RowsView | None = None

    def walk(
        self, learning: _core.Learning, batch: Batch, kept: Kept, max_updates: int, *, see: See | None = None
    ) -> Tally:
        """Learn from the rows of one epoch; the rows are those of the blocks, not of a batch, and nobody watches."""
        whole = TallySum()
        self._mix(self._numbers)
        for view, rows in self._buffers.in_order(self._numbers):
            if view is not self._met:
                kept.meet(view.matrix)
                self._met = view if self._buffers.fit_at_once else None
            whole.add(kept.walk(learning, rows, self._places(len(rows.targets)), max_updates - whole.updates))
            self._told(len(rows.targets))
            if whole.is_over(max_updates):
                break
            del view, rows  # before the next come, which take as much memory
        return whole

    def met_all(self, learning: _core.Learning, batch: Batch, kept: Kept) -> bool:
        """Say whether an epoch without updates shows that no row asks for one."""
        return True

    def _places(self, n_rows: int) -> Indices:
        """In which order to meet the rows of a buffer; that of all rows goes on from epoch to epoch."""
        if self._rows is None or not self._buffers.fit_at_once:
            self._rows = np.arange(n_rows)
        self._mix(self._rows)
        return self._rows

    def _mix(self, numbers: Indices) -> None:
        """Leave the order as it is."""


class Mixed(InFileOrder):
    """An epoch over blocks drawn from the whole file: so many at once as fit, the rows of these shuffled together."""

    def __init__(self, buffers: Buffers, told: Callable[[int], None], random: _core.Random) -> None:
        super().__init__(buffers, told)
        self._random = random

    def _mix(self, numbers: Indices) -> None:
        """Shuffle anew; a single buffer is shuffled once an epoch, as `fit` does it."""
        if numbers is self._rows or not self._buffers.fit_at_once:
            self._random.shuffle(numbers)


class ScoredBlocks:
    """Rows that are scored after each epoch."""

    def __init__(self, buffers: Buffers, last_wins: bool) -> None:
        self._buffers, self._last_wins = buffers, last_wins

    def error(self, model: Model) -> float:
        """Share of wrong guesses."""
        wrong = 0
        for view, rows in self._buffers.in_order(self._buffers.numbers):
            guesses = strongest(model.activations(view), self._last_wins)
            wrong += int(np.count_nonzero(guesses != _labels.places_of(rows.targets)))
            del view, rows
        return wrong / self._buffers.n_rows
