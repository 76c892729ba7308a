"""A sample of rows that is the same however the rows are divided into batches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt.rows import Indices
from rosenblatt.splitmix import mixed

MOST_ROWS = 20_000
_FEWEST_ROWS, _MOST_VALUES = 1_000, 2**24  # a table of very many columns has a smaller sample


class RowSample:
    """The rows whose numbers have the smallest hashes: a bottom-k sample, which depends on no border between batches.

    Cohen and Kaplan, "Summarizing data using bottom-k sketches", 2007.

    Parameters
    ----------
    n_columns : the number of arrays that `add` is called with.
    first_row : the number of rows before.

    Attributes
    ----------
    first_row, n_rows : the number of rows before, and of these and those that were offered.
    """

    def __init__(self, n_columns: int, first_row: int = 0) -> None:
        self.first_row = self.n_rows = first_row
        self._most = min(MOST_ROWS, max(_FEWEST_ROWS, _MOST_VALUES // max(1, n_columns)))
        self._parts: list[tuple[NDArray[np.uint64], Sequence[NDArray[Any]]]] = []  # hashes and columns
        self._bound: np.uint64 | None = None  # the largest hash of a full sample

    def chosen(self, n_rows: int) -> Indices:
        """Return the places of those of the next rows that may be in the sample."""
        return np.arange(n_rows) if self._bound is None else np.flatnonzero(self._hashes_of(n_rows) < self._bound)

    def add(self, n_rows: int, chosen: Indices, columns: Sequence[NDArray[Any]]) -> None:
        """Count the next rows, and add the values of the chosen ones."""
        self._parts.append((self._hashes_of(n_rows)[chosen], columns))
        self.n_rows += n_rows
        if sum(len(hashes) for hashes, _ in self._parts) > 2 * self._most:
            self._select()

    def merge(self, other: RowSample, columns: Sequence[NDArray[Any]]) -> None:
        """Add the sample of the rows that follow; `columns` are its columns, as they are to be stored here."""
        self._parts.append((np.concatenate([hashes for hashes, _ in other._parts]), columns))
        self.n_rows = other.n_rows
        self._select()

    @property
    def columns(self) -> Sequence[NDArray[Any]]:
        """One array of values per column, in the order of the rows."""
        self._select()
        return self._parts[0][1]

    def _select(self) -> None:
        """Keep the rows with the smallest hashes."""
        hashes = np.concatenate([part for part, _ in self._parts])
        columns = [np.concatenate(parts) for parts in zip(*(columns for _, columns in self._parts), strict=True)]
        if len(hashes) >= self._most:
            smallest = np.sort(np.argpartition(hashes, self._most - 1)[: self._most])
            hashes, columns = hashes[smallest], [values[smallest] for values in columns]
            self._bound = hashes.max()
        self._parts = [(hashes, columns)]

    def _hashes_of(self, n_rows: int) -> NDArray[np.uint64]:
        return mixed(np.arange(self.n_rows, self.n_rows + n_rows, dtype=np.uint64))
