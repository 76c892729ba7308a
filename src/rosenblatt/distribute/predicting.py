"""Predictions for the held-out rows of all shards, in the order of the files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rosenblatt.distribute.plan import Plan
from rosenblatt.distribute.sharded_rows import ShardTasks
from rosenblatt.distribute.stored_shard import ShardRows, StoredShard
from rosenblatt.learn.base import Classifier
from rosenblatt.rows import Floats, Indices
from rosenblatt.train.calibration import RowScores, sample_step
from rosenblatt.train.row_store import chosen_rows


@dataclass(frozen=True)
class PredictCall:
    """What all predictions share.

    Attributes
    ----------
    learner : the fitted learner.
    plan : the parts of files.
    part : that of the rows to predict.
    n_before : of each part of a file, the number of such rows before it.
    step : the scores of one in `step` such rows are returned.
    """

    learner: Classifier
    plan: Plan
    part: int
    n_before: tuple[int, ...]
    step: int


class PartPredictions(NamedTuple):
    """Of the rows of a part of a file: the number of each label and class, and sampled classes and scores."""

    codes: Indices
    predicted: Indices
    sampled: Indices
    scores: Floats


class Predictions(NamedTuple):
    """The true and the predicted labels of rows, and the scores of some of them."""

    labels: NDArray[Any]
    predictions: NDArray[Any]
    scores: RowScores


def predict_shard(shard: StoredShard, call: PredictCall) -> list[PartPredictions] | None:
    """Predict rows of a shard; None if its rows are not here."""
    rows = shard.load()
    if rows is None:
        return None
    ends = np.cumsum(rows.n_rows_of)
    places = call.plan.parts_of_shard(shard.number)
    bounds = zip(places, ends - rows.n_rows_of, ends, strict=True)
    return [_predicted(rows, slice(begin, end), call.n_before[place], call) for place, begin, end in bounds]


def _predicted(rows: ShardRows, own: slice, n_before: int, call: PredictCall) -> PartPredictions:
    learner, classes = call.learner, call.learner.classes_
    which = own.start + np.flatnonzero(rows.parts[own] == call.part)
    codes = rows.codes[which]
    if not len(which):
        scores = np.empty((0, len(classes)) if len(classes) > 2 else 0)
        return PartPredictions(codes, codes, codes, scores)
    scores = learner.decision_function(chosen_rows(rows.X, which))
    predicted = np.searchsorted(classes, learner._labels_of(scores))
    sampled = slice(-n_before % call.step, None, call.step)
    true = np.searchsorted(classes, rows.labels[codes[sampled]])
    return PartPredictions(codes, predicted, true, scores[sampled])


def predict_rows(
    tasks: ShardTasks, plan: Plan, learner: Classifier, labels: NDArray[Any], counts: NDArray[np.int64], *, part: int
) -> Predictions:
    """Predict the rows of all shards that play a part.

    Parameters
    ----------
    tasks : runs functions on the shards.
    plan : the parts of files.
    learner : the fitted learner.
    labels : the label of each number.
    counts : of each part of a file (first index), the rows by the part that they play (second index).
    part : that of the rows.
    """
    own = counts[:, part]
    call = PredictCall(
        learner, plan, part, tuple((np.cumsum(own) - own).tolist()), sample_step(learner.classes_, int(own.sum()))
    )
    in_order = _by_part_of_file(plan, tasks.run(predict_shard, call))
    codes, predicted, sampled, scores = (np.concatenate(arrays) for arrays in zip(*in_order, strict=True))
    return Predictions(labels[codes], learner.classes_[predicted], RowScores(sampled.astype(np.intp), scores))


def _by_part_of_file(plan: Plan, of_shards: Sequence[Sequence[PartPredictions]]) -> list[PartPredictions]:
    found: dict[int, PartPredictions] = {}
    for shard, predictions in enumerate(of_shards):
        found.update(zip(plan.parts_of_shard(shard), predictions, strict=True))
    return [found[part] for part in range(len(plan.parts))]
