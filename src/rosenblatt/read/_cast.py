"""Cast columns of any type to the type of their kind, and distinguish missing values from bad ones.

pyarrow.compute takes longer to import than a small file takes to read, so it is imported only where values change.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from rosenblatt.arrow_arrays import from_bools, from_strings, is_true, is_valid, to_numbers
from rosenblatt.read._column_kinds import TYPES, Kind, is_number
from rosenblatt.read._spelled_numbers import as_plain, is_plain_number
from rosenblatt.read.table_form import TableForm

_SPACES = " \t"


class Cast(NamedTuple):
    """A column of one kind.

    Attributes
    ----------
    array : the values.
    is_bad : mask of the rows that cannot be of this kind; None if all can.
    extras : the signs and separators that were left out of numbers.
    """

    array: pa.Array
    is_bad: NDArray[np.bool_] | None = None
    extras: str = ""


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


def cast_column(column: pa.ChunkedArray, kind: Kind, form: TableForm) -> Cast:
    """Cast a column to the type of its kind.

    Missing values are nulls, NaN, the empty string and the words in `form.na`; in strings that are read as numbers,
    also the other marks of missing numbers.
    """
    array = as_one(column)
    if pa.types.is_dictionary(array.type) and (kind != "category" or array.type.value_type != pa.string()):
        array = array.dictionary_decode()
    if kind == "number":
        return _cast_numbers(array, form)
    if not pa.types.is_dictionary(array.type) and array.type != pa.string():
        array = array.cast(pa.string())
    if kind in ("text", "date"):
        return Cast(with_nulls(array, _is_missing(array, form)))
    if not pa.types.is_dictionary(array.type):
        array = array.dictionary_encode()
    if array.type != TYPES["category"]:
        array = array.cast(TYPES["category"])
    (missing,) = np.nonzero(_is_missing(array.dictionary, form))
    if not len(missing):
        return Cast(array)
    return Cast(with_nulls(array, np.isin(to_numbers(array.indices), missing)))


def strip_column(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """Return a column without the spaces around its strings; the same one if there are none."""
    is_encoded = pa.types.is_dictionary(column.type)
    if (column.type.value_type if is_encoded else column.type) != pa.string():
        return column
    if not any(_has_spaces(chunk.dictionary if is_encoded else chunk) for chunk in column.chunks):
        return column

    import pyarrow.compute as pc  # noqa: PLC0415

    plain = pc.utf8_trim(column.cast(pa.string()) if is_encoded else column, _SPACES)
    return plain.dictionary_encode().cast(column.type) if is_encoded else plain


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


def _is_missing(strings: pa.Array, form: TableForm) -> NDArray[np.bool_]:
    """Mask the empty strings and the words for missing values; a null is neither."""
    is_empty = _is_empty(strings)
    return is_empty | _is_one_of(strings, form.na) if form.na else is_empty


def _is_one_of(strings: pa.Array, words: Sequence[str]) -> NDArray[np.bool_]:
    import pyarrow.compute as pc  # noqa: PLC0415

    return is_true(pc.is_in(strings, from_strings(words), skip_nulls=True))


def _has_spaces(strings: pa.Array) -> bool:
    """Whether any string begins or ends with a space."""
    if not len(strings):
        return False
    _, offsets, data = strings.buffers()
    ends = np.frombuffer(offsets, np.int32, len(strings) + 1, 4 * strings.offset)
    begins, ends = ends[:-1][ends[1:] > ends[:-1]], ends[1:][ends[1:] > ends[:-1]]
    if not len(begins):
        return False
    characters = np.frombuffer(data, np.uint8)
    at_both = np.concatenate([characters[begins], characters[ends - 1]])
    return bool(((at_both == ord(" ")) | (at_both == ord("\t"))).any())


def _cast_numbers(array: pa.Array, form: TableForm) -> Cast:
    array, is_bad, extras = _numbers(array, form)
    numbers = to_numbers(array)
    is_missing = np.isnan(numbers)
    missing_numbers = [float(word) for word in form.na if is_plain_number(word)]
    if missing_numbers:
        is_missing = is_missing | np.isin(numbers, missing_numbers)
    return Cast(with_nulls(array, is_valid(array) & is_missing), is_bad, extras)


def _numbers(array: pa.Array, form: TableForm) -> Cast:
    if array.type == pa.float64():
        return Cast(array)
    is_text = pa.types.is_large_string(array.type) or pa.types.is_string(array.type)
    if is_text:
        import pyarrow.compute as pc  # noqa: PLC0415

        array = pc.utf8_trim_whitespace(array.cast(pa.string()))
        array = with_nulls(array, _is_one_of(array, form.null_values))
    try:
        if not is_text or form.decimal == ".":
            return Cast(array.cast(pa.float64(), safe=False))
    except pa.ArrowInvalid:
        if not is_text:
            numbers = [_number(value) for value in array]
            is_bad = np.array([number is None and value.is_valid for number, value in zip(numbers, array, strict=True)])
            return Cast(pa.array(numbers, pa.float64()), is_bad)
    plain, are_bad, extras = as_plain(array, form.decimal)
    return Cast(plain.cast(pa.float64()), are_bad, extras)


def _number(value: pa.Scalar) -> float | None:
    try:
        number: float | None = value.cast(pa.float64()).as_py()
    except pa.ArrowInvalid:
        return None
    return number
