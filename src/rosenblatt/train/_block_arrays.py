"""Blocks of arrays, kept in memory or in a file; every block has as many arrays, of the same types."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

Arrays = list[NDArray[Any]]
Shape = tuple[np.dtype[Any], tuple[int, ...]]  # of an array: its type, and how long it is

ROOM = 2  # times what is expected: readers are ahead of the rows they gave, so that more comes than their share says


@dataclass
class _Growing:
    """An array with room at its end. Room that is never used is never touched, and so takes no memory."""

    array: NDArray[Any]
    most_bytes: int
    size: int = 0

    def more(self, count: int, share: float | None) -> NDArray[Any]:
        """Give room for more entries; the whole is expected to be 1 / share of what is there then."""
        end = self.size + count
        if end > len(self.array):
            kind = self.array.dtype, self.array.shape[1:]
            most = self.most_bytes // max(1, n_bytes(kind))
            room = max(end, min(int(ROOM * end / (share or 1)), most))
            grown = np.empty((room, *kind[1]), kind[0])
            grown[: self.size] = self.array[: self.size]
            self.array = grown
        begin, self.size = self.size, end
        return self.array[begin:end]


@dataclass
class InMemory:
    """Blocks that lie one after another, in at most so many bytes."""

    most_bytes: int
    _parts: list[_Growing] = field(default_factory=list)
    _starts: list[list[int]] = field(default_factory=list)  # where each block begins in each array

    @property
    def n_blocks(self) -> int:
        """How many blocks there are."""
        return len(self._starts)

    def add(self, shapes: list[Shape], write: Callable[[Arrays], None], share: float | None = None) -> None:
        """Keep one more block, which is written to its place; if it is known, with it this share of all has come."""
        self._parts = self._parts or [
            _Growing(np.empty((0, *shape[1:]), kind), self.most_bytes) for kind, shape in shapes
        ]
        self._starts.append([part.size for part in self._parts])
        write([part.more(shape[0], share) for part, (_, shape) in zip(self._parts, shapes, strict=True)])

    @property
    def wholes(self) -> Arrays:
        """The arrays of all blocks together, where they lie."""
        return [part.array[: part.size] for part in self._parts]

    def join(self) -> None:
        """Make one block of all."""
        self._starts = self._starts[:1]

    def read(self, blocks: Sequence[int]) -> Arrays:
        """Give the arrays of some blocks, one after another; those of a single one as they are."""
        ends = [*self._starts[1:], [part.size for part in self._parts]]
        return [
            _joined([part.array[self._starts[block][which] : ends[block][which]] for block in blocks])
            for which, part in enumerate(self._parts)
        ]

    def move_to(self, folder: Path) -> InFile:
        """Put all blocks into a file."""
        filed = InFile(tempfile.TemporaryFile(dir=folder))  # noqa: SIM115  close() does
        for block in range(self.n_blocks):
            filed.append(self.read([block]))
        return filed

    def close(self) -> None:
        """Let go of the arrays."""
        self._parts, self._starts = [], []


@dataclass
class InFile:
    """Blocks in a file that is gone when it is closed."""

    _file: IO[bytes]
    _blocks: list[_Filed] = field(default_factory=list)

    @property
    def n_blocks(self) -> int:
        """How many blocks there are."""
        return len(self._blocks)

    @property
    def bytes_of_largest(self) -> int:
        """What the largest block takes in memory."""
        return max(sum(map(n_bytes, block.shapes)) for block in self._blocks)

    def add(self, shapes: list[Shape], write: Callable[[Arrays], None], share: float | None = None) -> None:
        """Keep one more block, as in `InMemory`."""
        arrays: Arrays = [np.empty(shape, kind) for kind, shape in shapes]
        write(arrays)
        self.append(arrays)

    def append(self, arrays: Arrays) -> None:
        """Write one more block."""
        self._blocks.append(_Filed(self._file.seek(0, 2), [(array.dtype, array.shape) for array in arrays]))
        for array in arrays:
            self._file.write(np.ascontiguousarray(array).data)

    def read(self, blocks: Sequence[int]) -> Arrays:
        """Give the arrays of some blocks, one after another."""
        chosen = [self._blocks[block] for block in blocks]
        wholes = []
        for which, (dtype, shape) in enumerate(chosen[0].shapes):
            ends = np.cumsum([block.shapes[which][1][0] for block in chosen])
            whole = np.empty((ends[-1], *shape[1:]), dtype)
            for block, begin, end in zip(chosen, [0, *ends], ends, strict=False):
                self._read_into(whole[begin:end], block.start + sum(map(n_bytes, block.shapes[:which])))
            wholes.append(whole)
        return wholes

    def _read_into(self, array: NDArray[Any], start: int) -> None:
        self._file.seek(start)
        if len(array):
            self._file.readinto(array.view(np.uint8).data)  # type: ignore[attr-defined]

    def close(self) -> None:
        """Let the file go."""
        self._file.close()


@dataclass(frozen=True, slots=True)
class _Filed:
    """Where a block begins in a file, and the types and shapes of its arrays."""

    start: int
    shapes: list[Shape]


def n_bytes(shape: Shape) -> int:
    """What an array takes in memory."""
    return int(shape[0].itemsize * np.prod(shape[1], dtype=np.int64))


def _joined(pieces: list[NDArray[Any]]) -> NDArray[Any]:
    return pieces[0] if len(pieces) == 1 else np.concatenate(pieces)
