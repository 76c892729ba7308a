"""All rows of a file as numbers, for commands that need them in memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
import pyarrow as pa

from rosenblatt.arrow_arrays import is_valid, to_numbers
from rosenblatt.errors import BadData
from rosenblatt.read.open_batches import open_batches
from rosenblatt.rows import FileLabels, Indices, Matrix, stack_rows


@dataclass(frozen=True, slots=True, eq=False)
class AllRows:
    """Rows, labels, the line of each row, and the names of the columns, if they have names."""

    X: Matrix
    y: FileLabels
    lines: Indices
    names: list[str] | None


def read_all(path: str, label: str | None, how: Mapping[str, Any]) -> AllRows:
    """Read a file whose feature columns are all numbers, with parameters of `open_batches`."""
    batches = open_batches(path, label=label, **how)
    if batches.kinds and label is not None:
        batches = batches.as_numbers()
    names = list(batches.kinds) or None
    matrices, labels, lines = [], [], [np.empty(0, np.int64)]
    for batch in batches:
        labels.append(batches.labels_of(batch))
        matrices.append(_matrix(batch.data, batch.path, batch.lines))
        lines.append(batch.lines)
    if not matrices:
        return AllRows(np.empty((0, len(batches.kinds))), np.empty(0), lines[0], names)
    return AllRows(stack_rows(matrices), np.concatenate(cast("list[Any]", labels)), np.concatenate(lines), names)


def _matrix(data: pa.RecordBatch | Matrix, path: str, lines: Indices) -> Any:
    if not isinstance(data, pa.RecordBatch):
        return data
    for name, column in zip(data.schema.names, data.columns, strict=True):
        if column.type != pa.float64():
            raise BadData(f"{path}: column {name!r} is text; every column must hold numbers")
        if column.null_count:
            line = lines[np.argmin(is_valid(column))]
            raise BadData(f"{path}:{line}: column {name!r} is missing; every column must hold numbers")
    return np.column_stack([to_numbers(column) for column in data.columns])
