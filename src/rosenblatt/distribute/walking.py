"""The walk of a shard: a pure function of the weights, its rows, the round and the seed. This runs on workers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from rosenblatt import _core
from rosenblatt.distribute.mixing import Walked, change_of
from rosenblatt.learn.base import Classifier
from rosenblatt.learn.fitting.block_rows import scores_and_places, wrong_and_total
from rosenblatt.learn.fitting.blocks import Blocks, Buffer, Buffers
from rosenblatt.learn.weights.average import Average
from rosenblatt.learn.weights.last import Last
from rosenblatt.learn.weights.solution import UNLIMITED, Model, Pass, TallySum
from rosenblatt.rows import Floats, Indices
from rosenblatt.splitmix import mixed


class Shard(Protocol):
    """Some of the rows of a training: what a task receives, which finds the rows themselves."""

    number: int

    def open(self, part: int | None) -> Blocks | None:
        """Return the rows that play a part, or all; None if they are not here, and must be encoded first."""


class Round(NamedTuple):
    """One of the `n_parts` mixes of an epoch; both are counted from 0."""

    epoch: int
    part: int = 0
    n_parts: int = 1


@dataclass(frozen=True)
class WalkCall:
    """What all walks of a round share.

    Attributes
    ----------
    learner : with the options of the training.
    classes : the labels, in sorted order.
    solution : before the round.
    sums : whether to sum up the weights of this walk alone; the solution then comes without the sum so far.
    part : that of the rows to learn from; None for all.
    round : which rows of each shard come now.
    seed : of the order of rows.
    """

    learner: Classifier
    classes: NDArray[Any]
    solution: Last
    sums: bool
    part: int | None
    round: Round
    seed: int


@dataclass(frozen=True)
class ScoreCall:
    """What all scorings share: the learner, the labels, the model, and the part of the rows to score; None for all."""

    learner: Classifier
    classes: NDArray[Any]
    model: Model
    part: int | None
    is_weighted: bool


def walk_shard(shard: Shard, call: WalkCall) -> Walked | None:
    """Learn from the rows of a shard whose turn it is; None if its rows are not here."""
    blocks = shard.open(call.part)
    if blocks is None:
        return None
    whole = TallySum()
    before = Average(call.solution.plane, variances=call.solution.variances) if call.sums else call.solution
    solution = _own_copy(before)
    if blocks.n_rows:
        learning = call.learner._learning()
        buffer = _buffer(call.learner, blocks, call.classes, call.learner.class_weight)
        is_shuffled = call.learner.order == "shuffled"
        order = order_of(buffer.places, seed_of(call.seed, shard.number) if is_shuffled else None, call.round)
        for piece in buffer.pieces(order):
            whole.add(solution.walk(Pass(learning, piece.batch, piece.order, UNLIMITED)))
            if whole.overflowed_at >= 0:
                break
    change = change_of(before.changed_in_place(), solution.changed_in_place())
    return Walked(*change, whole.seen, whole.mistakes, whole.updates, whole.loss, whole.overflowed_at)


def score_shard(shard: Shard, call: ScoreCall) -> tuple[float, float] | None:
    """Return the weight of the wrong predictions, and that of all rows; None if the rows are not here."""
    blocks = shard.open(call.part)
    if blocks is None:
        return None
    if not blocks.n_rows:
        return 0.0, 0.0
    weights = call.learner.class_weight if call.is_weighted else None
    buffers = Buffers(call.learner, blocks, call.classes, weights, is_first=True)
    return wrong_and_total(buffers, call.model, last_wins=call.learner.tie == "positive")


def scores_of_shard(shard: Shard, call: ScoreCall) -> list[tuple[Floats, Indices]] | None:
    """Return the scores of rows and the numbers of their classes, block by block; None if the rows are not here."""
    blocks = shard.open(call.part)
    if blocks is None:
        return None
    buffers = Buffers(call.learner, blocks, call.classes, None, is_first=True)
    return list(scores_and_places(buffers, call.model)) if blocks.n_rows else []


def seed_of(seed: int, shard: int) -> int:
    """Return the seed of a shard; the first has that of one machine."""
    if shard == 0:
        return seed
    return int(mixed(mixed(np.full(1, seed, np.uint64)) + np.uint64(shard))[0])


def order_of(places: Indices, seed: int | None, now: Round) -> Indices:
    """Return the rows of a round, in order.

    Each epoch shuffles the order of the one before, as on one machine, so that the order of an epoch takes as many
    shuffles. Of several rounds per epoch, each has the next part of the order. Without a seed, rows come as they are.
    """
    order = places.copy()
    if seed is not None:
        random = _core.Random(seed)
        for _ in range(now.epoch + 1):
            random.shuffle(order)
    begin, end = (len(order) * part // now.n_parts for part in (now.part, now.part + 1))
    return order[begin:end]


def _own_copy(solution: Last) -> Last:
    """Copy the arrays that a walk changes; a worker may hold one solution for several tasks."""
    return solution.with_planes(lambda plane: plane.copy())


def _buffer(learner: Classifier, blocks: Blocks, classes: NDArray[Any], class_weight: Any) -> Buffer:
    buffers = Buffers(learner, blocks, classes, class_weight, is_first=True)
    return next(buffers.in_order(buffers.numbers))
