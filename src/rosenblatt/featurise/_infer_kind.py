"""The kind of a column: numbers, categories, dates or text."""

from __future__ import annotations

import pyarrow as pa

from rosenblatt.errors import BadData
from rosenblatt.featurise._tables import Column
from rosenblatt.featurise.date_columns import is_date


def infer_kind(name: str, column: Column) -> str:
    """Infer the kind from the type; strings are dates if all of them are.

    Others are text if they have two words or more on average and seldom repeat. "Seldom" means that more than a tenth
    of the values are different: choices from a short list are categories.
    """
    kind = column.type
    if pa.types.is_dictionary(kind) or pa.types.is_boolean(kind):
        return "category"
    if pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind) or pa.types.is_null(kind):
        return "number"
    if is_date(column):
        return "date"
    if str(kind) not in ("string", "large_string", "string_view"):
        raise BadData(
            f"TableFeatures: column {name!r} holds {kind}, which is neither numbers nor strings; convert it to one of "
            f"them, or leave it out with `kinds={{{name!r}: 'ignore'}}`"
        )
    different = {value for value in column.to_pylist() if value is not None}
    words = sum(len(value.split()) for value in different)
    repeats = 10 * len(different) <= len(column)
    return "text" if words >= 2 * len(different) > 0 and not repeats else "category"
