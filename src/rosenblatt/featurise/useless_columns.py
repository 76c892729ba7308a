"""Columns that cannot help: those with one value, and those that only number the rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyarrow as pa

from rosenblatt.arrow_arrays import to_numbers

CONSTANT, ALL_DIFFERENT = "all its values are the same", "all its values are different"

_MANY_ROWS = 100  # in fewer, values may be different by chance
_ROWS_COMPARED = 100_000  # values that are different in as many are taken to be different in all


class UselessColumns:
    """Finds columns of numbers and categories that cannot help, batch by batch; texts are left alone.

    A column is constant if all rows hold one value, or none holds any. A category whose values are all different over
    many rows says nothing about new rows: an id, a uuid. So does a number if the values are whole, all different, and
    fill more than half of their range, as numbers of rows do in any order. Other numbers are never taken for ids.

    Parameters
    ----------
    kinds : the kind of each column.
    """

    def __init__(self, kinds: Mapping[str, str]) -> None:
        self._columns = {name: _Column(kind) for name, kind in kinds.items() if kind in ("number", "category")}

    def add(self, table: pa.RecordBatch) -> None:
        """Look at one more batch."""
        for name, column in self._columns.items():
            if column.may_be_useless:
                column.add(table.column(name))

    def merge(self, later: UselessColumns) -> None:
        """Add what was found in the batches that follow."""
        for name, column in self._columns.items():
            column.merge(later._columns[name])

    @property
    def candidates(self) -> list[str]:
        """The columns of which all rows so far say that they cannot help."""
        return [name for name, column in self._columns.items() if column.may_be_useless]

    @property
    def may_be_found(self) -> bool:
        """Whether there is any such column."""
        return bool(self.candidates)

    @property
    def reasons(self) -> dict[str, str]:
        """Why columns cannot help, by name."""
        found = {name: column.reason for name, column in self._columns.items()}
        return {name: reason for name, reason in found.items() if reason is not None}


class _Column:
    def __init__(self, kind: str) -> None:
        self._is_number = kind == "number"
        self._first: list[Any] = []  # the first value, if there is any
        self._compared: dict[Any, None] = {}  # in the order of the rows
        self._n_rows = self._n_present = 0
        self._is_constant = self._is_all_different = True

    @property
    def may_be_useless(self) -> bool:
        return self._is_constant or self._is_all_different

    def add(self, column: Any) -> None:
        present = self._present(column)
        compared = present[: max(0, _ROWS_COMPARED - self._n_present)]
        self._n_rows += len(column)
        self._n_present += len(present)
        if self._is_constant:
            self._first = self._first or present[:1].tolist()
            is_whole_column = self._n_present in (0, self._n_rows)
            self._is_constant = is_whole_column and bool(np.all(present == self._first[:1]))
        if self._is_all_different:
            new = set(compared.tolist())
            is_whole = not self._is_number or bool((np.floor(present) == present).all())
            self._is_all_different = is_whole and len(new) == len(compared) and new.isdisjoint(self._compared)
            self._compared |= dict.fromkeys(compared.tolist())

    def merge(self, later: _Column) -> None:
        compared = list(later._compared)[: max(0, _ROWS_COMPARED - self._n_present)]
        self._n_rows += later._n_rows
        self._n_present += later._n_present
        is_same = not self._first or not later._first or self._first == later._first
        self._first = self._first or later._first
        is_whole_column = self._n_present in (0, self._n_rows)
        self._is_constant = self._is_constant and later._is_constant and is_same and is_whole_column
        self._is_all_different = (
            self._is_all_different and later._is_all_different and self._compared.keys().isdisjoint(compared)
        )
        self._compared |= dict.fromkeys(compared)

    def _present(self, column: Any) -> Any:
        if self._is_number:
            numbers = to_numbers(column.cast(pa.float64()))
            return numbers[~np.isnan(numbers)]
        values = column.drop_null()
        if pa.types.is_dictionary(values.type):
            values = values.dictionary_decode()
        return np.array(values.to_pylist(), dtype=object)

    @property
    def reason(self) -> str | None:
        if self._is_constant:
            return CONSTANT
        is_id = self._is_all_different and self._n_present >= _MANY_ROWS
        if is_id and self._is_number:
            is_id = max(self._compared) - min(self._compared) < 2 * len(self._compared)
        return ALL_DIFFERENT if is_id else None
