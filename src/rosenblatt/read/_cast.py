"""Cast columns of any type to the type of their kind, and distinguish missing values from bad ones.

pyarrow.compute takes longer to import than a small file takes to read, so it is imported only where values change.
"""

from __future__ import annotations

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from rosenblatt.arrow_arrays import from_bools, is_valid, to_numbers
from rosenblatt.read._column_kinds import TYPES, Kind, is_number


def can_be_cast(found: pa.DataType) -> bool:
    """Whether values of this type can become numbers or strings."""
    kinds = pa.types
    if kinds.is_dictionary(found):
        found = found.value_type
    if kinds.is_string(found) or kinds.is_integer(found) or kinds.is_floating(found):
        return True
    if kinds.is_nested(found) or kinds.is_binary(found) or kinds.is_large_binary(found):
        return False
    try:
        pa.nulls(0, found).cast(pa.float64() if is_number(found) else pa.string())
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
        return False
    return True


def cast_column(column: pa.ChunkedArray, kind: Kind) -> tuple[pa.Array, NDArray[np.bool_] | None]:
    """Return one array of the kind's type, and a mask of the rows that cannot be of it (None: all can).

    Missing values are nulls, NaN and the empty string.
    """
    array = as_one(column)
    if pa.types.is_dictionary(array.type) and (kind != "category" or array.type.value_type != pa.string()):
        array = array.dictionary_decode()
    if kind == "number":
        array, is_bad = _numbers(array)
        return with_nulls(array, is_valid(array) & np.isnan(to_numbers(array))), is_bad
    if not pa.types.is_dictionary(array.type) and array.type != pa.string():
        array = array.cast(pa.string())
    if kind in ("text", "date"):
        return with_nulls(array, _is_empty(array)), None
    if not pa.types.is_dictionary(array.type):
        array = array.dictionary_encode()
    if array.type != TYPES["category"]:
        array = array.cast(TYPES["category"])
    (empty,) = np.nonzero(_is_empty(array.dictionary))
    if not len(empty):
        return array, None
    return with_nulls(array, np.isin(to_numbers(array.indices), empty)), None


def as_one(column: pa.ChunkedArray) -> pa.Array:
    """Join all chunks to one array."""
    if pa.types.is_dictionary(column.type):
        column = column.unify_dictionaries()
    if column.num_chunks == 1:
        return column.chunk(0)
    array = column.combine_chunks()
    return pa.concat_arrays(array.chunks) if isinstance(array, pa.ChunkedArray) else array


def with_nulls(array: pa.Array, is_missing: NDArray[np.bool_]) -> pa.Array:
    """Return the array with nulls where the mask is set."""
    if not is_missing.any():
        return array

    import pyarrow.compute as pc  # noqa: PLC0415

    return pc.if_else(from_bools(is_missing), pa.nulls(1, array.type)[0], array)


def _is_empty(strings: pa.Array) -> NDArray[np.bool_]:
    """Mask the empty strings; a null is not one."""
    if not len(strings):
        return np.zeros(0, np.bool_)
    _, offsets, _ = strings.buffers()
    ends = np.frombuffer(offsets, np.int32, len(strings) + 1, 4 * strings.offset)
    is_empty: NDArray[np.bool_] = is_valid(strings) & (ends[1:] == ends[:-1])
    return is_empty


def _numbers(array: pa.Array) -> tuple[pa.Array, NDArray[np.bool_] | None]:
    if array.type == pa.float64():
        return array, None
    if pa.types.is_large_string(array.type) or pa.types.is_string(array.type):
        import pyarrow.compute as pc  # noqa: PLC0415

        array = pc.utf8_trim_whitespace(array.cast(pa.string()))
        array = with_nulls(array, _is_empty(array))
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
