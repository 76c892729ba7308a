"""The kind of a column: numbers, categories, dates or text."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from difflib import get_close_matches
from typing import Literal

import pyarrow as pa

from rosenblatt.checks import shortened
from rosenblatt.dates import are_dates
from rosenblatt.errors import BadData

Kind = Literal["number", "category", "text", "date"]

ROWS_INSPECTED = 10_000
MOST_COLUMNS = 100_000  # of a table: reading it takes about 10 kB per column, whatever the column holds
MOST_CELLS = 2**23  # that are parsed at once: 64 MiB of numbers, however little a missing one takes in the file
TYPES: dict[Kind, pa.DataType] = {
    "number": pa.float64(),
    "category": pa.dictionary(pa.int32(), pa.string()),
    "text": pa.string(),
    "date": pa.string(),  # parsed by the features, which decide what becomes of it
}

LABEL, TEXT = "label", "text"  # the columns of formats that do not name them

_ROWS_WHOSE_WORDS_ARE_COUNTED = 1_000
_WORDS_OF_TEXT = 5.0  # words per value, on average: this or more is text
_WORDS_OF_A_NAME = 1.5  # fewer are a category


class NoSuchColumn(BadData):
    """A column that is asked for by name is not there."""


def infer_kind(column: pa.Array) -> Kind:
    """Infer the kind from the first rows: numbers are numbers, and strings are dates if all of them are.

    Others are categories if they are short or repeat. Text has 5 words or more per value. Fewer words are a category if
    each value occurs twice on average, or if hardly any value has a second word.
    """
    if is_number(column.type):
        return "number"
    strings = column if column.type == pa.string() else column.cast(pa.string())
    present = strings.drop_null() if strings.null_count else strings
    some = present.slice(0, _ROWS_WHOSE_WORDS_ARE_COUNTED).to_pylist()
    if are_dates(some):
        return "date"
    words = sum(len(value.split()) for value in some) / max(1, len(some))
    if words >= _WORDS_OF_TEXT:
        return "text"
    values = present.to_pylist()
    repeats = 2 * len(set(values)) <= len(values)
    return "category" if repeats or words < _WORDS_OF_A_NAME else "text"


def is_number(kind: pa.DataType) -> bool:
    """Whether values of this type are numbers; a column without any value counts as numbers."""
    return bool(
        pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind) or pa.types.is_null(kind)
    )


def refuse_unknown(asked: Iterable[str], names: Iterable[str], where: str) -> None:
    """Raise for the first name that is not among the columns, with the nearest one that is."""
    known = dict.fromkeys(names)
    for name in asked:
        if name in known:
            continue
        near = get_close_matches(name, known, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise NoSuchColumn(f"{where}: there is no column {name!r}; there are {listed(list(known))}{hint}")


def refuse_too_many(names: Collection[str], where: str) -> None:
    """Raise if there are more columns than a table may have."""
    if len(names) > MOST_COLUMNS:
        remedy = "write wider rows as numbers, as svmlight or in a NumPy file"
        raise BadData(f"{where}: a table may have at most {MOST_COLUMNS:,} columns, got {len(names):,}; {remedy}")


def refuse_repeated(names: Iterable[str], where: str, remedy: str = "") -> None:
    """Raise for the first name that two columns have."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            what = f"two columns are called {shortened(name)!r}; each needs a name of its own"
            raise BadData(f"{where}: {what}{remedy and f': {remedy}'}")
        seen.add(name)


def listed(names: list[str]) -> str:
    """Join the first 20 names."""
    shown = 20
    return ", ".join(names[:shown]) + (f" and {len(names) - shown} more" if len(names) > shown else "")


def names_in(asked: str | Iterable[str]) -> tuple[str, ...]:
    """Return one name or several as a tuple."""
    return (asked,) if isinstance(asked, str) else tuple(asked)


def chosen_kinds(asked: Mapping[Kind, str | Iterable[str]]) -> dict[str, Kind]:
    """Return the given kind of each column; no column may have two."""
    kinds: dict[str, Kind] = {}
    for kind, names in asked.items():
        for name in names_in(names):
            if kinds.setdefault(name, kind) != kind:
                raise BadData(f"column {name!r} cannot be both {kinds[name]} and {kind}; name it once")
    return kinds
