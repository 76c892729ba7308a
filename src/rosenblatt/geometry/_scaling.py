"""Scaling of rows and columns by powers of two, which rounds nothing."""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from rosenblatt.geometry._signed_rows import SignedRows
from rosenblatt.geometry.matrix import Dense, Matrix
from rosenblatt.geometry.padding import pad, premultiply


def signed_and_scaled(rows: SignedRows) -> Matrix:
    """Return the signed padded rows, all divided by one power of two so that none is much longer than 1."""
    X = rows.X
    values = X.data if isinstance(X, sp.csr_array) else X
    largest = max(float(values.max(initial=0.0)), -float(values.min(initial=0.0)), float(rows.fit_intercept))
    factors = rows.signs * 2.0 ** -_exponent_of_length(largest, rows.n_columns + 1)
    if isinstance(X, sp.csr_array):
        return premultiply(pad(X) if rows.fit_intercept else X, factors)
    A = np.empty((rows.n_rows, rows.n_columns + int(rows.fit_intercept)))
    np.multiply(X, factors[:, None], out=A[:, : rows.n_columns])
    A[:, rows.n_columns :] = factors[:, None]
    return A


def balanced(A: Matrix) -> tuple[Matrix, NDArray[np.int64], NDArray[np.int64]]:
    """Scale each column, then each row, to a largest number of about 1; return also the exponents of both."""
    columns = -_exponents(_largest(A, axis=0))
    A = _shift_columns(A, columns)
    rows = -_exponents(_largest(A, axis=1)) - _exponent_of_length(1.0, A.shape[1])
    return _shift_rows(A, rows), rows, columns


def _exponent_of_length(largest: float, n_columns: int) -> int:
    """Return the exponent of the length of a row of `n_columns` numbers up to `largest`, within the range of floats."""
    exponent = int(np.frexp(largest)[1]) + int(np.ceil(np.log2(max(n_columns, 1)) / 2))
    return int(np.clip(exponent, -1000, 1000))


def _exponents(values: Dense) -> NDArray[np.int64]:
    return np.frexp(values)[1].astype(np.int64)


def _largest(A: Matrix, axis: int) -> Dense:
    if isinstance(A, sp.csr_array):
        return np.asarray(abs(A).max(axis=axis).toarray(), dtype=np.float64).ravel()
    largest: Dense = np.abs(A).max(axis=axis)
    return largest


def _shift_rows(A: Matrix, exponents: NDArray[np.int64]) -> Matrix:
    if isinstance(A, sp.csr_array):
        data = np.ldexp(A.data, np.repeat(exponents, np.diff(A.indptr)))
        return sp.csr_array((data, A.indices, A.indptr), A.shape)
    return np.ldexp(A, exponents[:, None])


def _shift_columns(A: Matrix, exponents: NDArray[np.int64]) -> Matrix:
    if isinstance(A, sp.csr_array):
        return sp.csr_array((np.ldexp(A.data, exponents[A.indices]), A.indices, A.indptr), A.shape)
    return np.ldexp(A, exponents)
