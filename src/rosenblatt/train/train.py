"""From a labelled file to a model and what is known of it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timezone
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rosenblatt._scikit import Pipeline
from rosenblatt.errors import BadData
from rosenblatt.evaluate.evaluation import Evaluation, evaluate
from rosenblatt.evaluate.features import ClassFeatures, feature_names, strongest_features, weights_of_classes
from rosenblatt.learn.base import Classifier
from rosenblatt.read.open_batches import Batches
from rosenblatt.rows import Indices
from rosenblatt.train.encode import EncodedRows, Place, encode, learn_features
from rosenblatt.train.narrow import Narrowing
from rosenblatt.train.progress import Progress
from rosenblatt.train.recipe import Recipe
from rosenblatt.train.report import ClassRows, EpochReport, TrainingReport
from rosenblatt.train.reread import Rereading
from rosenblatt.version import __version__

FEATURES_SHOWN = 5


def train(rows: Rereading, recipe: Recipe, place: Place, progress: Progress) -> tuple[Pipeline, TrainingReport]:
    """Learn from nine rows in ten, stop by the tenth, and judge by it.

    Parameters
    ----------
    rows : of the file.
    recipe : how to learn.
    place : where files go that do not last, and what rows may take in memory.
    progress : who wants to know how far it is.
    """
    features = learn_features(rows, recipe, progress)
    if features is not None and not hasattr(features, "kinds_"):
        rows.forget()  # nothing was learned, so that the walk to come is the only one
    with encode(rows, features, recipe, place, progress) as encoded:
        rows.forget()
        refuse_nothing_held_out(rows.batches, encoded, recipe)
        learner = recipe.make_learner()
        narrowing = Narrowing(encoded, learner)
        learn(learner, encoded, progress, recipe.epochs)
        found = outcome(learner, encoded, narrowing.columns)
        narrowing.undo(learner)
        report = make_report(rows.batches, recipe, learner, encoded, found)
    before = [] if features is None else [("features", features)]
    return Pipeline([*before, ("learner", learner)]), report


def learn(
    learner: Classifier, rows: EncodedRows, progress: Progress, epochs: int | None, *, resumes: bool = False
) -> None:
    """Learn from the rows and stop by those held out; where epochs have a limit, progress is towards that."""
    seen = 0
    n_learned = rows.learned.n_rows

    def on_rows(n_rows: int) -> None:
        nonlocal seen
        seen += n_rows
        epoch, row = divmod(seen - 1, n_learned)
        if epochs is None:
            progress.reach(f"epoch {epoch + 1}", (row + 1) / n_learned, row + 1)
        else:
            progress.reach(f"{epochs} epochs at most", seen / (epochs * n_learned), seen)

    learner._fit_blocks(rows.learned, rows.held_out, rows.classes, resumes=resumes, on_rows=on_rows)


def judge(learner: Classifier, rows: EncodedRows) -> Evaluation:
    """Compare guesses for the held-out rows with their labels."""
    labels: list[NDArray[Any]] = []
    guesses: list[NDArray[Any]] = []
    for block in range(rows.held_out.n_blocks):
        some = rows.held_out.read([block])
        labels.append(some.labels)
        guesses.append(learner.predict(some.X))
    return evaluate(np.concatenate(labels), np.concatenate(guesses))


class Outcome(NamedTuple):
    """What a learner makes of the held-out rows, and the features that decide."""

    judged: Evaluation
    strongest: tuple[ClassFeatures, ...]


def outcome(
    learner: Any, rows: EncodedRows, columns_of: Callable[[Indices], Indices] = lambda numbers: numbers
) -> Outcome:
    """Judge what was learned; `columns_of` says which columns the numbers of weights are in truth."""

    def names_of(numbers: Indices) -> list[str]:
        return feature_names(rows.features, learner, columns_of(numbers))

    weights = weights_of_classes(learner.coef_)
    return Outcome(judge(learner, rows), strongest_features(names_of, weights, learner.classes_, FEATURES_SHOWN))


def refuse_nothing_held_out(batches: Batches, rows: EncodedRows, recipe: Recipe) -> None:
    """There must be rows to judge by."""
    if rows.held_out.n_rows == 0:
        raise BadData(
            f"{batches.paths[0]}: {rows.learned.n_rows} rows leave none to hold out and judge by; "
            f"give {recipe.one_in} rows at least, and several of each class"
        )


def make_report(batches: Batches, recipe: Recipe, learner: Any, rows: EncodedRows, found: Outcome) -> TrainingReport:
    """Put together what is to be said."""
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
        held_out=found.judged,
        strongest=found.strongest,
    )
