"""Blocks of arrays, in memory or in a file; every block has the same number of arrays, of the same types."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

Arrays = list[NDArray[Any]]
Shape = tuple[np.dtype[Any], tuple[int, ...]]  # the type and the shape of an array

SPARE = 2  # times the expected size: files are read ahead, so that more rows come than the share read suggests


@dataclass
class _Growing:
    """An array with spare capacity at its end, which takes no memory until it is written to."""

    array: NDArray[Any]
    most_bytes: int
    size: int = 0

    def extend(self, count: int, share: float | None) -> NDArray[Any]:
        """Return a view of `count` more entries; afterwards the array holds about `share` of its final size."""
        end = self.size + count
        if end > len(self.array):
            entry = self.array.dtype, self.array.shape[1:]
            most = self.most_bytes // max(1, n_bytes(entry))
            capacity = max(end, min(int(SPARE * end / (share or 1)), most))
            grown = np.empty((capacity, *entry[1]), entry[0])
            grown[: self.size] = self.array[: self.size]
            self.array = grown
        begin, self.size = self.size, end
        return self.array[begin:end]


@dataclass
class MemoryBlocks:
    """Consecutive blocks in memory, within a limit of bytes."""

    most_bytes: int
    _parts: list[_Growing] = field(default_factory=list)
    _starts: list[list[int]] = field(default_factory=list)  # where each block begins in each array

    @property
    def n_blocks(self) -> int:
        return len(self._starts)

    def add(self, shapes: list[Shape], write: Callable[[Arrays], None], share: float | None = None) -> None:
        """Add a block.

        Parameters
        ----------
        shapes : of its arrays.
        write : writes the block to the arrays that it is called with.
        share : the share of all rows up to this block, if it is known.
        """
        self._parts = self._parts or [
            _Growing(np.empty((0, *shape[1:]), kind), self.most_bytes) for kind, shape in shapes
        ]
        self._starts.append([part.size for part in self._parts])
        write([part.extend(shape[0], share) for part, (_, shape) in zip(self._parts, shapes, strict=True)])

    @property
    def wholes(self) -> Arrays:
        """Views of the arrays of all blocks together."""
        return [part.array[: part.size] for part in self._parts]

    def join(self) -> None:
        """Make one block of all."""
        self._starts = self._starts[:1]

    def read(self, blocks: Sequence[int]) -> Arrays:
        """Return the arrays of some blocks, one after another; those of a single block without a copy."""
        ends = [*self._starts[1:], [part.size for part in self._parts]]
        return [
            _joined([part.array[self._starts[block][which] : ends[block][which]] for block in blocks])
            for which, part in enumerate(self._parts)
        ]

    def change(self, change: Callable[[Arrays], Arrays]) -> None:
        """Change each block by a function that changes its arrays in place, and returns them or their beginnings."""
        ends = [0] * len(self._parts)
        changed: list[list[int]] = []
        for block, starts in enumerate(self._starts):
            arrays = change(self.read([block]))
            changed.append(ends)
            for part, array, start, end in zip(self._parts, arrays, starts, ends, strict=True):
                if start != end:
                    part.array[end : end + len(array)] = array
            ends = [end + len(array) for array, end in zip(arrays, ends, strict=True)]
        self._starts = changed
        for part, end in zip(self._parts, ends, strict=True):
            part.size = end

    def move_to(self, folder: Path) -> FileBlocks:
        """Copy all blocks to a temporary file."""
        on_disk = FileBlocks(tempfile.TemporaryFile(dir=folder))  # noqa: SIM115  closed by close()
        for block in range(self.n_blocks):
            on_disk.append(self.read([block]))
        return on_disk

    def close(self) -> None:
        """Free the arrays."""
        self._parts, self._starts = [], []


@dataclass
class FileBlocks:
    """Blocks in a temporary file, which is deleted when it is closed."""

    _file: IO[bytes]
    _blocks: list[_BlockInFile] = field(default_factory=list)

    @property
    def n_blocks(self) -> int:
        return len(self._blocks)

    @property
    def bytes_of_largest(self) -> int:
        """The size of the largest block in memory."""
        return max(sum(map(n_bytes, block.shapes)) for block in self._blocks)

    def add(self, shapes: list[Shape], write: Callable[[Arrays], None], share: float | None = None) -> None:
        """Add a block, as in `MemoryBlocks`."""
        arrays: Arrays = [np.empty(shape, kind) for kind, shape in shapes]
        write(arrays)
        self.append(arrays)

    def append(self, arrays: Arrays) -> None:
        """Write one more block."""
        self._blocks.append(_BlockInFile(self._file.seek(0, 2), [(array.dtype, array.shape) for array in arrays]))
        for array in arrays:
            self._file.write(np.ascontiguousarray(array).data)

    def read(self, blocks: Sequence[int]) -> Arrays:
        """Return the arrays of some blocks, one after another."""
        chosen = [self._blocks[block] for block in blocks]
        wholes = []
        for which, (dtype, shape) in enumerate(chosen[0].shapes):
            ends = np.cumsum([block.shapes[which][1][0] for block in chosen])
            whole = np.empty((ends[-1], *shape[1:]), dtype)
            for block, begin, end in zip(chosen, [0, *ends], ends, strict=False):
                self._read_into(whole[begin:end], block.start + sum(map(n_bytes, block.shapes[:which])))
            wholes.append(whole)
        return wholes

    def change(self, change: Callable[[Arrays], Arrays]) -> None:
        """Change each block, as in `MemoryBlocks`."""
        for number, block in enumerate(self._blocks):
            arrays = change(self.read([number]))
            self._file.seek(block.start)
            for array in arrays:
                self._file.write(array.data)
            self._blocks[number] = _BlockInFile(block.start, [(array.dtype, array.shape) for array in arrays])

    def _read_into(self, array: NDArray[Any], start: int) -> None:
        self._file.seek(start)
        if len(array):
            self._file.readinto(array.view(np.uint8).data)  # type: ignore[attr-defined]

    def close(self) -> None:
        """Delete the file."""
        self._file.close()


@dataclass(frozen=True, slots=True)
class _BlockInFile:
    """The start of a block in a file, and the types and shapes of its arrays."""

    start: int
    shapes: list[Shape]


def n_bytes(shape: Shape) -> int:
    """Return the size of an array in memory."""
    return int(shape[0].itemsize * np.prod(shape[1], dtype=np.int64))


def _joined(pieces: list[NDArray[Any]]) -> NDArray[Any]:
    return pieces[0] if len(pieces) == 1 else np.concatenate(pieces)
