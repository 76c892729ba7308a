"""A column of numbers as bins."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from rosenblatt import _core
from rosenblatt.featurise._numbers import as_numbers
from rosenblatt.featurise._tables import Column
from rosenblatt.featurise.bins import Bins, find_bins
from rosenblatt.rows import Floats, Indices


class BinnedColumn:
    """One column of 0 and 1 per bin; a missing number has a bin of its own.

    The different numbers are counted while they are few; otherwise bins are found in a sample of rows.
    """

    can_widen = False  # other edges would change the meaning of the weights

    def __init__(self, name: str) -> None:
        self.name = name
        self.bins: Bins
        self._counts = _core.DistinctCounts()

    def learn_batch(self, column: Column) -> Callable[[], None]:
        """Do all that can fail; return a function that stores the outcome."""
        counts = _core.DistinctCounts(self._counts)
        counts.add(as_numbers(self.name, column))

        def store() -> None:
            self._counts = counts

        return store

    def merge(self, other: BinnedColumn) -> Callable[[], None]:
        """Do the same with what was learned of other rows."""
        counts = _core.DistinctCounts(self._counts)
        counts.merge(other._counts)

        def store() -> None:
            self._counts = counts

        return store

    def sampled(self, column: Column) -> Floats:
        """Return what a sample of rows stores of some rows: the numbers."""
        return as_numbers(self.name, column)

    def settle(self, sampled: Floats, most: int, most_in_crosses: int) -> None:
        """Find the bins, with about as many rows each as `find_bins` says."""
        if self._counts.too_many:
            values, counts = np.unique(sampled[~np.isnan(sampled)] + 0.0, return_counts=True)
        else:
            found = self._counts.sorted()
            values, counts = np.array([value for value, _ in found]), np.array([count for _, count in found], np.int64)
        self.bins = find_bins(values, counts, most, most_in_crosses)

    @property
    def is_0_or_1(self) -> bool:
        """Whether the training rows hold 0, in general 1 too, and nothing else."""
        return not self.n_missing and [value for value, _ in self._counts.sorted()] in ([0.0, 1.0], [0.0])

    def codes(self, columns: Mapping[str, Column]) -> Indices:
        """Return the bin of each number."""
        return self.bins.of(as_numbers(self.name, columns[self.name]))

    def names(self, columns: Indices) -> list[str]:
        """Return the names of some bins."""
        return self.bins.names(self.name, columns)

    def cell_name(self, cell: int) -> str:
        """Return the name of a cell in crosses."""
        return self.bins.cell_name(self.name, cell)

    @property
    def width(self) -> int:
        """The number of columns."""
        return self.bins.count

    @property
    def cells(self) -> Indices:
        """The cell of each bin in crosses; the last is that of unknown values, of which numbers have none."""
        return np.append(self.bins.cells, self.bins.n_cells - 1)

    @property
    def n_cells(self) -> int:
        """The number of cells in crosses."""
        return self.bins.n_cells

    @property
    def n_missing(self) -> int:
        """The number of missing values in the training rows."""
        return self._counts.missing
