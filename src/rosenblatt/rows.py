"""Rows with what is known about them: the one thing that flows from readers to learners."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rosenblatt import _core
from rosenblatt.errors import BadData

if TYPE_CHECKING:
    import pyarrow as pa
    import scipy.sparse as sp

Floats: TypeAlias = NDArray[np.float64]
Targets: TypeAlias = "NDArray[np.int8] | NDArray[np.int32]"  # signs of two classes, numbers of several
Indices: TypeAlias = NDArray[np.int64]
RowsLike: TypeAlias = Any  # an array, nested lists, a SciPy sparse matrix, or a pandas or polars frame
FileLabels: TypeAlias = "NDArray[np.str_] | NDArray[np.int64] | NDArray[np.float64]"
Matrix: TypeAlias = "NDArray[np.float32] | NDArray[np.float64] | sp.csr_array | sp.csr_matrix"


@dataclass(frozen=True, slots=True, eq=False)
class RawBatch:
    """Rows as a reader found them: columns by name or a matrix, the label of each row, and where it stood.

    `lines` counts from 1: lines of a text file, rows of any other. `files` are the rows' own files, in a folder.
    """

    data: pa.RecordBatch | Matrix
    labels: FileLabels | None
    path: str
    lines: Indices
    files: tuple[str, ...] | None = None

    def __len__(self) -> int:
        return len(self.lines)

    def where(self, row: int) -> str:
        """Say where a row came from, as in ``train.csv:17``."""
        return f"{self.path}:{self.lines[row]}" if self.files is None else self.files[row]


@dataclass(frozen=True, slots=True)
class Batch:
    """Rows, the sign (-1 or +1) or class number of each, and how much each counts (None: every row counts 1)."""

    rows: _core.Rows
    targets: Targets
    weights: Floats | None = None


class RowsView(NamedTuple):
    """The same rows twice: as a matrix, for products of matrices, and as the core walks over them."""

    matrix: Matrix
    rows: _core.Rows


def view_rows(X: Matrix) -> _core.Rows:
    """View float32 or float64 rows, dense or CSR, where they lie.

    Only what the core cannot step through is copied: numbers that are not aligned to their size,
    and CSR rows whose columns do not rise (columns that come twice are added up).
    CSR rows are checked here, because a bad column number must never reach the core; dense rows are not.
    """
    if isinstance(X, np.ndarray):
        array: NDArray[Any] = X if _can_be_stepped_through(X) else np.ascontiguousarray(X)
        return _core.Rows.dense(array)
    rows = _view_csr(X)
    fault = rows.first_fault()
    if fault is not None and fault[0] == "columns not rising":
        X = X.copy()
        X.sum_duplicates()
        rows = _view_csr(X)
        fault = rows.first_fault()
    if fault is not None:
        raise BadData(_sentence(X, fault, None))
    return rows


def copy_rows(X: Matrix, which: Indices) -> Matrix:
    """Copy some rows as float64; dense ones lie one after another, however they lay before."""
    rows = X[which]
    return np.array(rows, dtype=np.float64, order="C") if isinstance(rows, np.ndarray) else rows.astype(np.float64)


def stack_rows(parts: Sequence[Any], n_columns: int | None = None) -> Matrix:
    """Stack matrices of rows; sparse ones become as wide as the widest, or get `n_columns`."""
    if isinstance(parts[0], np.ndarray):
        dense: NDArray[Any] = np.concatenate(parts)
        return dense

    import scipy.sparse as sp  # noqa: PLC0415  slow to import, and only needed here

    width = n_columns or max(X.shape[1] for X in parts)
    wide = [sp.csr_array((X.data, X.indices, X.indptr), shape=(X.shape[0], width)) for X in parts]
    stacked: sp.csr_array = sp.vstack(wide, format="csr")
    return stacked


def refuse_faults(X: Matrix, rows: _core.Rows, column_names: Sequence[str] | None = None) -> None:
    """Raise a sentence with the place if a number is not finite."""
    fault = rows.first_fault()
    if fault is not None:
        raise BadData(_sentence(X, fault, column_names))


def _can_be_stepped_through(X: NDArray[np.floating]) -> bool:
    return X.flags.aligned and not any(step % X.itemsize for step in X.strides)


def _view_csr(X: sp.csr_array | sp.csr_matrix) -> _core.Rows:
    return _core.Rows.csr(X.data, X.indices, X.indptr.astype(np.int64, copy=False), X.shape[1])


def _sentence(X: Matrix, fault: tuple[str, int, int], column_names: Sequence[str] | None) -> str:
    what, row, column = fault
    if what == "not finite":
        value = "NaN" if np.isnan(X[row, column]) else f"{X[row, column]:+}".replace("inf", "infinity (inf)")
        name = column if column_names is None else repr(column_names[column])
        return (
            f"X is {value} in row {row}, column {name}; every number must be finite: "
            "drop such rows or fill them in, for example with sklearn.impute.SimpleImputer"
        )
    if what == "column out of range":
        return f"X has column {column} in row {row}; columns must be from 0 to {X.shape[1] - 1}"
    return f"X.indptr does not rise at row {row}, or points past the stored values; build the CSR matrix anew"
