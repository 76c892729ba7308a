"""Parts of CSV files that begin where records begin, found without reading a file from its start.

Quoted fields may hold line ends, so a line end alone does not tell where a record begins. But a range of bytes that
begins after a line end begins either with a record or within quotes. Each range is read for both cases, on any worker;
chained from the start of the file, they show which of the two it is.
"""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from rosenblatt.read._decoded import UTF16_MARKS
from rosenblatt.read._records import Bytes, csv_records
from rosenblatt.read.file_parts import FilePart
from rosenblatt.read.table_form import TableForm

_NEWLINE, _RETURN = b"\n\r"


class Start(NamedTuple):
    """Where a record begins: the bytes and the lines before it, in its range."""

    n_bytes: int
    n_lines: int


class Case(NamedTuple):
    """What follows if a range begins with a record, or if it begins within quotes.

    Attributes
    ----------
    start : where a part can begin in it; None if nowhere.
    n_records : the number of records that end in it.
    ends_quoted : whether it ends within quotes.
    """

    start: Start | None
    n_records: int
    ends_quoted: bool


class RangeFacts(NamedTuple):
    """What is known of a range of bytes that begins after a line end: its line ends, and both cases."""

    n_lines: int
    plain: Case
    quoted: Case


def range_facts(data: bytes, form: TableForm, *, is_first: bool) -> RangeFacts:
    """Read a range of bytes, of which the first may have a byte order mark."""
    text = np.frombuffer(data.removeprefix(BOM_UTF8) if is_first else data, np.uint8)
    find = csv_records(form)
    found = find(text, 0, False)
    plain = Case(Start(0, 0) if _can_begin(text, 0) else None, len(found.starts), found.inside_quotes)
    if not form.quote:
        return RangeFacts(_n_lines(text), plain, plain)
    # A quote before it opens a quoted field, in which the range then begins.
    found = find(np.concatenate([np.frombuffer(form.quote.encode(), np.uint8), text]), 0, False)
    start = None
    if len(found.starts) > 1 and _can_begin(text, int(found.starts[1]) - 1):
        start = Start(int(found.starts[1]) - 1, int(found.lines[1]))
    return RangeFacts(_n_lines(text), plain, Case(start, len(found.starts), found.inside_quotes))


def chained(ranges: Sequence[FilePart], facts: Sequence[RangeFacts]) -> list[FilePart]:
    """Return the parts of a file, each of whole records and with its first line, given its consecutive ranges.

    The first part has at least two records, which may name the delimiter and the columns.
    """
    starts = [(0, 1)]
    line, n_records, is_quoted = 1, 0, False
    for one, found in zip(ranges, facts, strict=True):
        case = found.quoted if is_quoted else found.plain
        if case.start is not None and n_records > 1:
            starts.append(((one.begin or 0) + case.start.n_bytes, line + case.start.n_lines))
        n_records, is_quoted = n_records + case.n_records, case.ends_quoted
        line += found.n_lines
    last = ranges[-1]
    bounds = [*starts, (last.end or last.n_bytes, line)]
    return [
        FilePart(last.file, begin, end, end - begin, first_line=first_line)
        for (begin, first_line), (end, _) in pairwise(bounds)
    ]


def _n_lines(text: Bytes) -> int:
    is_return = text == _RETURN
    both = np.count_nonzero(is_return[:-1] & (text[1:] == _NEWLINE))
    return int(np.count_nonzero(text == _NEWLINE) + np.count_nonzero(is_return) - both)


def _can_begin(text: Bytes, place: int) -> bool:
    """Whether no byte order mark is there, which would be dropped at the start of a part."""
    return not text[place : place + 3].tobytes().startswith((BOM_UTF8, *UTF16_MARKS))
