"""Make a model slim: for prediction only, in float32, and without columns that decide nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rosenblatt.coded_rows import CodedRows
from rosenblatt.errors import BadData
from rosenblatt.featurise.slim import make_slim as make_features_slim
from rosenblatt.featurise.table_features import TableFeatures
from rosenblatt.learn.fitting.multiclass import OneVsOne
from rosenblatt.learn.input.rows import activations
from rosenblatt.learn.slim import can_be_slim, make_slim, rounded_weights
from rosenblatt.rows import Floats, Indices

# Blocks of rows in the form that the learner takes; called once per walk.
Blocks: TypeAlias = Callable[[], Iterable[Any]]

# Of 5,000 predictions at most about one is to change.
ROWS_PER_CHANGE = 5000


def refuse_unslimmable(learner: Any, called: str) -> None:
    """Raise if a learner does not predict by its weights alone; `called` is what the error calls it."""
    if not can_be_slim(learner):
        raise BadData(
            f"{called}: a {type(learner).__name__} predicts by more than one plane per class, so it has no slim form; "
            "train a linear learner other than voted-perceptron"
        )


def slim_down(
    learner: Any, features: TableFeatures | None, rows: Blocks | None = None, weak: Indices | None = None
) -> None:
    """Make a model slim, in place: weights of float32, and no state to continue learning from.

    Parameters
    ----------
    learner : one that `refuse_unslimmable` accepts.
    features : the features before it, or None.
    rows : rows whose predictions must not change. If they would, weak columns stay, and then weights stay float64.
    weak : columns to remove; None for none.
    """
    full, rounded = learner.coef_, rounded_weights(learner.coef_)
    candidates = [full] if rounded is None else [_without(rounded, weak), rounded, full]
    before = None if rows is None else _predictions(learner, rows)
    for coef in candidates:
        learner.coef_ = coef
        if rows is None or before is None or np.array_equal(_predictions(learner, rows), before):
            break
    make_slim(learner)
    if features is not None:
        make_features_slim(features)


def _without(coef: Floats, weak: Indices | None) -> Floats:
    if weak is None:
        return coef
    coef = coef.copy(order="K")
    coef[:, weak] = 0.0
    return coef


def _predictions(learner: Any, rows: Blocks) -> NDArray[Any]:
    return np.concatenate([learner.classes_[:0], *(learner.predict(X) for X in rows())])


def strengths_of(learner: Any, values: Floats) -> Floats:
    """Return the most that each column adds to a score: its largest absolute weight times its largest absolute value.

    Parameters
    ----------
    learner : predicts by ``coef_``.
    values : the largest absolute value of each column; infinite where it is not known, and so is its strength.
    """
    largest: Floats = np.abs(learner.coef_).max(axis=0)
    return np.where(np.isfinite(values), largest * np.where(np.isfinite(values), values, 0.0), np.inf)


def harmless_strength(learner: Any, values: Floats, rows: Blocks) -> float:
    """Return a strength: without all columns that are weaker, no prediction for these rows changes.

    Of n rows of which none changes, there may still be one in n among others that does. So for n below 5,000, no
    prediction may change even if the removal counts 5,000 / n times: close to a tie the number of changes is
    proportional to the change of scores, so that of others about one in 5,000 changes.

    Parameters
    ----------
    learner : predicts by ``coef_``, several classes jointly or each against the rest; in pairs, no column is harmless.
    values : as in `strengths_of`.
    rows : rows that the learner has not learned from. Those it has are far from a tie, and those near one have large
        weights in columns of their own: chosen by learned rows, columns changed one prediction in 20 for others.
    """
    if isinstance(learner._division, OneVsOne):
        return 0.0
    scores = np.concatenate([learner.decision_function(X) for X in rows()])
    predictions, factor = learner._labels_of(scores), max(1.0, ROWS_PER_CHANGE / len(scores))
    strengths = strengths_of(learner, values)
    rising = np.sort(strengths[np.isfinite(strengths)])

    def is_harmless(place: int) -> bool:
        lost = _activations(learner, np.flatnonzero(strengths < rising[place]), rows)
        return bool(np.array_equal(learner._labels_of(scores - factor * lost), predictions))

    least, most = 0, len(rising) - 1
    while least < most:
        middle = (least + most + 1) // 2
        least, most = (middle, most) if is_harmless(middle) else (least, middle - 1)
    return float(rising[least]) if len(rising) else 0.0


def _activations(learner: Any, columns: Indices, rows: Blocks) -> Floats:
    """Compute what some columns add to the scores of rows."""
    coef = np.zeros_like(learner.coef_)
    coef[:, columns] = learner.coef_[:, columns]
    model = learner._division.linear_model(coef, np.zeros_like(learner.intercept_))
    return np.concatenate([activations(learner, X, model) for X in rows()])


def largest_values(rows: Blocks, n_columns: int) -> Floats:
    """Return the largest absolute value of each column; infinite for a column that no row has.

    Parameters
    ----------
    rows : blocks of rows.
    n_columns : the number of columns.
    """
    largest = np.zeros(n_columns)
    for X in _plain(rows()):
        if isinstance(X, np.ndarray):
            np.maximum(largest, np.abs(X).max(axis=0, initial=0.0), out=largest)
        else:
            np.maximum.at(largest, X.indices, np.abs(X.data))
    largest[largest == 0.0] = np.inf
    return largest


def _plain(blocks: Iterable[Any]) -> Iterator[Any]:
    for X in blocks:
        if isinstance(X, CodedRows):
            yield from (some for _, some in X.chunks())
        else:
            yield X
