"""Whether the first line of a table names its columns, and what they are called if it does not."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import pairwise

from rosenblatt.dates import are_dates
from rosenblatt.errors import BadData
from rosenblatt.read._column_kinds import listed
from rosenblatt.read._spelled_numbers import is_plain_number, is_spelled_number
from rosenblatt.read.table_form import TableForm


def first_line_is_header(rows: Sequence[Sequence[str]], asked: Collection[str], form: TableForm, where: str) -> bool:
    """Whether the first line is a header: it holds the columns asked for, or does not parse like the other lines.

    A line of words above lines of words is a header unless one of its words occurs again in its column.

    Parameters
    ----------
    rows : the fields of the first rows, as many in each.
    asked : columns that are asked for by name.
    form : how missing numbers are marked.
    where : the place of the first line.
    """
    if not rows:
        return True
    first, *rest = rows
    words = [one for one in asked if not _is_whole(one)]
    if words and set(words) <= set(first):
        return True
    is_header = _by_numbers_alone(first) if not rest else _by_columns(first, list(zip(*rest, strict=True)), form)
    if is_header is None:
        line = listed([field or "''" for field in first])
        remedy = "pass `header=True` if it does, else `header=False`"
        raise BadData(f"{where}: this line may name the columns or be a row: {line}; {remedy}")
    return is_header


def with_names(form: TableForm, width: int, may_lack: str | None = None) -> TableForm:
    """Return the form with names of columns if no line has them.

    Parameters
    ----------
    form : whether there is a header line, and the names that are given.
    width : the number of columns.
    may_lack : one of the given names, whose column need not be there.
    """
    if may_lack in form.names and width == len(form.names) - 1:
        return replace(form, names=tuple(name for name in form.names if name != may_lack))
    if form.header or form.names:
        return form
    return replace(form, names=tuple(f"column {place}" for place in range(1, width + 1)))


def _by_numbers_alone(first: Sequence[str]) -> bool | None:
    """Judge a line without others: words are names, and numbers are a row."""
    n_numbers = sum(map(_is_number, first))
    if n_numbers == 0:
        return True
    return None if n_numbers < len(first) or _count_up(first) else False


def _by_columns(first: Sequence[str], columns: Sequence[Sequence[str]], form: TableForm) -> bool | None:
    missing = set(form.null_values)
    others: list[str] = []  # fields above numbers and dates: of another kind
    alike: list[str] = []  # and of the same
    recurs = is_new = False
    for field, column in zip(first, columns, strict=True):
        present = [cell for cell in column if cell not in missing]
        kind = _is_number if present and all(map(_is_number, present)) else _is_date
        if present and all(map(kind, present)):
            if field not in missing:
                (alike if kind(field) else others).append(field)
        elif field in column:
            recurs |= field != ""
        else:
            is_new |= 2 * len(set(column)) <= len(column)
    if others:
        return None if any(not _is_whole(field) for field in alike) else True
    if alike:
        return (is_new or None) if _count_up(alike) and not recurs else False
    if recurs and is_new:
        return None
    return not recurs and len(set(first)) == len(first)


def _is_number(text: str) -> bool:
    return is_plain_number(text) or is_spelled_number(text, ".") or is_spelled_number(text, ",")


def _is_date(text: str) -> bool:
    return are_dates([text])


def _is_whole(text: str) -> bool:
    return text.removeprefix("-").isdecimal()


def _count_up(fields: Sequence[str]) -> bool:
    """Whether these are consecutive numbers, such as 0, 1, 2 or 2020, 2021: they may be names."""
    return len(fields) > 1 and all(map(_is_whole, fields)) and all(int(b) - int(a) == 1 for a, b in pairwise(fields))
