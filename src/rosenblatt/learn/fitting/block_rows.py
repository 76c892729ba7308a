"""Rows of a fit that come in blocks, because all of them together may not fit into memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt import _core
from rosenblatt.errors import BadParameter
from rosenblatt.learn.fitting.blocks import Blocks, Buffer, Buffers
from rosenblatt.learn.fitting.multiclass import Division, Joint, Problem
from rosenblatt.learn.fitting.row_source import ProblemRows, Scorer
from rosenblatt.learn.input.labels import places_of
from rosenblatt.learn.metrics import ACCURATE, Metric
from rosenblatt.learn.weights.solution import Model, Observer, Pass, Solution, Tally, TallySum
from rosenblatt.rows import Floats, Indices, RowsView

if TYPE_CHECKING:
    from rosenblatt.learn.base import Classifier


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
        wrong, total = wrong_and_total(self._buffers, model, last_wins=self._last_wins)
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


def wrong_and_total(buffers: Buffers, model: Model, *, last_wins: bool) -> tuple[float, float]:
    """Return how much the rows count that a model predicts wrongly, and how much all rows count."""
    wrong = total = 0.0
    for buffer in buffers.in_order(buffers.numbers):
        for piece in buffer.pieces(buffer.which):
            predicted = _core.strongest(model.activations(piece.view, piece.places), last_wins)
            is_wrong = predicted != places_of(piece.batch.targets)[piece.order]
            weights = np.ones(len(is_wrong)) if piece.batch.weights is None else piece.batch.weights[piece.order]
            wrong += float(weights[is_wrong].sum())
            total += float(weights.sum())
        del buffer
    return wrong, total


def scores_and_places(buffers: Buffers, model: Model) -> Iterator[tuple[Floats, Indices]]:
    """Yield the scores of rows and the numbers of their classes, piece by piece."""
    for buffer in buffers.in_order(buffers.numbers):
        for piece in buffer.pieces(buffer.which):
            yield model.activations(piece.view, piece.places), places_of(piece.batch.targets)[piece.order]
        del buffer


class BlockScorer:
    """Blocks that are scored by a metric of all rows together: a `Scorer`."""

    def __init__(self, buffers: Buffers, metric: Metric) -> None:
        self._buffers, self._metric = buffers, metric

    def error(self, model: Model) -> float:
        scores, places = zip(*scores_and_places(self._buffers, model), strict=True)
        return self._metric.outcome(np.concatenate(scores), np.concatenate(places)).error


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
    metric : by which held-out rows are scored.
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
        metric: Metric = ACCURATE,
    ) -> None:
        if isinstance(learner.class_weight, str):
            raise BadParameter(
                f"{type(learner).__name__}: for rows in blocks class_weight must be None or a dict, "
                f"got {learner.class_weight!r}"
            )
        self.learner, self.classes, self._on_rows, self._metric = learner, classes, on_rows, metric
        self._learned = Buffers(learner, learned, classes, learner.class_weight, is_first=is_first)
        self._held_out = None if held_out is None else Buffers(learner, held_out, classes)

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
        return [ProblemRows(whole, learned, self._scorer(last_wins), None)]

    def _scorer(self, last_wins: bool) -> Scorer | None:
        if self._held_out is None:
            return None
        return (
            BlockSource(self._held_out, last_wins)
            if self._metric == ACCURATE
            else BlockScorer(self._held_out, self._metric)
        )
