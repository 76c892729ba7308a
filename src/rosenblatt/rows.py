"""Rows with what is known about them: the one thing that flows from readers to learners."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from functools import lru_cache
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

_MOST_IN_INT32 = int(np.iinfo(np.int32).max)


@dataclass(slots=True, eq=False)
class Csr:
    """Sparse rows as three arrays, named as SciPy names them; columns rise in each row.

    Features and learners exchange these; SciPy, which takes longer to load than a small file to learn, is for users.
    """

    data: NDArray[Any]
    indices: NDArray[Any]
    indptr: NDArray[Any]
    shape: tuple[int, int]

    ndim = 2

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of the numbers."""
        return self.data.dtype

    def to_scipy(self) -> sp.csr_array:
        """View the rows as SciPy's; indices are copied where their types differ, as SciPy wants one type for both."""
        if self.shape[0] == 1 and self.indices.dtype == np.int32:
            # SciPy takes 16 us to check one row, which the core makes in 8, and 4 to copy an empty one.
            row: Any = copy(_empty_row(self.shape[1]))
            row.data, row.indices, row.indptr = self.data, self.indices, self.indptr.astype(np.int32)
            return row  # type: ignore[no-any-return]
        from scipy.sparse import csr_array  # noqa: PLC0415

        is_large = self.indices.dtype == np.int64 or len(self.data) > _MOST_IN_INT32
        index = np.int64 if is_large else np.int32
        indices, indptr = self.indices.astype(index, copy=False), self.indptr.astype(index, copy=False)
        rows = csr_array((self.data, indices, indptr), shape=self.shape)
        rows.has_canonical_format = True
        return rows


@lru_cache(maxsize=16)
def _empty_row(n_columns: int) -> Any:
    from scipy.sparse import csr_array  # noqa: PLC0415

    row = csr_array((1, n_columns), dtype=np.float32)
    row.has_canonical_format = True
    return row


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


class Batch(NamedTuple):
    """Rows, the sign (-1 or +1) or class number of each, and how much each counts (None: every row counts 1)."""

    rows: _core.Rows
    targets: Targets
    weights: Floats | None = None


class RowsView:
    """The same rows twice: as the core walks over them, and as a matrix, for products of matrices."""

    __slots__ = ("_given", "rows")

    def __init__(self, given: Matrix | Csr, rows: _core.Rows | None = None) -> None:
        self._given = given
        self.rows = view_rows(given) if rows is None else rows

    @property
    def matrix(self) -> Matrix:
        """The rows as NumPy's or SciPy's matrix; `Csr` becomes one here, because most learners never ask for it."""
        if isinstance(self._given, Csr):
            self._given = self._given.to_scipy()
        return self._given

    def refuse_faults(self, column_names: Sequence[str] | None = None) -> None:
        """Raise a sentence with the place if a number is not finite."""
        fault = self.rows.first_fault()
        if fault is not None:
            raise BadData(_sentence(self.matrix, fault, column_names))


def view_rows(X: Matrix | Csr) -> _core.Rows:
    """View float32 or float64 rows, dense or CSR, where they lie.

    Only what the core cannot step through is copied: numbers that are not aligned to their size,
    and CSR rows whose columns do not rise (columns that come twice are added up).
    CSR rows are checked here, because a bad column number must never reach the core; dense rows are not.
    """
    if isinstance(X, np.ndarray):
        return _core.Rows.of_array(X) or _core.Rows.dense(np.array(X, order="C"))
    rows = _view_csr(X)
    fault = rows.first_fault()
    if fault is not None and fault[0] == "columns not rising" and not isinstance(X, Csr):
        X = X.copy()
        X.sum_duplicates()
        rows = _view_csr(X)
        fault = rows.first_fault()
    if fault is not None:
        raise BadData(_sentence(X.to_scipy() if isinstance(X, Csr) else X, fault, None))
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


def _view_csr(X: Csr | sp.csr_array | sp.csr_matrix) -> _core.Rows:
    return _core.Rows.csr(X.data, X.indices, X.indptr.astype(np.int64, copy=False), X.shape[1])


def _sentence(X: Any, fault: tuple[str, int, int], column_names: Sequence[str] | None) -> str:
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
