"""Train on a labelled file: encode its rows, fit a learner, and report how good it is."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rosenblatt.errors import BadData
from rosenblatt.evaluate.evaluation import Evaluation, evaluate
from rosenblatt.evaluate.features import ClassFeatures, feature_names, strongest_features, weights_of_classes
from rosenblatt.learn.base import Classifier
from rosenblatt.model_files.steps import Steps
from rosenblatt.read.open_batches import Batches
from rosenblatt.rows import Indices
from rosenblatt.train.cached_batches import CachedBatches
from rosenblatt.train.encode import EncodedRows, Storage, encode, learn_features
from rosenblatt.train.narrow import narrowed
from rosenblatt.train.progress import Progress
from rosenblatt.train.recipe import Recipe
from rosenblatt.train.report import ClassRows, EpochReport, TrainingReport
from rosenblatt.version import __version__

FEATURES_SHOWN = 5


def train(rows: CachedBatches, recipe: Recipe, storage: Storage, progress: Progress) -> tuple[Steps, TrainingReport]:
    """Fit a learner to nine rows in ten; the tenth decides when to stop, and how good the model is.

    Parameters
    ----------
    rows : the rows of the file.
    recipe : how to learn.
    storage : where temporary files go, and how much memory rows may take.
    progress : receives progress updates.
    """
    features = learn_features(rows, recipe, progress)
    if features is not None and features.needs_fit:
        rows.drop_cache()  # nothing was read yet, so that encoding is the only pass
    with encode(rows, features, recipe, storage, progress) as encoded:
        rows.drop_cache()
        refuse_nothing_held_out(rows.batches, encoded, recipe)
        learner = recipe.make_learner()
        with narrowed(encoded, learner) as columns:
            learn(learner, encoded, progress, recipe.epochs)
            result = outcome(learner, encoded, columns)
        report = make_report(rows.batches, recipe, learner, encoded, result)
    before = [] if features is None else [("features", features)]
    return Steps([*before, ("learner", learner)]), report


def learn(
    learner: Classifier, rows: EncodedRows, progress: Progress, epochs: int | None, *, resumes: bool = False
) -> None:
    """Fit the learner, stopped by the held-out rows; the limit of epochs, if there is one, is what progress aims at."""
    seen = 0
    n_learned = rows.learned.n_rows

    def on_rows(n_rows: int) -> None:
        nonlocal seen
        seen += n_rows
        epoch, row = divmod(seen - 1, n_learned)
        if epochs is None:
            progress.update(f"epoch {epoch + 1}", (row + 1) / n_learned, row + 1)
        else:
            progress.update(f"{epochs} epochs at most", seen / (epochs * n_learned), seen)

    learner._fit_blocks(rows.learned, rows.held_out, rows.classes, resumes=resumes, on_rows=on_rows)


def evaluate_held_out(learner: Classifier, rows: EncodedRows) -> Evaluation:
    """Compare predictions for the held-out rows with their labels."""
    labels: list[NDArray[Any]] = []
    predictions: list[NDArray[Any]] = []
    for block in range(rows.held_out.n_blocks):
        some = rows.held_out.read([block])
        labels.append(some.labels)
        predictions.append(learner.predict(some.X))
    return evaluate(np.concatenate(labels), np.concatenate(predictions))


class Outcome(NamedTuple):
    """The evaluation of a learner on the held-out rows, and its strongest features per class."""

    evaluation: Evaluation
    strongest: tuple[ClassFeatures, ...]


def outcome(learner: Any, rows: EncodedRows, columns: Indices | None = None) -> Outcome:
    """Evaluate a learner; `columns` are the original numbers of the columns that it was fitted on, if they differ."""

    def names_of(numbers: Indices) -> list[str]:
        return feature_names(rows.features, learner, numbers if columns is None else columns[numbers])

    strongest = strongest_features(names_of, weights_of_classes(learner.coef_), learner.classes_, FEATURES_SHOWN)
    return Outcome(evaluate_held_out(learner, rows), strongest)


def refuse_nothing_held_out(batches: Batches, rows: EncodedRows, recipe: Recipe) -> None:
    """Raise if there are no held-out rows to evaluate on."""
    if rows.held_out.n_rows == 0:
        raise BadData(
            f"{batches.paths[0]}: {rows.learned.n_rows} rows are too few to hold any out; "
            f"there must be at least {recipe.one_in}, and several of each class"
        )


def make_report(batches: Batches, recipe: Recipe, learner: Any, rows: EncodedRows, result: Outcome) -> TrainingReport:
    """Collect the facts about a training."""
    return TrainingReport(
        file=", ".join(batches.paths),
        learner=recipe.learner,
        seed=recipe.seed,
        made=datetime.now(timezone.utc).isoformat(timespec="seconds"),
        version=__version__,
        rows=rows.learned.n_rows + rows.held_out.n_rows,
        n_columns=len(batches.kinds) or rows.n_columns,
        columns={name: str(kind) for name, kind in batches.kinds.items()},
        missing=batches.missing,
        bad_lines=batches.bad_lines,
        classes=tuple(ClassRows(label, rows.counts[label]) for label in rows.classes.tolist()),
        rows_on_disk=rows.bytes_on_disk,
        epochs=tuple(EpochReport(e.epoch, e.seen, e.mistakes, e.updates, e.validation_error) for e in learner.history_),
        stop_reason=learner.stop_reason_,
        held_out=result.evaluation,
        strongest=result.strongest,
    )
