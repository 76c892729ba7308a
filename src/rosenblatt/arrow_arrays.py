"""Arrow arrays from and to NumPy, by their buffers.

``pyarrow.array`` and ``to_numpy`` do the same, but first they import pandas, where that is installed, to recognise its
types. That takes longer than a small file takes to learn.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray


def from_bools(values: NDArray[np.bool_]) -> pa.BooleanArray:
    """Make an array of booleans, none of them null."""
    bits = np.packbits(values, bitorder="little")
    return pa.Array.from_buffers(pa.bool_(), len(values), [None, pa.py_buffer(bits)])


def from_floats(values: NDArray[np.floating]) -> pa.DoubleArray:
    """Make an array of floats, none of them null; NaN stays NaN."""
    return pa.Array.from_buffers(pa.float64(), len(values), [None, pa.py_buffer(values.astype(np.float64, order="C"))])


def from_strings(values: Sequence[str]) -> pa.StringArray:
    """Make an array of strings, none of them null."""
    encoded = [value.encode() for value in values]
    ends = np.fromiter(accumulate(map(len, encoded), initial=0), np.int32, len(encoded) + 1)
    return pa.StringArray.from_buffers(len(encoded), pa.py_buffer(ends), pa.py_buffer(b"".join(encoded)))


def to_numbers(array: pa.Array) -> NDArray[Any]:
    """View an array of numbers where it lies; floats are copied if some are null, which becomes NaN."""
    kind = np.dtype(array.type.to_pandas_dtype())
    if not len(array):
        return np.empty(0, kind)
    numbers = np.frombuffer(array.buffers()[1], kind, len(array), array.offset * kind.itemsize)
    return np.where(is_valid(array), numbers, np.nan) if array.null_count and kind.kind == "f" else numbers


def is_valid(array: pa.Array) -> NDArray[np.bool_]:
    """Return which values are not null."""
    bits = array.buffers()[0]
    if not array.null_count or bits is None:
        return np.full(len(array), array.null_count == 0)
    unpacked = np.unpackbits(np.frombuffer(bits, np.uint8), bitorder="little")
    return unpacked[array.offset : array.offset + len(array)].astype(np.bool_)


def is_true(array: pa.BooleanArray) -> NDArray[np.bool_]:
    """Return which booleans are true; a null is not."""
    bits = np.unpackbits(np.frombuffer(array.buffers()[1] or b"", np.uint8), bitorder="little")
    return bits[array.offset : array.offset + len(array)].astype(np.bool_) & is_valid(array)
