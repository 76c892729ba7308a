"""Compressed sparse rows from the arrays of the core."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

_MOST_IN_INT32 = int(np.iinfo(np.int32).max)


def csr(values: NDArray[Any], columns: NDArray[np.int32], starts: NDArray[np.int64], n_columns: int) -> sp.csr_array:
    """Make rows of the arrays as they are; columns rise."""
    if len(values) > _MOST_IN_INT32:  # SciPy wants one type for both
        return sp.csr_array((values, columns.astype(np.int64), starts), shape=(len(starts) - 1, n_columns))
    if len(starts) == 2:
        # SciPy takes longer to check one row than the core to make it.
        row = sp.csr_array.__new__(sp.csr_array)
        vars(row).update(vars(_empty_row(n_columns)))
        row.data, row.indices, row.indptr = values, columns, starts.astype(np.int32)
        return row
    rows = sp.csr_array((values, columns, starts.astype(np.int32)), shape=(len(starts) - 1, n_columns))
    rows.has_canonical_format = True
    return rows


@lru_cache(maxsize=16)
def _empty_row(n_columns: int) -> Any:
    row: Any = sp.csr_array((1, n_columns), dtype=np.float32)
    row.has_canonical_format = True
    return row
