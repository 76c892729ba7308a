"""Values that a model does not know, as lines for the terminal; imports no tables, which predictions do not need."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rosenblatt.evaluate.unknown_values import Unknown


def describe_unknown(columns: Mapping[str, Unknown]) -> Iterator[str]:
    """Yield one line per column with unknown values."""
    for name, (unknown, values) in columns.items():
        line = f"{unknown:,} of {values:,} values of {name} are not known to the model"
        yield line + (": is it the same column, in the same spelling?" if columns[name].is_nearly_all else "")
