"""The strongest features of a fitted learner, with names from one more walk over the texts where none are known."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from rosenblatt.evaluate.features import (
    ClassFeatures,
    feature_names,
    strongest_columns,
    strongest_features,
    weights_of_classes,
)
from rosenblatt.featurise.column_names import learn_names, unnamed_columns
from rosenblatt.featurise.matrix_tables import columns_of, table_of
from rosenblatt.featurise.table_features import TableFeatures
from rosenblatt.rows import Floats, Indices
from rosenblatt.train.progress import Progress
from rosenblatt.train.split_rows import SplitRows

FEATURES_SHOWN = 5
MOST_NAMED = 1000


def strongest_of(
    learner: Any, features: TableFeatures | None, rows: SplitRows, progress: Progress, columns: Indices | None = None
) -> tuple[ClassFeatures, ...]:
    """Return the strongest features per class, after the names of the strongest hashed columns have been learned.

    Parameters
    ----------
    learner : the fitted learner.
    features : the transformer before it, or None; learns names.
    rows : all rows, which are read again only if a name is not known.
    progress : receives progress updates.
    columns : the original numbers of the columns of the learner, if they differ.
    """
    used, weights = _used(learner)
    numbers = used if columns is None else columns[used]
    if features is not None:
        _name(features, numbers[strongest_columns(weights, MOST_NAMED)], rows, progress)
    return strongest_named(learner, features, columns)


def strongest_named(
    learner: Any, features: TableFeatures | None, columns: Indices | None = None
) -> tuple[ClassFeatures, ...]:
    """Return the strongest features per class, by the names that are known."""
    used, weights = _used(learner)
    numbers = used if columns is None else columns[used]
    return strongest_features(
        lambda some: feature_names(features, learner, numbers[some]), weights, learner.classes_, FEATURES_SHOWN
    )


def _used(learner: Any) -> tuple[Indices, Floats]:
    """Return the columns that have weights, and the weights of each class; hashing leaves most columns empty."""
    used = np.flatnonzero(learner.coef_.any(axis=0))
    return used, weights_of_classes(learner.coef_[:, used])


def _name(features: TableFeatures, columns: Indices, rows: SplitRows, progress: Progress) -> None:
    unnamed = unnamed_columns(features, columns)

    def tables() -> Iterator[Any]:
        for batch, _, _ in rows.read("naming", progress):
            yield table_of(batch, columns_of(features))

    if len(unnamed):
        learn_names(features, tables(), unnamed)
