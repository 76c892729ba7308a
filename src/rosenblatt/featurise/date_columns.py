"""Columns of dates as columns of numbers and categories."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from rosenblatt.arrow_arrays import from_floats, from_strings, is_valid, to_numbers
from rosenblatt.dates import WEEKDAYS, Moment, are_dates, parse_date
from rosenblatt.errors import BadData
from rosenblatt.featurise._tables import Column
from rosenblatt.rows import Floats, Indices

_NUMBER = "days"
_CATEGORIES = ("year", "month", "weekday", "hour")


def is_date(column: Column) -> bool:
    """Whether a column holds dates: by its type, or because all of its strings are."""
    kind = column.type
    if pa.types.is_date(kind) or pa.types.is_timestamp(kind):
        return True
    return str(kind) in ("string", "large_string", "string_view") and are_dates(column.drop_null().to_pylist())


def with_parts_of_dates(kinds: Mapping[str, str]) -> dict[str, str]:
    """Replace columns of dates by the numbers and categories that are made of them, by name and kind."""
    made: dict[str, str] = {}
    for name, kind in kinds.items():
        if kind != "date":
            made[name] = kind
            continue
        for part in (_NUMBER, *_CATEGORIES):
            if f"{name}.{part}" in kinds:
                raise BadData(
                    f"TableFeatures: the {part} of column {name!r} is called '{name}.{part}', as another column is; "
                    "rename one of them"
                )
            made[f"{name}.{part}"] = "number" if part == _NUMBER else "category"
    return made


def add_parts_of_dates(columns: Mapping[str, Column], kinds: Mapping[str, str]) -> Mapping[str, Column]:
    """Add the numbers and categories that are made of dates; those of what is no date are missing."""
    dates = [name for name, kind in kinds.items() if kind == "date"]
    return (
        {**columns, **{key: part for name in dates for key, part in _parts(name, columns[name])}} if dates else columns
    )


def days_of(name: str, column: Column) -> Floats:
    """Return the days since 1970 of dates, the time of day included; NaN where there is none."""
    moments, places = _moments(name, column)
    return _days(moments)[places]


def _parts(name: str, column: Column) -> list[tuple[str, Column]]:
    moments, places = _moments(name, column)
    parts = [(f"{name}.{_NUMBER}", from_floats(_days(moments)[places]))]
    for part in _CATEGORIES:
        parts.append((f"{name}.{part}", _category([_word(one, part) for one in moments], places)))
    return parts


def _moments(name: str, column: Column) -> tuple[list[Moment | None], Indices]:
    """Return the different dates, and the place of each row's among them."""
    try:
        encoded = column.cast(pa.large_string()).dictionary_encode()
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
        raise BadData(f"TableFeatures: column {name!r} must hold dates, got {column.type}; pass another kind") from None
    moments = [None if text is None else parse_date(text) for text in encoded.dictionary.to_pylist()]
    # One place more, which nulls and what is no date have.
    places = np.where(is_valid(encoded.indices), to_numbers(encoded.indices), len(moments))
    return [*moments, None], places


def _days(moments: Sequence[Moment | None]) -> Floats:
    return np.array([np.nan if one is None else one.days for one in moments])


def _word(moment: Moment | None, part: str) -> str | None:
    if moment is None:
        return None
    return WEEKDAYS[moment.weekday] if part == "weekday" else str(getattr(moment, part))


def _category(words: Sequence[str | None], places: Any) -> Column:
    """Return strings by their places in a short list."""
    numbers: dict[str | None, int] = {}
    codes = np.array([numbers.setdefault(word, len(numbers)) for word in words], np.int32)[places]
    missing = numbers.get(None, -1)
    values = from_strings([word or "" for word in numbers])
    bits = pa.py_buffer(np.packbits(codes != missing, bitorder="little"))
    indices = pa.Array.from_buffers(pa.int32(), len(codes), [bits, pa.py_buffer(np.ascontiguousarray(codes))])
    return pa.DictionaryArray.from_arrays(indices, values)
