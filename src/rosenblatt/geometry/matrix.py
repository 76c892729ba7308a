"""Conversion of rows to float64 matrices without any change of a number. Does not import the core."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from rosenblatt.errors import BadData

if TYPE_CHECKING:
    from rosenblatt.rows import RowsLike

Label: TypeAlias = "str | bytes | int | float | bool"
Dense: TypeAlias = NDArray[np.float64]
Matrix: TypeAlias = "Dense | sp.csr_array"

_LARGEST_WHOLE = 2**53  # every whole number up to this is a float
_LARGEST = 1e300


def as_matrix(X: RowsLike) -> Matrix:
    """Return rows as float64, dense or CSR, with exactly the values given; raise where that is not possible."""
    matrix = _sparse(X) if sp.issparse(X) else _dense(X)
    if matrix.shape[0] == 0:
        raise BadData("X has no rows; there must be at least one row of each class")
    values = matrix.data if isinstance(matrix, sp.csr_array) else matrix
    if not np.isfinite(values).all():
        _refuse_not_finite(matrix)
    if max(float(values.max(initial=0.0)), -float(values.min(initial=0.0))) > _LARGEST:
        raise BadData(f"X holds numbers past {_LARGEST}, so that lengths of rows overflow; scale X down first")
    return matrix


def _sparse(X: Any) -> sp.csr_array:
    _refuse_inexact(X.dtype, X.data if hasattr(X, "data") else X.tocsr().data)
    matrix = sp.csr_array(X, dtype=np.float64)
    if not matrix.has_canonical_format:
        matrix = matrix.copy()
        matrix.sum_duplicates()
    return matrix


def _dense(X: RowsLike) -> Dense:
    table = np.asarray(X)
    if table.ndim != 2:
        raise BadData(f"X must be a table of rows and columns, got an array of shape {table.shape}")
    if table.dtype == np.float64:
        return table
    if table.dtype.kind not in "biufO":
        raise BadData(f"X holds {table.dtype}; every column must hold numbers: leave text out or encode it")
    try:
        matrix = table.astype(np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise BadData(f"X must hold numbers only: {error}") from None
    if table.dtype.kind == "O" and not (matrix == table).all() and np.isfinite(matrix).all():
        row, column = np.argwhere(matrix != table)[0]
        raise BadData(f"X holds {table[row, column]!r} in row {row}, column {column}, which no float equals; round it")
    _refuse_inexact(table.dtype, table)
    return matrix


def _refuse_inexact(kind: np.dtype[Any], values: NDArray[Any]) -> None:
    too_wide = kind.kind in "iu" and kind.itemsize == 8 and values.size
    if too_wide and max(-int(values.min()), int(values.max())) > _LARGEST_WHOLE:
        raise BadData("X holds whole numbers above 2**53, which floats cannot tell apart; scale them down first")
    if kind.kind == "f" and kind.itemsize > 8:
        raise BadData(f"X holds {kind}; a proof is about float64 numbers: convert X first, so that the data is certain")


def _refuse_not_finite(matrix: Matrix) -> None:
    if isinstance(matrix, sp.csr_array):
        place = int(np.argmin(np.isfinite(matrix.data)))
        row, column = int(np.searchsorted(matrix.indptr, place, side="right")) - 1, int(matrix.indices[place])
        value = matrix.data[place]
    else:
        row, column = (int(number) for number in np.argwhere(~np.isfinite(matrix))[0])
        value = matrix[row, column]
    raise BadData(f"X is {value} in row {row}, column {column}; every number must be finite: drop or fill in such rows")
