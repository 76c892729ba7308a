"""Labels of any kind on the outside; inside, -1 and +1 (the larger in sorted order) or, with several, class numbers."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rosenblatt.errors import BadData
from rosenblatt.labels import Labels, check_label_array, label_array, shown, sorted_classes
from rosenblatt.rows import Indices, Targets

_SIGNS = np.array([-1, 1], dtype=np.int8)
_FLAGS = np.array([False, True])


def as_labels(owner: object, y: ArrayLike | None, n_rows: int) -> Labels:
    """Return labels as a one-dimensional array with one entry per row; a column is flattened with a warning."""
    name = type(owner).__name__
    if y is None:
        raise BadData(f"{name} requires y to be passed, but the target y is None")
    labels = label_array(name, y)
    if labels.ndim != 1:
        from sklearn.utils import column_or_1d  # noqa: PLC0415  slow to load, and labels are seldom a column

        try:
            labels = column_or_1d(labels, warn=True)
        except ValueError as error:
            raise BadData(f"{name}: {error}") from None
    return check_label_array(name, labels, n_rows)


def classes_in(owner: object, labels: Labels, least: int = 2) -> Labels:
    """Return the distinct labels in sorted order; numbers with fractions are no classes."""
    name = type(owner).__name__
    classes = sorted_classes(name, labels, least)
    if len(classes) > 2 and classes.dtype.kind == "f" and (classes % 1 != 0).any():
        raise BadData(
            f"{name}: Unknown label type: continuous. y holds {len(classes)} different numbers with fractions; "
            "a classifier needs classes: bin them, or use a regressor"
        )
    return classes


def with_label(owner: object, classes: Labels, label: Labels) -> Labels:
    """Take one more label in among the classes."""
    refuse_other_kind(owner, label, classes)
    return classes_in(owner, np.concatenate([classes, label]))


def refuse_other_kind(owner: object, labels: Labels, classes: Labels) -> None:
    """Raise if labels are text and the classes numbers, or the other way round."""
    kinds = {classes.dtype.kind, labels.dtype.kind}
    if kinds & set("US") and kinds & set("biuf"):
        raise BadData(
            f"{type(owner).__name__}: y holds {shown(labels)}, and the classes of this model are {shown(classes)}; "
            "labels must be all text or all numbers"
        )


def match(labels: Labels, classes: Labels) -> tuple[Targets, NDArray[np.bool_]]:
    """+1 for the second of two classes and -1 for the first; the place among several; and which labels are known."""
    if len(classes) == 2:
        if len(labels) == 1:  # comparing arrays takes several times as long, on every row of a stream
            second = int(labels[0] == classes[1])
            known = int(second or labels[0] == classes[0])
            return _SIGNS[second : second + 1], _FLAGS[known : known + 1]
        positive = labels == classes[1:]
        return _SIGNS.take(positive), positive | (labels == classes[:1])
    places = np.minimum(classes.searchsorted(labels), len(classes) - 1)
    return places.astype(np.int32), classes[places] == labels


def targets_of(owner: object, labels: Labels, classes: Labels) -> Targets:
    """As `match`, but other labels are refused."""
    targets, known = match(labels, classes)
    if np.count_nonzero(known) < len(known):  # all() takes twice as long
        row = int(np.argmin(known))
        raise BadData(
            f"{type(owner).__name__}: y is {shown(labels[row : row + 1])} in row {row}; "
            f"the classes of this model are {shown(classes)}"
        )
    return targets


def targets_where_present(labels: Labels, classes: Labels, present: Indices) -> Targets:
    """The targets of labels whose classes these are; those of rows that are not there may be anything."""
    if len(present) == len(labels):
        return _SIGNS.take(labels == classes[1:]) if len(classes) == 2 else match(labels, classes)[0]
    found = match(labels[present], classes)[0]
    targets = np.ones(len(labels), dtype=found.dtype)
    targets[present] = found
    return targets


def places_of(targets: Targets) -> NDArray[np.intp]:
    """The place of each target's class among the classes."""
    return ((targets + 1) // 2 if targets.dtype == np.int8 else targets).astype(np.intp)
