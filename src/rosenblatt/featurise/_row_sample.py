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

    Attributes
    ----------
    n_rows : the number of rows that were offered.
    columns : one array of values per column, in the order of the rows.
    """

    def __init__(self, n_columns: int) -> None:
        self.n_rows = 0
        self.columns: list[NDArray[Any]] = []
        self._most = min(MOST_ROWS, max(_FEWEST_ROWS, _MOST_VALUES // max(1, n_columns)))
        self._hashes = np.empty(0, np.uint64)

    def chosen(self, n_rows: int) -> Indices:
        """Return the places of those of the next rows that may be in the sample."""
        hashes = self._hashes_of(n_rows)
        is_full = len(self._hashes) == self._most
        return np.flatnonzero(hashes < self._hashes.max()) if is_full else np.arange(n_rows)

    def add(self, n_rows: int, chosen: Indices, columns: Sequence[NDArray[Any]]) -> None:
        """Count the next rows, and add the values of the chosen ones."""
        hashes = np.concatenate([self._hashes, self._hashes_of(n_rows)[chosen]])
        self.n_rows += n_rows
        before = self.columns or [values[:0] for values in columns]
        joined = [np.concatenate(pair) for pair in zip(before, columns, strict=True)]
        if len(hashes) > self._most:
            smallest = np.sort(np.argpartition(hashes, self._most)[: self._most])
            hashes, joined = hashes[smallest], [values[smallest] for values in joined]
        self._hashes, self.columns = hashes, joined

    def _hashes_of(self, n_rows: int) -> NDArray[np.uint64]:
        return mixed(np.arange(self.n_rows, self.n_rows + n_rows, dtype=np.uint64))
