"""Fit a learner to the rows to learn from, stop it by the rows that choose, and let the rows that judge judge it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rosenblatt.errors import BadData
from rosenblatt.featurise.column_names import has_hashed_columns
from rosenblatt.learn.base import Classifier
from rosenblatt.learn.fitting.blocks import Blocks
from rosenblatt.learn.fitting.stopping import Epoch
from rosenblatt.learn.metrics import ACCURATE, Metric
from rosenblatt.train.calibration import RowScores, ScoreSample
from rosenblatt.train.class_weights import weigh_classes
from rosenblatt.train.encode import EncodedRows, Storage, encode, learn_features
from rosenblatt.train.progress import Progress, row_counter
from rosenblatt.train.recipe import Recipe
from rosenblatt.train.row_store import chosen_rows
from rosenblatt.train.split import JUDGE, LEARN, ONE_IN
from rosenblatt.train.split_rows import SplitRows

CACHED_FOR_NAMES = 2**26  # bytes: names of hashed columns may need one more pass


class Attempt(NamedTuple):
    """How a recipe fared.

    Attributes
    ----------
    recipe : the recipe.
    wrong : mask of the wrong predictions for the rows that choose, by the weights of the best epoch, at threshold 0.
    epochs, stop_reason : one record per epoch, and why training ended.
    best_epoch : the number of the epoch whose weights are used.
    labels, predictions : of the rows that judge, at the threshold that is best for the rows that choose.
    choosing, judging : scores of the rows that choose and of those that judge.
    """

    recipe: Recipe
    wrong: NDArray[np.bool_]
    epochs: list[Epoch]
    stop_reason: str
    best_epoch: int
    labels: NDArray[Any]
    predictions: NDArray[Any]
    choosing: RowScores
    judging: RowScores


@contextmanager
def encoded(
    rows: SplitRows, recipe: Recipe, storage: Storage, progress: Progress, *, is_last: bool = False
) -> Iterator[EncodedRows]:
    """Learn the features of a recipe, and encode all rows by them; the last time, little of the file stays cached."""
    features = learn_features(rows, recipe, progress)
    if is_last and (features is None or features.needs_fit):
        # Nothing was read for the features, so that encoding is the only pass, or the last but one.
        rows.limit_cache(0 if features is None else CACHED_FOR_NAMES)
    with encode(rows, features, recipe, storage, progress) as result:
        if is_last:
            rows.limit_cache(CACHED_FOR_NAMES if features is not None and has_hashed_columns(features) else 0)
        yield result


def try_recipes(rows: SplitRows, recipes: Sequence[Recipe], storage: Storage, progress: Progress) -> Iterator[Attempt]:
    """Yield one attempt per recipe, in their order; none if no row chooses.

    Consecutive recipes with the same features share the encoded rows.
    """
    for _, same in groupby(recipes, key=lambda recipe: recipe.features):
        group = list(same)
        with encoded(rows, group[0], storage, progress) as result:
            if result.choosing.n_rows:
                for recipe in group:
                    yield attempt(recipe, recipe.make_learner(), result, progress)


def attempt(
    recipe: Recipe, learner: Classifier, rows: EncodedRows, progress: Progress, *, resumes: bool = False
) -> Attempt:
    """Fit a learner, and score it.

    Parameters
    ----------
    recipe : the recipe of the learner.
    learner : stopped by the rows that choose.
    rows : encoded rows.
    progress : receives progress updates.
    resumes : go on from what the learner knows.
    """
    weigh_classes(learner, recipe, rows.rows.part(LEARN), rows.classes)
    learn(learner, rows, recipe.epochs, progress, is_final=False, resumes=resumes, metric=recipe.metric)
    chosen, choosing = _predicted(learner, rows.choosing, None)
    learner._move_threshold(recipe.metric.threshold(choosing.scores, choosing.places))
    judged, judging = _predicted(learner, rows.rows, JUDGE)
    how = learner.history_, learner.stop_reason_, best_epoch(learner)
    return Attempt(recipe, chosen.labels != chosen.predictions, *how, *judged, choosing, judging)


def best_epoch(learner: Classifier) -> int:
    """Return the epoch with the least error on the rows that choose, of equals the latest; or the last one."""
    if not learner.early_stopping:
        return len(learner.history_)
    errors = np.array([epoch.validation_error for epoch in learner.history_], np.float64)
    return len(errors) - int(np.argmin(errors[::-1]))


def learn(
    learner: Classifier,
    rows: EncodedRows,
    epochs: int | None,
    progress: Progress,
    *,
    is_final: bool,
    resumes: bool,
    metric: Metric = ACCURATE,
) -> None:
    """Fit a learner.

    Parameters
    ----------
    learner : the learner.
    rows : encoded rows.
    epochs : the limit of epochs, which progress aims at if there is one.
    progress : receives progress updates.
    is_final : learn from all rows; else those that choose and judge are left out, and those that choose are scored.
    resumes : go on from what the learner knows.
    metric : scores the rows that choose.
    """
    learned: Blocks = rows.rows if is_final else rows.rows.part(LEARN)
    on_rows = row_counter(progress, learned.n_rows, epochs, is_final=is_final)
    choosing = None if is_final else rows.choosing
    learner._fit_blocks(learned, choosing, rows.classes, resumes=resumes, on_rows=on_rows, metric=metric)


class Predicted(NamedTuple):
    """The true and the predicted labels of rows."""

    labels: NDArray[Any]
    predictions: NDArray[Any]


def _predicted(learner: Classifier, store: Any, part: int | None) -> tuple[Predicted, RowScores]:
    """Return the labels, the predictions and the scores of the rows that play a part, or of all."""
    labels: list[NDArray[Any]] = [store.labels[:0]]
    predictions: list[NDArray[Any]] = [store.labels[:0]]
    n_rows = store.n_rows if part is None else store.part(part).n_rows
    sample = ScoreSample(learner.classes_, n_rows)
    for block in range(store.n_blocks):
        some = store.read([block], part)
        which = slice(None) if some.which is None else some.which
        if some.which is None or len(some.which):
            rows = some.X if some.which is None else chosen_rows(some.X, some.which)
            scores = learner.decision_function(rows)
            labels.append(some.labels[which])
            predictions.append(learner._labels_of(scores))
            sample.add(labels[-1], scores)
    return Predicted(np.concatenate(labels), np.concatenate(predictions)), sample.scores()


def too_few(path: str, n_rows: int) -> BadData:
    """Return the exception for a file that has too few rows to hold any out."""
    return BadData(
        f"{path}: {n_rows} rows are too few to hold any out; there must be at least {ONE_IN}, and several of each class"
    )
