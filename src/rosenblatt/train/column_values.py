"""What the columns of a table hold: how many different values, and some of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from rosenblatt.checks import shortened
from rosenblatt.rows import RawBatch

MOST_COLUMNS = 20
_EXAMPLES = 2


@dataclass(frozen=True, slots=True)
class ColumnValues:
    """The number of different values of a column in the first rows, missing ones not counted, and the first two."""

    different: int
    examples: tuple[str, ...]


def column_values(batches: Sequence[RawBatch], names: Sequence[str]) -> dict[str, ColumnValues]:
    """Look at the first columns of the first rows.

    Parameters
    ----------
    batches : the first rows.
    names : the columns; only the first 20 are looked at.
    """
    tables: list[Any] = [batch.data for batch in batches if isinstance(batch.data, pa.RecordBatch)]
    found = {}
    for name in names[:MOST_COLUMNS]:
        values = dict.fromkeys(value for table in tables for value in table.column(name).to_pylist())
        values.pop(None, None)
        examples = [_shown(value) for value, _ in zip(values, range(_EXAMPLES), strict=False)]
        found[name] = ColumnValues(len(values), tuple(examples))
    return found


def _shown(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else shortened(str(value))
