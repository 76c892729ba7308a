"""From labelled rows to a model and what is known of it."""

from __future__ import annotations

from datetime import datetime, timezone

import numpy as np
import pyarrow as pa
from sklearn.pipeline import Pipeline

import rosenblatt as rb
from rosenblatt.cli._model import feature_names
from rosenblatt.cli._rows import LabelledRows
from rosenblatt.errors import BadData
from rosenblatt.judge.evaluation import evaluate
from rosenblatt.judge.features import strongest_features, weights_of_classes
from rosenblatt.judge.held_out import ONE_IN, is_held_out, with_all_classes_learned
from rosenblatt.judge.training_report import ClassRows, EpochReport, TrainingReport
from rosenblatt.learn.catalogue import CATALOGUE
from rosenblatt.read.open_batches import Batches

NGRAMS = (1, 2)  # single words and pairs, so that "not good" counts as such
FEATURES_SHOWN = 5


def fit(batches: Batches, rows: LabelledRows, learner: str, seed: int) -> tuple[Pipeline, TrainingReport]:
    """Learn from nine rows in ten, stop by the tenth, and judge by it."""
    held = with_all_classes_learned(is_held_out(0, len(rows.labels), seed), rows.labels)
    if not held.any():
        raise BadData(
            f"{batches.paths[0]}: {len(rows.labels)} rows leave none to hold out and judge by; "
            f"give {ONE_IN} rows at least, and several of each class"
        )
    learned, judged = rows.part(~held), rows.part(held)
    model = CATALOGUE[learner](early_stopping=True, random_state=seed)
    features = None
    X, X_held = learned.data, judged.data
    if isinstance(X, pa.Table):
        features = rb.TableFeatures(kinds=batches.kinds, text=rb.TextFeatures(ngrams=NGRAMS, normalise=True))
        X, X_held = features.fit(X).transform(X), features.transform(X_held)
    model.fit(X, learned.labels, validation_data=(X_held, judged.labels))
    before = [] if features is None else [("features", features)]
    pipeline = Pipeline([*before, ("learner", model)])
    classes, counts = np.unique(rows.labels, return_counts=True)
    report = TrainingReport(
        file=", ".join(batches.paths),
        learner=learner,
        seed=seed,
        made=datetime.now(timezone.utc).isoformat(timespec="seconds"),
        version=rb.__version__,
        rows=len(rows.labels),
        n_columns=rows.data.shape[1],
        columns={name: str(kind) for name, kind in batches.kinds.items()},
        missing=batches.missing,
        bad_lines=batches.bad_lines,
        classes=tuple(ClassRows(label, n) for label, n in zip(classes.tolist(), counts.tolist(), strict=True)),
        epochs=tuple(EpochReport(e.epoch, e.seen, e.mistakes, e.updates, e.validation_error) for e in model.history_),
        stop_reason=model.stop_reason_,
        held_out=evaluate(judged.labels, model.predict(X_held)),
        strongest=strongest_features(
            feature_names(features, model), weights_of_classes(model.coef_), model.classes_, FEATURES_SHOWN
        ),
    )
    return pipeline, report
