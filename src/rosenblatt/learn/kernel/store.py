"""Stored rows that grow in number, without a copy of all of them for every new one."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse as sp

from rosenblatt.learn.kernel.kernels import Stored
from rosenblatt.rows import Indices


class Store:
    """Stored rows in the order they came: dense rows and row numbers with room to grow, sparse ones as one matrix."""

    def __init__(self) -> None:
        self._rows: Any = None
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def append(self, rows: Stored) -> None:
        """Add rows at the end; dense rows become sparse if some are."""
        before, self._count = self._count, self._count + rows.shape[0]
        if self._rows is None:
            self._rows = rows
        elif sp.issparse(self._rows) or sp.issparse(rows):
            self._rows = sp.csr_array(sp.vstack([self._rows[:before], rows]))
        else:
            if self._count > len(self._rows):
                room = np.empty((2 * self._count, *self._rows.shape[1:]), dtype=self._rows.dtype)
                room[:before] = self._rows[:before]
                self._rows = room
            self._rows[before : self._count] = rows

    def shrink_to(self, count: int) -> None:
        """Drop all rows but the first `count`."""
        self._count = count
        if count == 0:
            self._rows = None
        elif not isinstance(self._rows, np.ndarray):
            self._rows = self._rows[:count]

    def all(self) -> Stored:
        return np.zeros((0, 0)) if self._rows is None else self._rows[: self._count]

    def choose(self, which: Indices) -> Stored:
        """Return some of the rows, in rising order; without a copy if they follow one another."""
        if len(which) and which[-1] - which[0] == len(which) - 1:
            return self._rows[which[0] : which[-1] + 1]
        return self._rows[which]
