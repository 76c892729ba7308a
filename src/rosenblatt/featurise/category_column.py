"""A column of categories: one-hot."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from rosenblatt.arrow_arrays import to_numbers
from rosenblatt.errors import BadData
from rosenblatt.featurise._tables import Column
from rosenblatt.rows import Csr, Indices

_MOST_CELLS = 62  # of a column in crosses, besides the one that all other values share


class CategoryColumn:
    """One column of 0 and 1 per value, in the order of first occurrence; a missing value counts as one more value."""

    can_widen = True

    def __init__(self, name: str) -> None:
        self.name = name
        self.n_missing = 0
        self._places: dict[str | None, int] = {}
        self.kept: list[int] = []  # the columns whose values have cells of their own in crosses

    def learn_batch(self, column: Column) -> Callable[[], None]:
        """Do all that can fail; return a function that stores the outcome."""
        values = self._encoded(column).dictionary.to_pylist()
        return lambda: self._add(values, column.null_count)

    def merge(self, other: CategoryColumn) -> Callable[[], None]:
        """Do the same with what was learned of other rows."""
        return lambda: self._add(other.values, other.n_missing)

    def _add(self, values: Iterable[str | None], n_missing: int) -> None:
        for value in values:
            self._places.setdefault(value, len(self._places))
        self.n_missing += n_missing

    def rows(self, column: Column) -> Csr:
        """Return one row per value, with a 1 in the column of the value; unknown values have none."""
        of_rows = self.sampled(column)
        known = of_rows >= 0
        starts = np.concatenate([[0], np.cumsum(known)])
        return Csr(np.ones(starts[-1], dtype=np.float32), of_rows[known], starts, (len(column), len(self._places)))

    def sampled(self, column: Column) -> NDArray[np.int32]:
        """Return the number of each value's column, -1 of an unknown value; a sample of rows stores these."""
        encoded = self._encoded(column)
        places = self.places_of(encoded.dictionary.to_pylist())
        of_rows: NDArray[np.int32] = places[to_numbers(encoded.indices)]
        return of_rows

    def places_of(self, values: Iterable[str | None]) -> NDArray[np.int32]:
        """Return the number of each value's column; -1 of an unknown value."""
        return np.array([self._places.get(value, -1) for value in values], dtype=np.int32)

    def settle(self, sampled: NDArray[np.int32]) -> None:
        """Choose the values that have cells of their own in crosses: the commonest."""
        self.kept = commonest(sampled, self.width)

    def codes(self, columns: Mapping[str, Column]) -> NDArray[np.int32]:
        """Return the number of each value's column, -1 of an unknown value."""
        return self.sampled(columns[self.name])

    def cell_name(self, cell: int) -> str:
        """Return the name of a cell in crosses."""
        return self.names(np.array([self.kept[cell]]))[0] if cell < len(self.kept) else f"{self.name} is another value"

    @property
    def cells(self) -> Indices:
        """The cell of each column in crosses; the last is that of unknown values."""
        return cells_of(self.kept, self.width)

    @property
    def n_cells(self) -> int:
        """The number of cells in crosses: the last one is shared by the values that have none of their own."""
        return len(self.kept) + 1

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


def cells_of(kept: list[int], width: int) -> Indices:
    """Return the cell of each of `width` columns in crosses, and last that of unknown values; others share one cell."""
    found = np.full(width + 1, len(kept))
    found[kept] = np.arange(len(kept))
    return found


def commonest(codes: NDArray[np.int32], width: int) -> list[int]:
    """Return the commonest codes from 0 to `width` - 1, in increasing order; ties go to the lower ones."""
    counts = np.bincount(codes[codes >= 0], minlength=width)
    return sorted(np.argsort(-counts, kind="stable")[:_MOST_CELLS].tolist())
