"""Rows of a fit that come in blocks, because all of them together may not fit into memory."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from rosenblatt import _core
from rosenblatt.coded_rows import CodedRows
from rosenblatt.errors import BadParameter
from rosenblatt.learn.fitting.multiclass import Division, Joint, Problem
from rosenblatt.learn.fitting.row_source import ProblemRows
from rosenblatt.learn.fitting.validation import strongest
from rosenblatt.learn.input.labels import places_of, targets_of
from rosenblatt.learn.input.rows import rows_to_learn
from rosenblatt.learn.input.sample_weights import ClassWeight, row_weights
from rosenblatt.learn.weights.solution import Model, Observer, Pass, Solution, Tally, TallySum
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


class BlockSource:
    """Blocks as the rows of one problem: a `RowSource`.

    Parameters
    ----------
    buffers : of the blocks.
    last_wins : which class wins a tie.
    random : shuffles the blocks of each epoch, and the rows of those that are in memory together; None for the order
        of the file.
    on_rows : called with the number of rows that were learned from since the last call.
    """

    def __init__(
        self,
        buffers: Buffers,
        last_wins: bool,
        random: _core.Random | None = None,
        on_rows: Callable[[int], None] = lambda n_rows: None,
    ) -> None:
        self._buffers, self._last_wins, self._random, self._on_rows = buffers, last_wins, random, on_rows
        self._numbers = buffers.numbers
        self._rows: Indices | None = None
        self._attached: RowsView | None = None

    def attach(self, solution: Solution) -> None:
        """Do nothing: blocks are attached when they are read."""

    def walk(self, solution: Solution, learning: _core.Learning, max_updates: int, observer: Observer | None) -> Tally:
        whole = TallySum()
        if not self._buffers.fit_at_once:
            self._shuffle(self._numbers)
        for buffer in self._buffers.in_order(self._numbers):
            for piece in buffer.pieces(self._order(buffer)):
                if piece.view is not self._attached:
                    solution.attach(piece.view)
                    self._attached = piece.view if self._buffers.fit_at_once else None
                left = max_updates - whole.updates
                whole.add(solution.walk(Pass(learning, piece.batch, piece.order, left, observer=observer)))
                self._on_rows(len(piece.order))
                if whole.is_over(max_updates):
                    return whole
            del buffer  # before the next is read, which takes as much memory
        return whole

    def covers_all(self, solution: Solution, learning: _core.Learning) -> bool:
        return True

    def error(self, model: Model) -> float:
        wrong = total = 0.0
        for buffer in self._buffers.in_order(self._buffers.numbers):
            for piece in buffer.pieces(buffer.which):
                predicted = strongest(model.activations(piece.view, piece.places), self._last_wins)
                is_wrong = predicted != places_of(piece.batch.targets)[piece.order]
                weights = np.ones(len(is_wrong)) if piece.batch.weights is None else piece.batch.weights[piece.order]
                wrong += float(weights[is_wrong].sum())
                total += float(weights.sum())
            del buffer
        return wrong / total

    def _order(self, buffer: Buffer) -> Indices:
        """Return the order for the rows of a buffer; that of a single buffer goes on from epoch to epoch, as in fit."""
        if self._rows is None or not self._buffers.fit_at_once:
            self._rows = buffer.places.copy()
        self._shuffle(self._rows)
        return self._rows

    def _shuffle(self, numbers: Indices) -> None:
        if self._random is not None:
            self._random.shuffle(numbers)


class BlockRows:
    """Blocks to learn from and blocks that are scored after each epoch: `FitRows` of one joint problem.

    With ``order="cyclic"`` the model does not depend on how many blocks fit into memory; with ``"shuffled"`` it is
    that of an array if all do.

    Parameters
    ----------
    learner : whose options apply; `class_weight` may be a dict, but not ``"balanced"``, for which all rows would be
        counted first. With `is_first` it takes its number of columns from the blocks.
    learned, held_out : rows to learn from, and rows that are scored after each epoch, if there are any.
    classes : the labels, in sorted order.
    on_rows : as for `BlockSource`.
    """

    def __init__(
        self,
        learner: Classifier,
        learned: Blocks,
        held_out: Blocks | None,
        classes: NDArray[Any],
        *,
        is_first: bool,
        on_rows: Callable[[int], None] = lambda n_rows: None,
    ) -> None:
        if isinstance(learner.class_weight, str):
            raise BadParameter(
                f"{type(learner).__name__}: for rows in blocks class_weight must be None or a dict, "
                f"got {learner.class_weight!r}"
            )
        self.learner, self.classes, self._on_rows = learner, classes, on_rows
        self._learned = Buffers(learner, learned, classes, learner.class_weight, is_first=is_first)
        self._held_out = None if held_out is None else Buffers(learner, held_out, classes)
        self.gathers = self._is_shuffled and (os.cpu_count() or 1) > 1

    @property
    def _is_shuffled(self) -> bool:
        return isinstance(self.learner.order, str) and self.learner.order == "shuffled"

    @property
    def present(self) -> None:
        return None

    def first(self) -> RowsView:
        return self._learned.first()

    def divide(self, division: Division, random: _core.Random) -> list[ProblemRows]:
        learner, last_wins = self.learner, self.learner.tie == "positive"
        if not isinstance(division, Joint) or learner.order not in ("shuffled", "cyclic"):
            raise BadParameter(
                f"{type(learner).__name__}: rows in blocks are learned with multiclass 'joint' and order 'shuffled' or "
                f"'cyclic', got {learner.multiclass!r} and {learner.order!r}"
            )
        learned = BlockSource(self._learned, last_wins, random if self._is_shuffled else None, self._on_rows)
        whole = Problem(np.zeros(0, dtype=np.int8))
        held_out = None if self._held_out is None else BlockSource(self._held_out, last_wins)
        return [ProblemRows(whole, learned, held_out, None)]
