"""Encoded rows, block by block: in memory while they fit, else in a temporary file."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from rosenblatt.batch import Matrix
from rosenblatt.learn._blocks import LabelledRows

# The numbers of dense rows, or the values, columns and lengths of sparse ones; and then a code for each label.
Arrays = list[NDArray[Any]]


@dataclass
class RowStore:
    """Rows that are added in blocks and read again in any order, with a number that stands for each label.

    A file has no name: it is gone when the process is, whatever ends it.

    Parameters
    ----------
    folder : where a file goes if one is needed.
    most_bytes : what the rows may take in memory at any time.
    labels : what each number stands for; to be there before rows are read.

    Examples
    --------
    >>> import numpy as np
    >>> from pathlib import Path
    >>> from rosenblatt.judge.row_store import RowStore
    >>> with RowStore(Path(), most_bytes=0, labels=np.array(["no", "yes"])) as store:
    ...     store.add(np.array([[1.0], [2.0]]), np.array([0, 1]))
    ...     store.add(np.array([[3.0]]), np.array([1]))
    ...     X, labels = store.read([1, 0])
    >>> X.ravel().tolist(), labels.tolist(), store.is_filed
    ([3.0, 1.0, 2.0], ['yes', 'no', 'yes'], True)
    """

    folder: Path
    most_bytes: int
    labels: NDArray[Any] = field(default_factory=lambda: np.empty(0))
    n_rows: int = 0
    n_columns: int = 0
    n_bytes: int = 0
    _blocks: list[_Block] = field(default_factory=list)
    _file: IO[bytes] | None = None

    def add(self, X: Matrix, codes: NDArray[Any]) -> None:
        """Keep one more block."""
        arrays = [*_parts(X), codes.astype(np.int32)]
        self._blocks.append(_Block([(array.dtype, array.shape) for array in arrays], arrays))
        self.n_rows += len(codes)
        self.n_bytes += self._blocks[-1].n_bytes
        self.n_columns = max(self.n_columns, X.shape[1])
        if 2 * self.n_bytes > self.most_bytes:  # to join blocks in memory takes as much again
            if self._file is None:
                self._file = tempfile.TemporaryFile(dir=self.folder)  # noqa: SIM115  close() does
            for block in self._blocks:
                block.move_to(self._file)

    @property
    def is_filed(self) -> bool:
        """Whether the rows are in a file."""
        return self._file is not None

    @property
    def n_blocks(self) -> int:
        """How many blocks there are."""
        return len(self._blocks)

    @property
    def at_once(self) -> int:
        """How many blocks may be asked for together: so many that they fit into memory."""
        if not self.is_filed:
            return self.n_blocks
        return max(1, self.most_bytes // max(block.n_bytes for block in self._blocks))

    def join(self) -> None:
        """Make one block of all that are in memory."""
        if not self.is_filed and self._blocks:
            arrays = _gathered(self._blocks)
            self._blocks = [_Block([(array.dtype, array.shape) for array in arrays], arrays)]

    def read(self, blocks: Sequence[int]) -> LabelledRows:
        """Give the rows of some blocks, one after another."""
        *parts, codes = _gathered([self._blocks[place] for place in blocks])
        return LabelledRows(_matrix(parts, self.n_columns), self.labels[codes])

    def close(self) -> None:
        """Let go of the rows and of the file."""
        self._blocks = []
        if self._file is not None:
            self._file.close()

    def __enter__(self) -> RowStore:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@dataclass
class _Block:
    """The types and shapes of some arrays, and the arrays themselves or where they are in a file."""

    shapes: list[tuple[np.dtype[Any], tuple[int, ...]]]
    arrays: Arrays
    file: IO[bytes] | None = None
    start: int = 0

    @property
    def n_bytes(self) -> int:
        """What the arrays take."""
        return sum(map(_size, self.shapes))

    def move_to(self, file: IO[bytes]) -> None:
        """Write the arrays to the end of the file, and let go of them."""
        if self.file is None:
            self.file, self.start = file, file.seek(0, 2)
            for array in self.arrays:
                file.write(array.data)
            self.arrays = []

    def copy(self, which: int, into: NDArray[Any]) -> None:
        """Copy one of the arrays."""
        if self.file is None:
            into[...] = self.arrays[which]
            return
        self.file.seek(self.start + sum(map(_size, self.shapes[:which])))
        if len(into):
            self.file.readinto(into.view(np.uint8).data)  # type: ignore[attr-defined]


def _size(shape: tuple[np.dtype[Any], tuple[int, ...]]) -> int:
    return int(shape[0].itemsize * np.prod(shape[1], dtype=np.int64))


def _gathered(blocks: list[_Block]) -> Arrays:
    """The arrays of blocks one after another; those of a single block in memory as they are."""
    if len(blocks) == 1 and blocks[0].file is None:
        return blocks[0].arrays
    gathered = []
    for which, (dtype, shape) in enumerate(blocks[0].shapes):
        ends = np.cumsum([block.shapes[which][1][0] for block in blocks])
        whole = np.empty((ends[-1], *shape[1:]), dtype)
        for block, begin, end in zip(blocks, [0, *ends], ends, strict=False):
            block.copy(which, whole[begin:end])
        gathered.append(whole)
    return gathered


def _parts(X: Matrix) -> Arrays:
    if isinstance(X, np.ndarray):
        return [np.ascontiguousarray(X)]
    columns = X.indices.astype(np.int32 if X.shape[1] <= np.iinfo(np.int32).max else np.int64, copy=False)
    return [np.ascontiguousarray(X.data), np.ascontiguousarray(columns), np.diff(X.indptr).astype(np.int32)]


def _matrix(parts: Arrays, n_columns: int) -> Matrix:
    if len(parts) == 1:
        return parts[0]
    values, columns, lengths = parts
    starts = np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths, dtype=np.int64)])
    return sp.csr_array((values, columns, starts.astype(columns.dtype)), shape=(len(lengths), n_columns))
