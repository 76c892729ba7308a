"""Encoded rows, block by block: in memory while they fit, else in a temporary file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt import _core
from rosenblatt.coded_rows import CodedRows
from rosenblatt.learn.fitting.blocks import LabelledRows
from rosenblatt.rows import Csr, Indices, Matrix
from rosenblatt.train._block_arrays import Arrays, FileBlocks, MemoryBlocks, Shape, n_bytes
from rosenblatt.train._mix_rows import mix_rows
from rosenblatt.train.split import LEARN, N_PARTS, Parts

# The arrays of sparse rows are values, columns, lengths, codes and parts; those of dense rows are values, codes, parts.
_COLUMNS, _ARRAYS_OF_DENSE = 1, 3


@dataclass
class RowStore:
    """Labelled rows that are added in blocks and read in any order of blocks; labels are stored as numbers.

    Each row plays a part (see `train.split`); `part` selects the rows of one.

    The temporary file has no name, so it is deleted whatever ends the process.

    Parameters
    ----------
    folder : the folder of the temporary file.
    most_bytes : the most memory that the rows may take at any time.
    labels : the label of each number; must be set before rows are read.

    Examples
    --------
    >>> import numpy as np
    >>> from pathlib import Path
    >>> from rosenblatt.train.row_store import RowStore
    >>> with RowStore(Path(), most_bytes=0, labels=np.array(["no", "yes"])) as store:
    ...     store.add(np.array([[1.0], [2.0]]), np.array([0, 1]))
    ...     store.add(np.array([[3.0]]), np.array([1]))
    ...     rows = store.read([1, 0])
    >>> rows.X.ravel().tolist(), rows.labels.tolist(), store.is_on_disk
    ([3.0, 1.0, 2.0], ['yes', 'no', 'yes'], True)
    """

    folder: Path
    most_bytes: int
    labels: NDArray[Any] = field(default_factory=lambda: np.empty(0))
    n_columns: int = 0
    n_bytes: int = 0

    def __post_init__(self) -> None:
        self._n_rows = np.zeros(N_PARTS, np.int64)
        self._layout: _core.CodeLayout | None = None
        self._blocks: MemoryBlocks | FileBlocks = MemoryBlocks(self.most_bytes)

    def add(
        self,
        X: Matrix | Csr | CodedRows,
        codes: Indices,
        parts: Parts | None = None,
        *,
        chosen: NDArray[np.bool_] | None = None,
        share: float | None = None,
    ) -> None:
        """Add rows as one block.

        Parameters
        ----------
        X, codes : the rows and the number of each label.
        parts : the part of each row; None if all are to be learned from.
        chosen : mask of the rows to add; None for all.
        share : the share of all rows up to this block, if it is known.
        """
        parts = np.full(len(codes), LEARN, np.int8) if parts is None else parts
        chosen = np.ones(len(codes), np.bool_) if chosen is None else chosen
        of_rows: Arrays = [codes.astype(np.int32), parts]
        self.n_columns = max(self.n_columns, X.shape[1])
        rows: Any = X
        if isinstance(X, CodedRows):
            self._layout, rows = X.layout, X.codes
        is_dense = isinstance(rows, np.ndarray)
        block = _DenseBlock(rows, of_rows, chosen) if is_dense else _SparseBlock(rows, of_rows, chosen)
        self._n_rows += np.bincount(parts[chosen], minlength=len(self._n_rows))
        self.n_bytes += sum(map(n_bytes, block.shapes))
        if isinstance(self._blocks, MemoryBlocks) and 2 * self.n_bytes > self.most_bytes:  # growing takes as much again
            self._blocks = self._blocks.move_to(self.folder)
        self._blocks.add(block.shapes, block.write, share)

    @property
    def n_rows(self) -> int:
        return int(self._n_rows.sum())

    def part(self, part: int) -> PartOfRows:
        """Return the rows that play one part."""
        return PartOfRows(self, part, int(self._n_rows[part]))

    @property
    def is_on_disk(self) -> bool:
        """Whether the rows are in a file."""
        return isinstance(self._blocks, FileBlocks)

    @property
    def n_blocks(self) -> int:
        return self._blocks.n_blocks

    @property
    def at_once(self) -> int:
        """The number of blocks that fit into memory together."""
        if isinstance(self._blocks, MemoryBlocks):
            return self.n_blocks
        return max(1, self.most_bytes // self._blocks.bytes_of_largest)

    @property
    def columns(self) -> NDArray[np.int32] | None:
        """The columns of all entries, which may be changed in place; None unless rows are sparse and in memory."""
        if not isinstance(self._blocks, MemoryBlocks) or len(self._blocks.wholes) <= _ARRAYS_OF_DENSE:
            return None
        columns = self._blocks.wholes[_COLUMNS]
        return columns if columns.dtype == np.int32 else None

    def scale(self, scales: NDArray[np.float32], ends: Indices, *, normalise: bool, n_workers: int) -> None:
        """Multiply the values of sparse rows by the scales of their columns; entries that become 0 are dropped.

        Parameters
        ----------
        scales : one per column.
        ends : where each group of columns ends.
        normalise : scale the values of each row in each group to length 1 afterwards.
        n_workers : the number of threads.
        """

        def scale(block: Arrays) -> Arrays:
            values, columns, lengths, *of_rows = block
            kept = _core.scale_rows(values, columns, lengths, scales, ends, normalise, n_workers)
            return [values[:kept], columns[:kept], lengths, *of_rows]

        self._blocks.change(scale)

    def join(self) -> None:
        """Make one block of all that are in memory."""
        if isinstance(self._blocks, MemoryBlocks):
            self._blocks.join()

    def mix(self, random: _core.Random) -> None:
        """Shuffle rows over all blocks, unless they fit into memory together; each block becomes a random sample."""
        if isinstance(self._blocks, FileBlocks) and self.at_once < self.n_blocks:
            self._blocks = mix_rows(self._blocks, self.folder, self.at_once, random)

    def read(self, blocks: Sequence[int], part: int | None = None) -> LabelledRows:
        """Return the rows of some blocks, one after another, and the places of those that play a part; None for all."""
        *numbers, codes, parts = self._blocks.read(blocks)
        which = None if part is None else np.flatnonzero(parts == part)
        if self._layout is not None:
            return LabelledRows(CodedRows(numbers[0], self._layout, self.n_columns), codes, self.labels, which)
        return LabelledRows(_matrix(numbers, self.n_columns), codes, self.labels, which)

    def places_without(self, part: int) -> Indices:
        """Return the places of the rows that do not play a part; all rows must be in memory, in one block."""
        return np.flatnonzero(self._blocks.read([0])[-1] != part)

    def close(self) -> None:
        """Free the rows, and delete the file."""
        self._blocks.close()

    def __enter__(self) -> RowStore:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@dataclass(frozen=True, slots=True)
class _RowsWithin:
    """Some rows of a store, where they lie: `Blocks` of the same numbers."""

    store: RowStore

    @property
    def n_blocks(self) -> int:
        return self.store.n_blocks

    @property
    def at_once(self) -> int:
        return self.store.at_once


@dataclass(frozen=True, slots=True)
class PartOfRows(_RowsWithin):
    """The rows of a store that play one part."""

    part: int
    n_rows: int

    def read(self, blocks: Sequence[int]) -> LabelledRows:
        return self.store.read(blocks, self.part)


@dataclass(frozen=True, slots=True)
class ChosenRows(_RowsWithin):
    """Rows of a store in memory, at chosen places."""

    places: Indices

    @property
    def n_rows(self) -> int:
        return len(self.places)

    def read(self, blocks: Sequence[int]) -> LabelledRows:
        return self.store.read(blocks)._replace(which=self.places)


class _DenseBlock:
    """Chosen rows of a dense matrix, and the numbers that belong to each."""

    def __init__(self, X: NDArray[Any], of_rows: Arrays, chosen: NDArray[np.bool_]) -> None:
        self._arrays = [X[chosen], *(numbers[chosen] for numbers in of_rows)]
        self.shapes: list[Shape] = [(array.dtype, array.shape) for array in self._arrays]

    def write(self, arrays: Arrays) -> None:
        for array, rows in zip(arrays, self._arrays, strict=True):
            array[...] = rows


class _SparseBlock:
    """The values, columns and lengths of chosen sparse rows, and the numbers that belong to each."""

    def __init__(self, X: Any, of_rows: Arrays, chosen: NDArray[np.bool_]) -> None:
        columns = X.indices.astype(np.int32 if X.shape[1] <= np.iinfo(np.int32).max else np.int64, copy=False)
        self._entries = [np.ascontiguousarray(X.data), np.ascontiguousarray(columns)]
        self._starts, self._chosen = X.indptr.astype(np.int64), chosen
        lengths = np.diff(self._starts).astype(np.int32)
        self._of_rows = [numbers[chosen] for numbers in (lengths, *of_rows)]
        n_entries = int(self._of_rows[0].sum(dtype=np.int64))
        self.shapes: list[Shape] = [
            *((array.dtype, (n_entries,)) for array in self._entries),
            *((numbers.dtype, numbers.shape) for numbers in self._of_rows),
        ]

    def write(self, arrays: Arrays) -> None:
        for array, entries in zip(arrays[:2], self._entries, strict=True):
            size = entries.dtype.itemsize
            _core.copy_chosen(entries.view(np.uint8), size, self._starts, self._chosen, array.view(np.uint8))
        for array, numbers in zip(arrays[2:], self._of_rows, strict=True):
            array[...] = numbers


def chosen_rows(X: Any, which: Indices) -> Any:
    """Copy some rows, dense, coded or `Csr`; `which` rises."""
    if isinstance(X, np.ndarray):
        return X[which]
    if isinstance(X, CodedRows):
        return CodedRows(X.codes[which], X.layout, X.n_columns)
    chosen = np.zeros(X.shape[0], np.bool_)
    chosen[which] = True
    block = _SparseBlock(X, [], chosen)
    arrays: Arrays = [np.empty(shape, kind) for kind, shape in block.shapes]
    block.write(arrays)
    return _matrix(arrays, X.shape[1])


def _matrix(parts: Arrays, n_columns: int) -> Matrix | Csr:
    if len(parts) == 1:
        return parts[0]
    values, columns, lengths = parts
    return Csr(values, columns, _starts(lengths), (len(lengths), n_columns))


def _starts(lengths: NDArray[np.int32]) -> NDArray[np.int64]:
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths, dtype=np.int64)])
