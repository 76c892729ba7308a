"""Columns of Python numbers and strings as Arrow arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyarrow as pa


def sample_array(values: Sequence[Any]) -> pa.Array:
    """Return numbers if there is nothing else, else strings; bytes have no values."""
    types = set(map(type, values))
    if str in types:
        return strings([value for value in values if not isinstance(value, bytes)])
    if any(issubclass(one, bytes) for one in types):
        return pa.nulls(0, pa.binary())
    return pa.array([None if value is None else float(value) for value in values])


def value_array(values: Sequence[Any], kind: str) -> pa.Array:
    """Return the values of a column of this kind; strings if a column of numbers has one, so that it can be named."""
    if kind == "number" and str not in set(map(type, values)):
        return pa.array([None if value is None else float(value) for value in values], pa.float64())
    return strings(values)


def strings(values: Sequence[Any]) -> pa.Array:
    """Return all values as strings."""
    return pa.array([None if value is None else str(value) for value in values], pa.string())
