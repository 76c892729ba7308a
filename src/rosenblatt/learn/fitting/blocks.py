"""Blocks of labelled rows as a learner sees them, several at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from rosenblatt.coded_rows import CodedRows
from rosenblatt.learn.input.labels import targets_of
from rosenblatt.learn.input.rows import rows_to_learn
from rosenblatt.learn.input.sample_weights import ClassWeight, row_weights
from rosenblatt.rows import Batch, Csr, Indices, Matrix, RowsView

if TYPE_CHECKING:
    from rosenblatt.learn.base import Classifier


class LabelledRows(NamedTuple):
    """Rows, one label number per row, the labels that the numbers stand for, and which rows are meant; None for all."""

    X: Matrix | Csr | CodedRows
    codes: Indices
    names: NDArray[Any]
    which: Indices | None = None

    @property
    def labels(self) -> NDArray[Any]:
        """The label of each row."""
        labels: NDArray[Any] = self.names[self.codes]
        return labels


class Blocks(Protocol):
    """Labelled rows in numbered blocks, some of which fit into memory at once."""

    @property
    def n_rows(self) -> int:
        """Number of rows in all blocks."""

    @property
    def n_blocks(self) -> int: ...

    @property
    def at_once(self) -> int:
        """Number of blocks that may be read together."""

    def read(self, blocks: Sequence[int]) -> LabelledRows:
        """Return the rows of some blocks, one after another."""


class Piece(NamedTuple):
    """Rows as a learner walks over them: their view, the batch, and places in it, in order; None for all."""

    view: RowsView
    batch: Batch
    places: Indices | None

    @property
    def order(self) -> Indices:
        """The places."""
        return np.arange(len(self.batch.targets)) if self.places is None else self.places


class Buffer(NamedTuple):
    """Rows of some blocks as a learner sees them, and which of them are meant; None for all.

    The view of coded rows is that of the first one only: they are made some at a time.
    """

    view: RowsView
    batch: Batch
    which: Indices | None
    coded: CodedRows | None = None

    def pieces(self, order: Indices | None) -> Iterator[Piece]:
        """Iterate over some of the rows in this order; None for all."""
        if self.coded is None:
            yield Piece(self.view, self.batch, order)
            return
        for some, rows in self.coded.chunks(order):
            view, weights = RowsView(rows), self.batch.weights
            batch = Batch(view.rows, self.batch.targets[some], None if weights is None else weights[some])
            yield Piece(view, batch, np.arange(len(some)))

    @property
    def places(self) -> Indices:
        """The places of the rows that are meant."""
        return np.arange(len(self.batch.targets)) if self.which is None else self.which


class Buffers:
    """Blocks as a learner sees them, several at a time; where all fit at once, they are read once."""

    def __init__(
        self,
        learner: Classifier,
        blocks: Blocks,
        classes: NDArray[Any],
        class_weight: ClassWeight = None,
        *,
        is_first: bool = False,
    ) -> None:
        self._learner, self._blocks, self._classes, self._class_weight = learner, blocks, classes, class_weight
        self._is_first = is_first  # the learner takes its number of columns from these rows
        self._all: Buffer | None = None

    @property
    def n_rows(self) -> int:
        return self._blocks.n_rows

    @property
    def numbers(self) -> Indices:
        """The numbers of the blocks."""
        return np.arange(self._blocks.n_blocks)

    @property
    def fit_at_once(self) -> bool:
        """Whether there is only one buffer, which always holds the same rows in the same places."""
        return self._blocks.at_once >= self._blocks.n_blocks

    def in_order(self, numbers: Indices) -> Iterator[Buffer]:
        """Iterate over blocks in this order, as many at a time as fit."""
        size = self._blocks.at_once
        if self.fit_at_once:
            if self._all is None:
                self._all = self._read(numbers)
            yield self._all
            return
        for begin in range(0, len(numbers), size):
            yield self._read(numbers[begin : begin + size])

    def first(self) -> RowsView:
        """Return the rows of one block, or all rows if they fit at once."""
        numbers = self.numbers if self.fit_at_once else self.numbers[:1]
        return next(self.in_order(numbers)).view

    def _read(self, numbers: Indices) -> Buffer:
        X, codes, names, which = self._blocks.read(numbers.tolist())
        coded = X if isinstance(X, CodedRows) else None
        first = X.to_csr(np.zeros(1, np.int64)) if isinstance(X, CodedRows) else X
        view = rows_to_learn(self._learner, first, first_time=self._is_first)
        self._is_first = False
        targets: Any = targets_of(self._learner, names, self._classes)[codes]
        weights = row_weights(self._learner, self._class_weight, targets, self._classes, None)
        return Buffer(view, Batch(view.rows, targets, weights), which, coded)
