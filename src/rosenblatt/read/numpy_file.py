"""NumPy's ``.npy`` and ``.npz`` and SciPy's sparse ``.npz``, a few rows at a time."""

from __future__ import annotations

import os
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import IO, Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from rosenblatt.errors import BadData
from rosenblatt.read._column_kinds import Kind, refuse_unknown
from rosenblatt.read._label_values import convert_labels
from rosenblatt.read._stored_array import StoredArray
from rosenblatt.read._zip import open_archive
from rosenblatt.read.bad_lines import BadLines, Faults
from rosenblatt.read.source import Source
from rosenblatt.rows import FileLabels, Matrix, RawBatch

_SPARSE = {"format", "shape", "data", "indices", "indptr"}
_DAMAGE = (
    *(OSError, EOFError, ValueError, RuntimeError, KeyError, zipfile.BadZipFile, zlib.error),
    *(MemoryError, OverflowError),  # of a header that promises too much
)
_Arrays = dict[str, StoredArray]


class NumpyReader:
    """Reads the array ``X``, or the only one, as rows; the label is the array ``y``, in ``.npy`` a column by number."""

    def __init__(self, label: str | None) -> None:
        self._label = label
        self.kinds: dict[str, Kind] = {}
        self.missing: dict[str, int] = {}

    def start(self) -> None:
        """Begin a new pass over the files."""
        self.missing = {}

    def pieces(self, source: Source, bad: BadLines) -> Iterator[RawBatch]:
        """Yield all rows of a file."""
        if source.compression is not None:
            raise BadData(f"{source.name}: decompress it with {source.compression}; NumPy files are read in place")
        row = 1
        with source.open_seekable() as file, _damage_named(source.name), ExitStack() as stack:
            arrays = _open(file, source.name, stack)
            rows = self._labelled_column(arrays[""]) if "" in arrays else self._archive(arrays, source.name)
            for X, labels in rows:
                lines = np.arange(row, row + X.shape[0])
                row += X.shape[0]
                yield self._good_rows(RawBatch(X, labels, source.name, lines), bad)

    def _labelled_column(self, array: StoredArray) -> Iterator[tuple[Matrix, FileLabels | None]]:
        _require_rows(array)
        column = None if self._label is None else _column(self._label, array)
        for X in array.rows():
            labels = None if column is None else convert_labels(X[:, column])
            yield _floats(X if column is None else np.delete(X, column, axis=1)), labels

    def _archive(self, arrays: _Arrays, path: str) -> Iterator[tuple[Matrix, FileLabels | None]]:
        label = self._label or ("y" if "y" in arrays else None)
        refuse_unknown([] if label is None else [label], arrays, path)
        stored = None if label is None else arrays[label]
        labels = None if stored is None else convert_labels(stored.values(stored.shape[0]))
        rows = _sparse_rows(arrays, path) if arrays.keys() >= _SPARSE else _dense_rows(arrays, label, path)
        start = 0
        for X in rows:
            stop = start + X.shape[0]
            if labels is not None and stop > len(labels):
                break
            yield X, None if labels is None else labels[start:stop]
            start = stop
        if labels is not None and start != len(labels):
            raise BadData(f"{path}: {label!r} has {len(labels):,} labels; there must be one label per row")

    def _good_rows(self, batch: RawBatch, bad: BadLines) -> RawBatch:
        """Leave out rows that are infinite or lack their label; count missing values (NaN)."""
        X = batch.data
        infinite = _rows_of(X, np.isinf)
        faults: Faults = [(int(line), "a number is infinite; numbers must be finite") for line in batch.lines[infinite]]
        unlabelled = np.zeros(len(batch), np.bool_) if batch.labels is None else _is_missing(batch.labels)
        faults += [(int(line), "the label is missing") for line in batch.lines[unlabelled & ~infinite]]
        bad.add(batch.path, faults)
        is_good = ~(infinite | unlabelled)
        if not is_good.all():
            labels = None if batch.labels is None else batch.labels[is_good]
            batch = RawBatch(X[is_good], labels, batch.path, batch.lines[is_good])
        self._count_missing(batch.data)
        return batch

    def _count_missing(self, X: Matrix) -> None:
        columns = np.nonzero(np.isnan(X))[1] if isinstance(X, np.ndarray) else X.indices[np.isnan(X.data)]
        for column, count in zip(*np.unique(columns, return_counts=True), strict=True):
            self.missing[str(column)] = self.missing.get(str(column), 0) + int(count)


