"""Features of a model by name, with their weights for each class."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt.errors import BadData
from rosenblatt.featurise.column_names import find_columns, listed_names, short_name
from rosenblatt.featurise.table_features import TableFeatures
from rosenblatt.rows import Floats, Indices


@dataclass(frozen=True, slots=True)
class WeightedFeature:
    """A feature with a number: its weight, or its contribution to a prediction."""

    name: str
    weight: float


def weights_of_classes(coef: Floats) -> Floats:
    """Return one row of weights per class; the first of two classes has the negated weights of the second.

    Parameters
    ----------
    coef : the `coef_` of a linear learner.

    Examples
    --------
    >>> import numpy as np
    >>> from rosenblatt.evaluate.features import weights_of_classes
    >>> weights_of_classes(np.array([[1.0, -2.0]])).tolist()
    [[-1.0, 2.0], [1.0, -2.0]]
    """
    return np.concatenate([-coef, coef]) if len(coef) == 1 else coef


def feature_names(features: TableFeatures | None, learner: Any, columns: Indices | None = None) -> list[str]:
    """Return the names of the columns that a learner was fitted on; those of a matrix are numbered from 1.

    Parameters
    ----------
    features : the transformer before the learner, or None.
    learner : the learner.
    columns : column numbers in increasing order; None for all.
    """
    if columns is None:
        columns = np.arange(learner.n_features_in_)
    if features is None:
        return [f"column {column + 1}" for column in columns.tolist()]
    return features.names_of(columns)


@dataclass(frozen=True, slots=True)
class ClassFeatures:
    """The features with the largest weights for one class, in decreasing order."""

    label: Any
    features: tuple[WeightedFeature, ...]


def strongest_features(
    names_of: Callable[[Indices], list[str]], weights: Floats, classes: NDArray[Any], count: int
) -> tuple[ClassFeatures, ...]:
    """Find the features with the largest weights for each class; ties go to the lower column number.

    Parameters
    ----------
    names_of : maps column numbers in increasing order to names.
    weights : one row per class.
    classes : one label per class.
    count : number of features per class; fewer are returned if fewer have a weight above 0.

    Examples
    --------
    >>> import numpy as np
    >>> from rosenblatt.evaluate.features import strongest_features
    >>> names = np.array(["dull", "a", "joy"])
    >>> strongest_features(lambda columns: names[columns].tolist(), np.array([[2.0, 0.0, -3.0]]), np.array(["bad"]), 2)
    (ClassFeatures(label='bad', features=(WeightedFeature(name='dull', weight=2.0),)),)
    """
    best = [_largest(row, count) for row in weights]
    shown = _all_of(best)
    names = dict(zip(shown.tolist(), names_of(shown), strict=True))
    return tuple(
        ClassFeatures(label, tuple(WeightedFeature(str(names[j]), float(row[j])) for j in columns.tolist()))
        for label, row, columns in zip(classes.tolist(), weights, best, strict=True)
    )


def strongest_columns(weights: Floats, count: int) -> Indices:
    """Return the columns with the largest weights for each class, `count` in all, in increasing order.

    Parameters
    ----------
    weights : one row per class.
    count : shared equally by the classes; each has at least ten.
    """
    best = [_largest(row, max(10, count // len(weights))) for row in weights]
    return _all_of(best)


def _all_of(columns: list[Indices]) -> Indices:
    """Return the different columns in increasing order, as np.unique does, which imports numpy.ma."""
    return np.array(sorted(set(np.concatenate(columns).tolist())), np.int64)


def _largest(row: Floats, count: int) -> Indices:
    least = np.partition(row, -count)[-count] if count < len(row) else 0.0
    strong = np.flatnonzero((row > 0) & (row >= least))
    return strong[np.argsort(-row[strong], kind="stable")[:count]]


@dataclass(frozen=True, slots=True)
class FoundFeature:
    """A feature with one weight per class."""

    name: str
    weights: tuple[float, ...]


def find_features(asked: str, features: TableFeatures | None, weights: Floats) -> tuple[FoundFeature, ...]:
    """Find features by their whole name, or by the part after the column: ``good`` finds ``review:good``.

    Parameters
    ----------
    asked : the name or the part after the column. Where texts are hashed, any word has a column.
    features : the transformer before the learner, or None.
    weights : one row per class.

    Examples
    --------
    >>> import numpy as np
    >>> from rosenblatt import TableFeatures
    >>> from rosenblatt.evaluate.features import find_features
    >>> features = TableFeatures(kinds={"review": "text"}).fit({"review": ["a joy"]})
    >>> find_features("joy", features, np.array([[0.0, -1.0], [0.0, 1.0]]))
    (FoundFeature(name='review:joy', weights=(-1.0, 1.0)),)
    """
    if features is None:
        names = dict(enumerate(feature_names(None, None, np.arange(weights.shape[1]))))
        found, known = {column: name for column, name in names.items() if name == asked}, list(names.values())
    else:
        found, known = find_columns(features, asked), []
    if not found:
        known = known if features is None else listed_names(features)
        near = get_close_matches(asked, [*known, *map(short_name, known)], n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise BadData(f"no feature is called {asked!r}{hint}")
    return tuple(FoundFeature(name, tuple(weights[:, column].tolist())) for column, name in found.items())
