"""The nonzero values of one row."""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from rosenblatt.rows import Floats, Matrix


def entries_of(matrix: Matrix, row: int) -> tuple[NDArray[np.int64], Floats]:
    """Return the columns in which a row is not 0, in rising order, and its values there."""
    if sp.issparse(matrix):
        one = sp.csr_array(matrix[[row]], copy=True)
        one.sum_duplicates()
        filled = np.flatnonzero(one.data)
        return one.indices[filled].astype(np.int64), one.data[filled].astype(np.float64)
    columns = np.flatnonzero(matrix[row])
    return columns, matrix[row, columns].astype(np.float64)