@contextmanager
def _damage_named(path: str) -> Iterator[None]:
    """Turn errors of NumPy and of the archive into one message with the path."""
    try:
        yield
    except BadData:
        raise
    except _DAMAGE as error:
        raise BadData(f"{path}: this is not a whole NumPy file: {error}") from None


def _open(file: IO[bytes], path: str, stack: ExitStack) -> _Arrays:
    """Open the arrays by name; that of ``.npy`` has the empty name."""
    if not zipfile.is_zipfile(file):
        n_bytes = file.seek(0, os.SEEK_END)
        file.seek(0)
        return {"": StoredArray.open(file, n_bytes, path)}
    archive = stack.enter_context(open_archive(file, path))
    members = [member for member in archive.infolist() if member.filename.endswith(".npy")]
    return {
        member.filename.removesuffix(".npy"): StoredArray.open(
            stack.enter_context(archive.open(member)), member.file_size, f"{path}: {member.filename}"
        )
        for member in members
    }


def _dense_rows(arrays: _Arrays, label: str | None, path: str) -> Iterator[Matrix]:
    others = [name for name in arrays if name != label]
    name = "X" if "X" in others else others[0] if len(others) == 1 else None
    if name is None:
        raise BadData(f"{path}: the rows must be the array 'X' or the only one; there are {', '.join(arrays)}")
    _require_rows(arrays[name])
    return (_floats(X) for X in arrays[name].rows())


def _sparse_rows(arrays: _Arrays, path: str) -> Iterator[Matrix]:
    stored_as = arrays["format"].values(1).astype(np.str_)[0]
    if stored_as != "csr":
        raise BadData(f"{path}: a sparse matrix must be stored as CSR, not {stored_as}: save X.tocsr()")
    n_rows, n_columns = (int(size) for size in arrays["shape"].values(2))
    starts = arrays["indptr"].values(n_rows + 1).astype(np.int64)
    entries = arrays["data"].shape[0]
    if starts[0] != 0 or starts[-1] != entries or (np.diff(starts) < 0).any() or arrays["indices"].shape != (entries,):
        raise BadData(f"{path}: indptr, indices and data do not fit together; save the matrix anew")
    most = 2**18
    begin = 0
    while begin < n_rows:
        end = max(begin + 1, int(np.searchsorted(starts, starts[begin] + most, "right")) - 1)
        count = int(starts[end] - starts[begin])
        values, columns = _floats(arrays["data"].values(count)), arrays["indices"].values(count)
        if count and not (columns.min() >= 0 and columns.max() < n_columns):
            raise BadData(f"{path}: rows {begin + 1} to {end} hold a column outside 0 to {n_columns - 1}")
        X = sp.csr_array((values, columns, starts[begin : end + 1] - starts[begin]), shape=(end - begin, n_columns))
        X.sum_duplicates()
        yield X
        begin = end


def _require_rows(array: StoredArray) -> None:
    if len(array.shape) != 2 or array.dtype.kind not in "biuf":
        what = f"{len(array.shape)} dimensions of {array.dtype}"
        raise BadData(f"{array.where}: the rows must be an array of numbers of 2 dimensions, got {what}")


def _column(label: str, array: StoredArray) -> int:
    width = array.shape[1]
    try:
        return range(width)[int(label)]
    except (ValueError, IndexError):
        must = f"`label=` must be the number of a column, from 0 to {width - 1} or from the end as -1"
        raise BadData(f"{array.where}: {must}, got {label!r}") from None


def _floats(values: NDArray[Any]) -> NDArray[Any]:
    return values if values.dtype in (np.float32, np.float64) else values.astype(np.float64)


def _rows_of(X: Matrix, has: Any) -> NDArray[np.bool_]:
    """Mask the rows that have such a value."""
    if isinstance(X, np.ndarray):
        return np.asarray(has(X).any(axis=1))
    found = np.zeros(X.shape[0], np.bool_)
    found[np.searchsorted(X.indptr, np.flatnonzero(has(X.data)), "right") - 1] = True
    return found


def _is_missing(labels: FileLabels) -> NDArray[np.bool_]:
    return np.asarray(labels == "") if labels.dtype.kind == "U" else np.isnan(labels.astype(np.float64))
