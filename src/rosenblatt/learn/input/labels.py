"""Labels of any kind on the outside; inside, -1 and +1 (the larger in sorted order) or, with several, class numbers."""

from __future__ import annotations

import math
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rosenblatt._scikit import column_or_1d
from rosenblatt.errors import BadData
from rosenblatt.rows import Indices, Targets

Labels: TypeAlias = NDArray[Any]

_SIGNS = np.array([-1, 1], dtype=np.int8)


def as_labels(owner: object, y: ArrayLike | None, n_rows: int) -> Labels:
    """Labels as a one-dimensional array with one entry a row."""
    name = type(owner).__name__
    if y is None:
        raise BadData(f"{name} requires y to be passed, but the target y is None")
    labels = y if type(y) is np.ndarray else np.asarray(y)
    if labels.dtype.kind == "c":
        raise BadData(f"{name}: y holds complex numbers; labels must be strings, booleans, integers or floats")
    if labels.ndim != 1:
        try:
            labels = column_or_1d(y, warn=True)
        except ValueError as error:
            raise BadData(f"{name}: {error}") from None
    if len(labels) != n_rows:
        raise BadData(f"{name}: X has {n_rows} rows and y has {len(labels)} labels; there must be one label a row")
    missing = _first_missing(labels)
    if missing is not None:
        raise BadData(f"{name}: y is {labels[missing]} in row {missing}; every row needs a label, not NaN or None")
    return labels


def classes_in(owner: object, labels: Labels, least: int = 2) -> Labels:
    """Find the labels that occur, in sorted order; there must be at least so many."""
    name = type(owner).__name__
    classes = _distinct(name, labels)
    if len(classes) > 2 and classes.dtype.kind == "f" and (classes % 1 != 0).any():
        raise BadData(
            f"{name}: Unknown label type: continuous. y holds {len(classes)} different numbers with fractions; "
            "a classifier needs classes: bin them, or use a regressor"
        )
    if len(classes) < least:
        raise BadData(f"{name}: y holds only one class, {_some(classes)}; learning needs rows of two classes")
    return classes


def with_label(owner: object, classes: Labels, label: Labels) -> Labels:
    """Take one more label in among the classes."""
    if {classes.dtype.kind, label.dtype.kind} & set("US") and {classes.dtype.kind, label.dtype.kind} & set("biuf"):
        raise BadData(
            f"{type(owner).__name__}: y holds {_some(label)}, and the classes of this model are {_some(classes)}; "
            "labels must be all text or all numbers"
        )
    return classes_in(owner, np.concatenate([classes, label]))


def match(labels: Labels, classes: Labels) -> tuple[Targets, NDArray[np.bool_]]:
    """+1 for the second of two classes and -1 for the first; the place among several; and which labels are known."""
    if len(classes) == 2:
        first, second = classes
        positive = labels == second
        return _SIGNS.take(positive), positive | (labels == first)
    places = np.minimum(np.searchsorted(classes, labels), len(classes) - 1)
    return places.astype(np.int32), classes[places] == labels


def targets_of(owner: object, labels: Labels, classes: Labels) -> Targets:
    """As `match`, but other labels are refused."""
    targets, known = match(labels, classes)
    if not known.all():
        row = int(np.argmin(known))
        raise BadData(
            f"{type(owner).__name__}: y is {_some(labels[row : row + 1])} in row {row}; "
            f"the classes of this model are {_some(classes)}"
        )
    return targets


def targets_where_present(owner: object, labels: Labels, classes: Labels, present: Indices) -> Targets:
    """As `targets_of`, but the labels of rows that are not there may be anything."""
    if len(present) == len(labels):
        return targets_of(owner, labels, classes)
    found = targets_of(owner, labels[present], classes)
    targets = np.ones(len(labels), dtype=found.dtype)
    targets[present] = found
    return targets


def places_of(targets: Targets) -> NDArray[np.intp]:
    """The place of each target's class among the classes."""
    return ((targets + 1) // 2 if targets.dtype == np.int8 else targets).astype(np.intp)


def _first_missing(labels: Labels) -> int | None:
    if labels.dtype.kind == "f" and not np.isfinite(labels).all():
        return int(np.argmin(np.isfinite(labels)))
    if labels.dtype.kind == "O":
        return next((row for row, label in enumerate(labels) if label is None or _is_nan(label)), None)
    return None


def _is_nan(label: object) -> bool:
    return isinstance(label, float) and math.isnan(label)


def _distinct(name: str, labels: Labels) -> Labels:
    if labels.dtype.kind in "biuf" and len(labels):
        # Two classes are the smallest and the largest: no need to sort.
        low, high = labels.min(), labels.max()
        if ((labels == low) | (labels == high)).all():
            return np.unique(np.array([low, high], dtype=labels.dtype))
    try:
        return np.unique(labels)
    except TypeError:
        kinds = sorted({type(label).__name__ for label in labels})
        raise BadData(f"{name}: y mixes labels of kinds that cannot be sorted: {', '.join(kinds)}") from None


def _some(classes: Labels) -> str:
    shown = ", ".join(repr(label) for label in classes[:5].tolist())
    return shown + (", ..." if len(classes) > 5 else "")
