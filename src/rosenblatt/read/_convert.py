"""Records to a table; where that fails, the records that are to blame."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from sys import maxsize

import numpy as np
import pyarrow as pa

from rosenblatt.read._records import Records
from rosenblatt.read.bad_lines import BadLines, Faults
from rosenblatt.rows import Indices

EVERY_LINE = BadLines(maxsize)

Parse = Callable[[Records], "pa.Table"]  # raises ArrowInvalid
Explain = Callable[[Records], str]  # says what is wrong with one record


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """Some rows of a file with their lines, and what is wrong with lines that are no rows; None: no row is left."""

    table: pa.Table | None
    lines: Indices
    faults: Faults
    files: tuple[str, ...] | None = None


def convert(records: Records, parse: Parse, explain: Explain, bad: BadLines, others: Faults | None = None) -> Piece:
    """Parse records, all at once; if one is bad, halve them until the bad ones stand alone, or there are too many.

    The others are not counted here: they may be on later lines, and the first one is to be named.
    """
    faults: Faults = []
    done = list(_halve(records, parse, explain, bad, faults))
    faults += others or []
    if not done:
        return Piece(None, np.empty(0, np.int64), faults)
    tables, lines = [table for table, _ in done], [part.lines for _, part in done]
    return Piece(pa.concat_tables(tables), np.concatenate(lines), faults)


def _halve(
    records: Records, parse: Parse, explain: Explain, bad: BadLines, faults: Faults
) -> Iterator[tuple[pa.Table, Records]]:
    if not len(records) or bad.enough(faults):
        return
    table = _try(records, parse)
    if table is not None:
        yield table, records
    elif len(records) == 1:
        faults.append((int(records.lines[0]), explain(records)))
    else:
        middle = len(records) // 2
        yield from _halve(records.part(0, middle), parse, explain, bad, faults)
        yield from _halve(records.part(middle, len(records)), parse, explain, bad, faults)


def _try(records: Records, parse: Parse) -> pa.Table | None:
    try:
        table = parse(records)
    except pa.ArrowInvalid:
        return None
    return table if len(table) == len(records) else None
