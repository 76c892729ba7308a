"""A column of categories: one-hot."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pyarrow as pa

from rosenblatt.arrow_arrays import to_numbers
from rosenblatt.errors import BadData
from rosenblatt.featurise._tables import Column
from rosenblatt.rows import Csr, Indices


class CategoryColumn:
    """One column of 0 and 1 per value, in the order of first occurrence; a missing value counts as one more value."""

    can_widen = True

    def __init__(self, name: str) -> None:
        self.name = name
        self.n_missing = 0
        self._places: dict[str | None, int] = {}

    def learn_batch(self, column: Column) -> Callable[[], None]:
        """Do all that can fail; return a function that stores the outcome."""
        values = self._encoded(column).dictionary.to_pylist()

        def store() -> None:
            for value in values:
                self._places.setdefault(value, len(self._places))
            self.n_missing += column.null_count

        return store

    def rows(self, column: Column) -> Csr:
        """Return one row per value, with a 1 in the column of the value; unknown values have none."""
        encoded = self._encoded(column)
        places = np.array([self._places.get(value, -1) for value in encoded.dictionary.to_pylist()], dtype=np.int32)
        of_rows = places[to_numbers(encoded.indices)]
        known = of_rows >= 0
        starts = np.concatenate([[0], np.cumsum(known)])
        return Csr(np.ones(starts[-1], dtype=np.float32), of_rows[known], starts, (len(column), len(self._places)))

    def names(self, columns: Indices) -> list[str]:
        """Return the names of some columns, by their values."""
        named = map(self.values.__getitem__, columns)
        return [f"{self.name} is missing" if value is None else f"{self.name}={value}" for value in named]

    @property
    def values(self) -> list[str | None]:
        """The value of each column; None is the missing value."""
        return list(self._places)

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self._places)

    def _encoded(self, column: Column) -> Column:
        """Encode the values as numbers of a dictionary."""
        try:
            return column.cast(pa.large_string()).dictionary_encode(null_encoding="encode")
        except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
            raise BadData(
                f"TableFeatures: column {self.name!r} holds {column.type}, which cannot be categories; leave it out "
                f"with `kinds={{{self.name!r}: 'ignore'}}`"
            ) from None
