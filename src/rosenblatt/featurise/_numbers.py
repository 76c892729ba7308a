"""Columns of tables as floats."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from rosenblatt.arrow_arrays import to_numbers
from rosenblatt.errors import BadData
from rosenblatt.featurise._tables import Column
from rosenblatt.rows import Floats


def as_numbers(name: str, column: Column) -> Floats:
    """Return a column as floats, NaN where a number is missing; raise for what is no finite number."""
    try:
        numbers = to_numbers(column.cast(pa.float64(), safe=False))
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
        row, value = next((i, v) for i, v in enumerate(column.to_pylist()) if not _is_number(v))
        raise BadData(
            f"TableFeatures: column {name!r} must hold numbers, but row {row} holds {value!r}; "
            f"correct it, or pass `kinds={{{name!r}: 'category'}}`"
        ) from None
    infinite = np.flatnonzero(np.isinf(numbers))
    if len(infinite):
        raise BadData(
            f"TableFeatures: column {name!r} must hold finite numbers, but row {infinite[0]} holds "
            f"infinity ({numbers[infinite[0]]}); drop such rows, or leave the number out (NaN)"
        )
    return np.ascontiguousarray(numbers, dtype=np.float64)


def _is_number(value: object) -> bool:
    try:
        float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return value is None
    return True
