"""Arrays of any type to the type of their kind, with what is missing told from what is bad."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from rosenblatt.read._kinds import TYPES, Kind, is_number


def can_be_settled(found: pa.DataType) -> bool:
    """Whether values of this type can be made numbers or strings."""
    kinds = pa.types
    if kinds.is_dictionary(found):
        found = found.value_type
    if kinds.is_nested(found) or kinds.is_binary(found) or kinds.is_large_binary(found):
        return False
    try:
        pa.nulls(0, found).cast(pa.float64() if is_number(found) else pa.string())
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
        return False
    return True


def settle(column: pa.ChunkedArray, kind: Kind) -> tuple[pa.Array, NDArray[np.bool_] | None]:
    """One array of the kind's type, and which of its rows cannot be of it (None: all can).

    Missing are nulls, what is not a number (NaN), and the empty string.
    """
    array = as_one(column)
    if pa.types.is_dictionary(array.type) and (kind != "category" or array.type.value_type != pa.string()):
        array = array.dictionary_decode()
    if kind == "number":
        array, is_bad = _numbers(array)
        return without(array, pc.is_nan(array)), is_bad
    if not pa.types.is_dictionary(array.type):
        array = array.cast(pa.string())
    if kind == "text":
        return without(array, pc.equal(pc.binary_length(array), 0)), None
    if not pa.types.is_dictionary(array.type):
        array = array.dictionary_encode()
    array = array.cast(TYPES["category"])
    empty = pc.index(array.dictionary, pa.scalar("", pa.string())).as_py()
    return (array if empty < 0 else without(array, pc.equal(array.indices, empty))), None


def as_one(column: pa.ChunkedArray) -> pa.Array:
    """All chunks as one array."""
    if pa.types.is_dictionary(column.type):
        column = column.unify_dictionaries()
    array = column.combine_chunks()
    return pa.concat_arrays(array.chunks) if isinstance(array, pa.ChunkedArray) else array


def without(array: pa.Array, is_missing: pa.Array) -> pa.Array:
    """The array with nulls in some more places."""
    if not pc.any(is_missing).as_py():
        return array
    return pc.if_else(pc.fill_null(is_missing, True), pa.scalar(None, array.type), array)


def _numbers(array: pa.Array) -> tuple[pa.Array, NDArray[np.bool_] | None]:
    if pa.types.is_large_string(array.type) or pa.types.is_string(array.type):
        array = pc.utf8_trim_whitespace(array)
        array = without(array, pc.equal(pc.binary_length(array), 0))
    try:
        return array.cast(pa.float64(), safe=False), None
    except pa.ArrowInvalid:
        numbers = [_number(value) for value in array]
        is_bad = np.array([number is None and value.is_valid for number, value in zip(numbers, array, strict=True)])
        return pa.array(numbers, pa.float64()), is_bad


def _number(value: pa.Scalar) -> float | None:
    try:
        number: float | None = value.cast(pa.float64()).as_py()
    except pa.ArrowInvalid:
        return None
    return number
