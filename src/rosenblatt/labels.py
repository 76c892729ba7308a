"""Checks of labels, with one wording for learners, proofs and plots. Does not import the core."""

from __future__ import annotations

import datetime
import math
from decimal import Decimal
from numbers import Real
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rosenblatt.errors import BadData

Labels: TypeAlias = NDArray[Any]

_KINDS = "biufUSOmM"  # of NumPy's types; T, strings of any length, become objects
_SCALARS = (str, bytes, Real, np.bool_, Decimal, datetime.date, datetime.timedelta, np.datetime64, np.timedelta64)
_FEW = 100  # labels, which are sorted as quickly as compared
_WANTED = "labels must be strings, booleans, integers or floats"


def label_array(caller: str, y: ArrayLike) -> Labels:
    """Return labels as an array in the byte order of this machine; masked ones are refused."""
    labels = y if type(y) is np.ndarray else np.asarray(y)
    mask = getattr(y, "mask", None) if labels is not y and isinstance(y, np.ndarray) else None
    if mask is not None and np.any(mask):
        row = int(np.flatnonzero(np.broadcast_to(mask, labels.shape))[0])
        raise BadData(f"{caller}: y is masked in row {row}; every row needs a label: drop such rows")
    if labels.dtype.kind == "T":
        labels = labels.astype(object)
    return labels if labels.dtype.isnative else labels.astype(labels.dtype.newbyteorder("="))


def check_labels(caller: str, y: ArrayLike, n_rows: int) -> Labels:
    """Return labels as a one-dimensional array with one entry per row, none of them missing.

    Parameters
    ----------
    caller : the class or function that was called; errors begin with it.
    y : the labels; a single column is flattened.
    n_rows : number of rows.

    Examples
    --------
    >>> from rosenblatt.labels import check_labels
    >>> check_labels("certify", ["no", "yes"], 3)
    Traceback (most recent call last):
    rosenblatt.errors.BadData: certify: X has 3 rows and y has 2 labels; there must be one label per row
    """
    labels = label_array(caller, y)
    return check_label_array(caller, labels.ravel() if labels.ndim == 2 and labels.shape[1] == 1 else labels, n_rows)


def check_label_array(caller: str, labels: Labels, n_rows: int) -> Labels:
    """Check what `label_array` returned, as `check_labels` does.

    Parameters
    ----------
    caller : the class or function that was called; errors begin with it.
    labels : the labels.
    n_rows : number of rows.
    """
    if labels.ndim != 1:
        raise BadData(f"{caller}: y must hold one label per row, got an array of shape {labels.shape}")
    if labels.dtype.kind not in _KINDS:
        what = "complex numbers" if labels.dtype.kind == "c" else f"values of type {labels.dtype}"
        raise BadData(f"{caller}: y holds {what}; {_WANTED}")
    if len(labels) != n_rows:
        raise BadData(f"{caller}: X has {n_rows} rows and y has {len(labels)} labels; there must be one label per row")
    missing = _first_missing(labels)
    if missing is not None:
        raise BadData(f"{caller}: y is {labels[missing]} in row {missing}; every row needs a label, not NaN or None")
    if labels.dtype.kind == "O":
        _refuse_objects(caller, labels)
    return labels


def sorted_classes(caller: str, labels: Labels, least: int = 2) -> Labels:
    """Return the distinct labels in sorted order.

    Parameters
    ----------
    caller : the class or function that was called; errors begin with it.
    labels : what `check_labels` returned.
    least : fewer classes are an error.

    Examples
    --------
    >>> import numpy as np
    >>> from rosenblatt.labels import sorted_classes
    >>> sorted_classes("certify", np.array(["no", "yes", "no"])).tolist()
    ['no', 'yes']
    """
    classes = _distinct(caller, labels)
    if len(classes) < least:
        raise BadData(f"{caller}: y holds only one class, {shown(classes)}; there must be rows of at least two classes")
    return classes


def shown(labels: Labels) -> str:
    """Format the first labels for an error message."""
    first = ", ".join(repr(label) for label in labels[:5].tolist())
    return first + (", ..." if len(labels) > 5 else "")


def _first_missing(labels: Labels) -> int | None:
    if labels.dtype.kind == "f" and not np.isfinite(labels).all():
        return int(np.argmin(np.isfinite(labels)))
    if labels.dtype.kind in "mM" and np.isnat(labels).any():
        return int(np.argmax(np.isnat(labels)))
    if labels.dtype.kind == "O" and set(map(type, labels)) - {str, int, bool}:
        return next((row for row, label in enumerate(labels) if _is_missing(label)), None)
    return None


def _is_missing(label: Any) -> bool:
    """Whether this is None, a float that is not finite, or one of the values that do not equal themselves."""
    if label is None or isinstance(label, float):
        return label is None or not math.isfinite(label)
    try:
        return bool(label != label)  # noqa: PLR0124  true of NaN and NaT of any type
    except TypeError:  # of pandas.NA nothing is true
        return True
    except ValueError:  # of an array something may be
        return False


def _refuse_objects(caller: str, labels: Labels) -> None:
    """Raise unless all labels can be sorted and compared one by one."""
    if all(issubclass(kind, _SCALARS) for kind in set(map(type, labels))):
        return
    row = next(row for row, label in enumerate(labels) if not isinstance(label, _SCALARS))
    raise BadData(f"{caller}: y is {labels[row]!r} in row {row}, a {type(labels[row]).__name__}; {_WANTED}")


def _distinct(caller: str, labels: Labels) -> Labels:
    if labels.dtype.kind in "biuf" and len(labels) > _FEW:
        # Two classes are the smallest and the largest: no need to sort.
        low, high = labels.min(), labels.max()
        if ((labels == low) | (labels == high)).all():
            labels = np.array([low, high], dtype=labels.dtype)
    try:
        ordered = labels.copy()
        ordered.sort()
    except TypeError:
        kinds = sorted({type(label).__name__ for label in labels})
        raise BadData(f"{caller}: y mixes labels of kinds that cannot be sorted: {', '.join(kinds)}") from None
    is_first = np.empty(len(ordered), np.bool_)  # np.unique does the same, but imports NumPy's masked arrays
    is_first[:1] = True
    is_first[1:] = ordered[1:] != ordered[:-1]
    return ordered[is_first]
