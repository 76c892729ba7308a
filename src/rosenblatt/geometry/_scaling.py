"""Rows and columns brought to one size by powers of two, which rounds nothing."""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from rosenblatt.geometry._input import Dense, Matrix


def of_length_one(A: Matrix) -> Matrix:
    """All rows divided by one power of two, so that the longest has a length of at most 1."""
    values = A.data if isinstance(A, sp.csr_array) else A
    largest = max(float(values.max(initial=0.0)), -float(values.min(initial=0.0)))
    # A row of n numbers up to 1 has a length of up to sqrt(n).
    exponent = int(np.frexp(largest)[1]) + int(np.ceil(np.log2(max(A.shape[1], 1)) / 2))
    shift = np.full(A.shape[0], -exponent)
    return _shift_rows(A, shift)


def balanced(A: Matrix) -> tuple[Matrix, NDArray[np.int64], NDArray[np.int64]]:
    """Each column, then each row, scaled to a largest number of about 1; and the exponents by which."""
    columns = -_exponents(_largest(A, axis=0))
    A = _shift_columns(A, columns)
    rows = -_exponents(_largest(A, axis=1))
    return of_length_one(_shift_rows(A, rows)), rows, columns


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
