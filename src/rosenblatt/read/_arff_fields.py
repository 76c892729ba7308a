"""The fields of one line of ARFF: plain, or in single or double quotes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rosenblatt.checks import shortened

_QUOTED = r"'((?:[^'\\]|\\.)*)'" + r'|"((?:[^"\\]|\\.)*)"'
_NAME = re.compile(rf"(?:{_QUOTED}|([^\s{{]+))\s*", re.DOTALL)
_FIELD = re.compile(rf"\s*(?:(?:{_QUOTED})\s*|([^,\t'\"][^,\t]*)|)([,\t]|$)", re.DOTALL)
_ENTRY = re.compile(rf"\s*(\d+)\s+(?:(?:{_QUOTED})\s*|([^,'\"][^,]*)|)(,|$)", re.DOTALL)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_CONTROL = {"n": "\n", "t": "\t", "r": "\r"}
_MISSING = "?"


def take_name(declared: str) -> tuple[str, str]:
    """Return the name at the start of a declaration, and what comes after it."""
    found = _NAME.match(declared)
    if found is None:
        raise ValueError("@attribute must be followed by a name and a type")
    return str(_value(*found.groups(), mark=None)), declared[found.end() :]


def split_fields(text: str) -> list[str]:
    """Return all fields of a list."""
    return [str(_value(*found.groups()[:3], mark=None)) for found in _matches(_FIELD, text)]


def dense_row(text: str, n_columns: int) -> list[str | None]:
    """Return the fields of a row; None for a question mark that is not in quotes."""
    if any(mark in text for mark in "'\"\t"):
        row = [_value(*found.groups()[:3]) for found in _matches(_FIELD, text)]
    else:
        row = [_value(None, None, part) for part in text.split(",")]
    if len(row) != n_columns:
        raise ValueError(f"{len(row)} fields; the header declares {n_columns}")
    return row


def sparse_row(text: str, omitted: Sequence[str | None]) -> list[str | None]:
    """Return the fields of ``{place value, place value}``, with places from 0, and the omitted ones."""
    if not text.endswith("}"):
        raise ValueError("a sparse row must end with a brace, as in {0 7.5, 3 apple}")
    row = list(omitted)
    inner = text[1:-1].strip()
    for found in _matches(_ENTRY, inner) if inner else ():
        place = int(found[1]) if len(found[1]) < 10 else len(row)
        if place >= len(row):
            raise ValueError(f"column {shortened(found[1])} is outside 0 to {len(row) - 1}")
        row[place] = _value(*found.groups()[1:4])
    return row


def _matches(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """Yield one match per field, up to the one that ends the text."""
    place = 0
    while True:
        found = pattern.match(text, place)
        if found is None:
            raise ValueError(f"this cannot be read as a field: {shortened(text[place:].strip())!r}")
        yield found
        if not found.group(found.re.groups):
            return
        place = found.end()


def _value(single: str | None, double: str | None, plain: str | None, *, mark: str | None = _MISSING) -> str | None:
    if plain is not None:
        plain = plain.strip()
        return None if plain == mark else _unescaped(plain)
    return _unescaped(single if single is not None else double or "")


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda found: _CONTROL.get(found[1], found[1]), text) if "\\" in text else text
