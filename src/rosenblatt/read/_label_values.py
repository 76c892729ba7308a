"""Arrays of labels: strings, whole numbers or floats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt.rows import FileLabels

_LARGEST_WHOLE = 2.0**53


def whole_if_possible(numbers: NDArray[np.float64]) -> NDArray[np.float64] | NDArray[np.int64]:
    """Convert labels to whole numbers if all of them are, so that 1, +1 and 1.0 are one class and print as 1."""
    if not (np.abs(numbers) <= _LARGEST_WHOLE).all():
        return numbers
    whole = numbers.astype(np.int64)
    return whole if (whole == numbers).all() else numbers


def map_labels(labels: FileLabels, mapping: Mapping[str, str]) -> FileLabels:
    """Replace labels by others; those of numbers stay numbers if the others are numbers, too.

    Examples
    --------
    >>> import numpy as np
    >>> from rosenblatt.read._label_values import map_labels
    >>> map_labels(np.array(["yes.", "no"]), {"yes.": "yes"}).tolist()
    ['yes', 'no']
    >>> map_labels(np.array([1, 2]), {"2": "0"}).tolist()
    [1, 0]
    """
    found = labels.tolist()
    mapped = [mapping.get(str(label), str(label)) for label in found]
    try:
        return (
            np.array(mapped, np.str_) if labels.dtype.kind == "U" else whole_if_possible(np.array(mapped, np.float64))
        )
    except ValueError:
        return np.array(mapped, np.str_)


def convert_labels(values: NDArray[Any]) -> FileLabels:
    """Convert an array of numbers, strings or booleans to labels."""
    if values.dtype.kind == "b":
        return np.where(values, "true", "false")
    if values.dtype.kind in "US":
        return values.astype(np.str_)
    return whole_if_possible(values.astype(np.float64))
