"""What `_csr` offers, without SciPy: rows for the core; SciPy is loaded when they are asked for more."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


class csr_array:  # noqa: N801  it stands for SciPy's
    """The arrays of compressed rows."""

    ndim = 2

    def __init__(self, values: NDArray[Any], columns: NDArray[Any], starts: NDArray[np.int64], n_columns: int) -> None:
        self.data, self.indices, self.indptr = values, columns, starts
        self.dtype = values.dtype
        self.shape = (len(starts) - 1, n_columns)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(as_scipy(self), name)

    def __getitem__(self, which: Any) -> Any:
        return as_scipy(self)[which]


csr = csr_array


def as_scipy(rows: Any) -> Any:
    """Give rows of SciPy's own."""
    if not isinstance(rows, csr_array):
        return rows

    import scipy.sparse as sp  # noqa: PLC0415

    starts = rows.indptr.astype(rows.indices.dtype, copy=False)  # SciPy wants one type for both
    return sp.csr_array((rows.data, rows.indices, starts), shape=rows.shape)
