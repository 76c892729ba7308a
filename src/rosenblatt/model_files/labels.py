"""Classes in a model file: labels as JSON, with the type of array that held them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt.errors import BadData
from rosenblatt.model_files.reader import Filed, Filing

MOST_BYTES = 2**28  # one long label widens all of a NumPy array of strings
_SCALARS: dict[str, type] = {"b": bool, "i": int, "u": int, "f": float, "U": str, "S": str}
_SIZES = {"b": (1,), "i": (1, 2, 4, 8), "u": (1, 2, 4, 8), "f": (2, 4, 8)}


def file_classes(filing: Filing, classes: NDArray[Any]) -> None:
    """Write the labels."""
    kind = classes.dtype.kind
    labels = [label.decode("latin-1") for label in classes.tolist()] if kind == "S" else classes.tolist()
    if kind not in "biufUSO" or classes.nbytes > MOST_BYTES or any(_is_other(label) for label in labels):
        raise BadData(
            "a model file keeps labels that are strings, whole numbers, floats or booleans, in at most "
            f"{MOST_BYTES:,} bytes; these are {classes.dtype}, in {classes.nbytes:,} bytes: give them as such"
        )
    filing.facts["labels"] = labels
    filing.facts["labels_type"] = classes.dtype.newbyteorder("<").str


def classes_from(filed: Filed) -> NDArray[Any]:
    """Read the labels: at least one, in rising order."""
    labels, written = filed.facts.get("labels"), filed.string("labels_type")
    if not isinstance(labels, list) or not labels or any(_is_other(label) for label in labels):
        filed.refuse("labels", "a list of strings, numbers or booleans")
    classes = _array(filed, labels, written)
    try:
        is_rising = bool(np.all(classes[:-1] < classes[1:]))
    except TypeError:
        is_rising = False
    if not is_rising:
        filed.refuse("labels", "different, of one kind and in rising order")
    return classes


def _array(filed: Filed, labels: list[Any], written: str) -> NDArray[Any]:
    if written == "|O":
        classes = np.empty(len(labels), dtype=object)
        classes[:] = labels
        return classes
    kind, size = written[1:2], int(written[2:]) if written[2:].isdecimal() and len(written) < 12 else 0
    fits = size in _SIZES[kind] if kind in _SIZES else size > 0
    if kind not in _SCALARS or not fits or len(labels) * size * (4 if kind == "U" else 1) > MOST_BYTES:
        filed.refuse("labels_type", "the type of an array of strings, numbers or booleans")
    if kind in "iu" and not all(type(label) is int and _holds(f"{kind}{size}", label) for label in labels):
        filed.refuse("labels", f"labels of the type {written}")
    try:
        values = [label.encode("latin-1") for label in labels] if kind == "S" else labels
        array = np.array(values, dtype=np.dtype(f"{kind}{size}"))
        is_right = all(type(label) is _SCALARS[kind] for label in labels) and array.tolist() == values
    except (AttributeError, TypeError, ValueError, OverflowError):
        is_right = False
    if not is_right:
        filed.refuse("labels", f"labels of the type {written}")
    return array


def _holds(written: str, label: int) -> bool:
    bounds = np.iinfo(written)
    return int(bounds.min) <= label <= int(bounds.max)


def _is_other(label: object) -> bool:
    is_plain = type(label) in (str, bool, int, float)
    return not is_plain or (isinstance(label, float) and not np.isfinite(label))
