"""A training on encoded shards: an attempt that the held-out rows choose and judge, and the final fit to all rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt.distribute.first_pass import FileFacts
from rosenblatt.distribute.job import EncodedShards, EngineJob
from rosenblatt.distribute.predicting import predict_rows
from rosenblatt.distribute.round_record import RoundRecord
from rosenblatt.distribute.sharded_rows import Sharding, fit_shards
from rosenblatt.featurise.table_features import TableFeatures
from rosenblatt.train.attempt import Attempt, best_epoch, too_few
from rosenblatt.train.calibration import calibrate_by
from rosenblatt.train.class_weights import weigh_by_counts
from rosenblatt.train.progress import row_counter
from rosenblatt.train.split import CHOOSE, JUDGE, LEARN
from rosenblatt.train.strongest import strongest_named
from rosenblatt.train.train import Final


@dataclass
class ReadRows:
    """What the report says about the rows that were read."""

    features: Any
    counts: dict[Any, int]
    missing: dict[str, int]
    bad_lines: list[str]
    extras: dict[str, str]
    unlabelled: int
    n_rows: int
    n_columns_read: int
    classes: NDArray[Any]
    bytes_on_disk: int = 0


def learn_shards(
    job: EngineJob, shards: EncodedShards, features: TableFeatures | None, name: str
) -> tuple[Final, Attempt]:
    """Fit a learner to all rows, for as many epochs as an attempt has shown to be best.

    Parameters
    ----------
    job, shards, features : the training, its encoded rows, and their features.
    name : of all rows, for messages.
    """
    is_judged = job.rule.judging_fold is None or shards.of_parts[:, JUDGE].any()
    if not (shards.of_parts[:, CHOOSE].any() and is_judged):
        raise too_few(name, job.facts.n_rows)
    outcome = _attempt(job, shards, features)
    learner = job.recipe.make_learner()
    weigh_by_counts(learner, job.recipe, shards.counts_of(None), _classes(job.facts))
    learner.set_params(early_stopping=False, tol=None, max_iter=outcome.best_epoch)
    on_rows = row_counter(job.progress, job.facts.n_rows, outcome.best_epoch, is_final=True)
    fit_shards(learner, _sharding(job, shards, features, "final", on_rows), None)
    # A model does not depend on how long it took.
    learner.history_ = [epoch._replace(seconds=0.0) for epoch in learner.history_]
    calibrate_by(learner, job.recipe.calibration, job.recipe.metric, [outcome.choosing])
    return Final(learner, strongest_named(learner, features)), outcome


def _attempt(job: EngineJob, shards: EncodedShards, features: TableFeatures | None) -> Attempt:
    """Fit a learner to the rows to learn from, stopped by those that choose, and let the others judge it."""
    recipe, learner = job.recipe, job.recipe.make_learner()
    weigh_by_counts(learner, recipe, shards.counts_of(LEARN), _classes(job.facts))
    on_rows = row_counter(job.progress, int(shards.of_parts[:, LEARN].sum()), recipe.epochs)
    fit_shards(learner, _sharding(job, shards, features, "attempt", on_rows), LEARN, CHOOSE)
    labels = np.array(job.facts.numbering.labels)
    chosen = predict_rows(shards, job.plan, learner, labels, shards.of_parts, part=CHOOSE)
    learner._move_threshold(recipe.metric.threshold(chosen.scores.scores, chosen.scores.places))
    judged = predict_rows(shards, job.plan, learner, labels, shards.of_parts, part=JUDGE)
    wrong = chosen.labels != chosen.predictions
    how = learner.history_, learner.stop_reason_, best_epoch(learner)
    return Attempt(recipe, wrong, *how, judged.labels, judged.predictions, chosen.scores, judged.scores)


def _sharding(
    job: EngineJob, shards: EncodedShards, features: TableFeatures | None, fit: str, on_rows: Callable[[int], None]
) -> Sharding:
    n_columns = job.facts.numbering.n_columns if features is None else sum(features.widths_)
    record = None if job.checkpoints is None else RoundRecord(job.checkpoints, fit)
    return Sharding(shards, _classes(job.facts), n_columns, job.mix, job.mixes, record, job.recipe.metric, on_rows)


def _classes(facts: FileFacts) -> NDArray[Any]:
    return np.sort(np.array(facts.numbering.labels))


def rows_read(facts: FileFacts, features: TableFeatures | None) -> ReadRows:
    """Return what the report says about the rows."""
    n_columns = facts.numbering.n_columns if features is None else features.n_features_in_
    of_files = facts.counts, facts.missing, facts.bad_lines, facts.extras, facts.unlabelled, facts.n_rows
    return ReadRows(features, *of_files, n_columns, _classes(facts))
