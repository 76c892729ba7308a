"""Labels in a model file: the classes of a learner as JSON, with the type of their array."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt.errors import BadData
from rosenblatt.model_files.reader import SectionReader
from rosenblatt.model_files.writer import SectionWriter

MOST_BYTES = 2**28  # one long label widens every element of a NumPy array of strings
_SCALARS: dict[str, type] = {"b": bool, "i": int, "u": int, "f": float, "U": str, "S": str}
_SIZES = {"b": (1,), "i": (1, 2, 4, 8), "u": (1, 2, 4, 8), "f": (2, 4, 8)}


def write_labels(writer: SectionWriter, classes: NDArray[Any]) -> None:
    """Write the labels of all classes."""
    kind = classes.dtype.kind
    labels = [label.decode("latin-1") for label in classes.tolist()] if kind == "S" else classes.tolist()
    if kind not in "biufUSO" or classes.nbytes > MOST_BYTES or any(_is_other(label) for label in labels):
        raise BadData(
            "a model file holds labels that are strings, whole numbers, floats or booleans, in at most "
            f"{MOST_BYTES:,} bytes; these are {classes.dtype}, in {classes.nbytes:,} bytes: convert them first"
        )
    writer.facts["labels"] = labels
    writer.facts["labels_type"] = classes.dtype.newbyteorder("<").str


def read_labels(reader: SectionReader) -> NDArray[Any]:
    """Read the labels of all classes: at least one, in rising order."""
    labels, written = reader.facts.get("labels"), reader.string("labels_type")
    if not isinstance(labels, list) or not labels or any(_is_other(label) for label in labels):
        reader.refuse("labels", "a list of strings, numbers or booleans")
    classes = _array(reader, labels, written)
    try:
        is_rising = bool(np.all(classes[:-1] < classes[1:]))
    except TypeError:
        is_rising = False
    if not is_rising:
        reader.refuse("labels", "different, of one kind and in rising order")
    return classes


def _array(reader: SectionReader, labels: list[Any], written: str) -> NDArray[Any]:
    if written == "|O":
        classes = np.empty(len(labels), dtype=object)
        classes[:] = labels
        return classes
    kind, size = written[1:2], int(written[2:]) if written[2:].isdecimal() and len(written) < 12 else 0
    fits = size in _SIZES[kind] if kind in _SIZES else size > 0
    if kind not in _SCALARS or not fits or len(labels) * size * (4 if kind == "U" else 1) > MOST_BYTES:
        reader.refuse("labels_type", "the type of an array of strings, numbers or booleans")
    if kind in "iu" and not all(type(label) is int and _holds(f"{kind}{size}", label) for label in labels):
        reader.refuse("labels", f"of the type {written}")
    try:
        values = [label.encode("latin-1") for label in labels] if kind == "S" else labels
        array = np.array(values, dtype=np.dtype(f"{kind}{size}"))
        is_right = all(type(label) is _SCALARS[kind] for label in labels) and array.tolist() == values
    except (AttributeError, TypeError, ValueError, OverflowError):
        is_right = False
    if not is_right:
        reader.refuse("labels", f"of the type {written}")
    return array


def _holds(written: str, label: int) -> bool:
    bounds = np.iinfo(written)
    return int(bounds.min) <= label <= int(bounds.max)


def _is_other(label: object) -> bool:
    is_plain = type(label) in (str, bool, int, float)
    return not is_plain or (isinstance(label, float) and not np.isfinite(label))
