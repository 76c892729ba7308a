"""Rows of tables as codes, two bytes per column of the table; sparse rows are made of them when they are needed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rosenblatt import _core
from rosenblatt.rows import Csr, Indices

ROWS_AT_ONCE = 4096  # so that the sparse rows of a chunk stay in the cache


@dataclass(slots=True, eq=False)
class CodedRows:
    """Rows with one code per column of a table; each code, and each pair of crossed codes, stands for a column of ones.

    Half a million rows of 41 columns have 820 pairs each: 41 MB as codes of two bytes, 3.5 GB as sparse rows.

    Attributes
    ----------
    codes : one row per row; the largest number of its type is an unknown value.
    layout : the columns that codes stand for.
    n_columns : the number of these columns.
    """

    codes: NDArray[np.uint16] | NDArray[np.uint32]
    layout: _core.CodeLayout
    n_columns: int

    @property
    def shape(self) -> tuple[int, int]:
        """The number of rows and of columns."""
        return len(self.codes), self.n_columns

    def to_csr(self, which: Indices | None = None) -> Csr:
        """Return the chosen rows, or all, as sparse rows."""
        columns, starts = self.layout.expand(self.codes, which)
        return Csr(np.ones(len(columns), np.float32), columns, starts, (len(starts) - 1, self.n_columns))

    def chunks(self, which: Indices | None = None) -> Iterator[tuple[Indices, Csr]]:
        """Yield the numbers of the chosen rows, or of all, and these as sparse rows, some at a time."""
        chosen = np.arange(len(self.codes)) if which is None else which
        for start in range(0, len(chosen), ROWS_AT_ONCE):
            some = chosen[start : start + ROWS_AT_ONCE]
            yield some, self.to_csr(some)
