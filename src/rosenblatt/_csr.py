"""The one door to SciPy's sparse rows on the way from the core's arrays to a learner.

Commands come in by another, `_csr_light`, because SciPy takes longer to load than a small file to learn.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

__all__ = ["as_scipy", "csr", "csr_array"]

_MOST_IN_INT32 = int(np.iinfo(np.int32).max)


def csr(values: NDArray[Any], columns: NDArray[Any], starts: NDArray[np.int64], n_columns: int) -> csr_array:
    """Make rows of the arrays as they are; columns rise."""
    if len(values) > _MOST_IN_INT32 or columns.dtype == np.int64:  # SciPy wants one type for both
        return csr_array((values, columns.astype(np.int64, copy=False), starts), shape=(len(starts) - 1, n_columns))
    if len(starts) == 2:
        # SciPy takes longer to check one row than the core to make it.
        row = csr_array.__new__(csr_array)
        vars(row).update(vars(_empty_row(n_columns)))
        row.data, row.indices, row.indptr = values, columns, starts.astype(np.int32)
        return row
    rows = csr_array((values, columns, starts.astype(np.int32)), shape=(len(starts) - 1, n_columns))
    rows.has_canonical_format = True
    return rows


@lru_cache(maxsize=16)
def _empty_row(n_columns: int) -> Any:
    row: Any = csr_array((1, n_columns), dtype=np.float32)
    row.has_canonical_format = True
    return row


def as_scipy(rows: Any) -> Any:
    """Give rows of SciPy's own, which these are."""
    return rows
