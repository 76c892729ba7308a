"""Parse records to a table, and find the records that cannot be parsed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from sys import maxsize

import numpy as np
import pyarrow as pa

from rosenblatt.read._records import RecordBlock
from rosenblatt.read.bad_lines import BadLines, Faults
from rosenblatt.rows import Indices

EVERY_LINE = BadLines(maxsize)

Parse = Callable[[RecordBlock], "pa.Table"]  # raises ArrowInvalid
Explain = Callable[[RecordBlock], str]  # the reason why a block of one record cannot be parsed


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """Rows of a file with their lines, and the faults of the lines between them; the table is None without a row."""

    table: pa.Table | None
    lines: Indices
    faults: Faults
    files: tuple[str, ...] | None = None


def convert(records: RecordBlock, parse: Parse, explain: Explain, bad: BadLines, others: Faults | None = None) -> Piece:
    """Parse all records at once; if that fails, bisect until each bad record stands alone or too many are bad.

    Other faults of the same lines are added without counting them against the limit: a bad record may come before
    them, and the message must name the first.
    """
    faults: Faults = []
    done = list(_halve(records, parse, explain, bad, faults))
    faults += others or []
    if not done:
        return Piece(None, np.empty(0, np.int64), faults)
    tables, lines = [table for table, _ in done], [part.lines for _, part in done]
    return Piece(pa.concat_tables(tables), np.concatenate(lines), faults)


def _halve(
    records: RecordBlock, parse: Parse, explain: Explain, bad: BadLines, faults: Faults
) -> Iterator[tuple[pa.Table, RecordBlock]]:
    if not len(records) or bad.enough(faults):
        return
    table = attempt(records, parse)
    if table is not None:
        yield table, records
    elif len(records) == 1:
        faults.append((int(records.lines[0]), explain(records)))
    else:
        middle = len(records) // 2
        yield from _halve(records.part(0, middle), parse, explain, bad, faults)
        yield from _halve(records.part(middle, len(records)), parse, explain, bad, faults)


def attempt(records: RecordBlock, parse: Parse) -> pa.Table | None:
    """Parse all records, or return None if not all of them can be parsed."""
    try:
        table = parse(records)
    except pa.ArrowInvalid:
        return None
    return table if len(table) == len(records) else None
