"""Arrays of labels: strings, whole numbers or floats."""

from __future__ import annotations

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


def convert_labels(values: NDArray[Any]) -> FileLabels:
    """Convert an array of numbers, strings or booleans to labels."""
    if values.dtype.kind == "b":
        return np.where(values, "true", "false")
    if values.dtype.kind in "US":
        return values.astype(np.str_)
    return whole_if_possible(values.astype(np.float64))
