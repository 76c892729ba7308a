"""Whole records of a text file, block after block, each with its line."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from rosenblatt import _core
from rosenblatt.errors import BadData
from rosenblatt.read.source import ByteStream
from rosenblatt.rows import Indices

BLOCK_BYTES = 2**22
LONGEST_RECORD = 2**26

Bytes = NDArray[np.uint8]
Find = Callable[[Bytes, int, bool], _core.Records]  # the data, its first line, whether it is the last


@dataclass(frozen=True, slots=True, eq=False)
class Records:
    """Records one after another, where each begins, its line, and how many fields it has; and which lines are blank.

    The bytes are only good until the next block is asked for.
    """

    data: Bytes
    starts: Indices
    lines: Indices
    fields: NDArray[np.int32]
    blank: Indices = field(default_factory=lambda: np.empty(0, np.int64))

    def __len__(self) -> int:
        return len(self.starts)

    def part(self, begin: int, end: int) -> Records:
        """Some neighbours."""
        if begin == 0 and end == len(self):
            return self
        stop = self.starts[end] if end < len(self) else len(self.data)
        start = self.starts[begin] if begin < len(self) else stop
        chosen = slice(begin, end)
        return Records(self.data[start:stop], self.starts[chosen] - start, self.lines[chosen], self.fields[chosen])

    def until(self, line: int) -> Records:
        """Those before the one that begins on a line."""
        end = int(np.searchsorted(self.lines, line))
        head = self.part(0, end)
        return Records(head.data, head.starts, head.lines, head.fields, self.blank[self.blank < line])

    def where(self, is_wanted: NDArray[np.bool_]) -> Records:
        """Some here and there."""
        if is_wanted.all():
            return self
        ends = np.append(self.starts[1:], len(self.data))
        pieces = [self.data[a:b] for a, b in zip(self.starts[is_wanted], ends[is_wanted], strict=True)]
        lengths = (ends - self.starts)[is_wanted]
        data = np.concatenate([np.empty(0, np.uint8), *pieces])
        return Records(data, np.cumsum(lengths) - lengths, self.lines[is_wanted], self.fields[is_wanted])

    def longest(self) -> int:
        """The bytes of the longest record."""
        return int(np.diff(self.starts, append=len(self.data)).max())


def find_lines(data: Bytes, line: int, is_last: bool) -> _core.Records:
    """Find the lines that are not blank."""
    return _core.find_lines(data, line, is_last)


def csv_records(delimiter: str) -> Find:
    """Find the records of CSV."""
    return lambda data, line, is_last: _core.find_records(data, delimiter, line, is_last)


def whole_records(
    stream: ByteStream, name: str, find: Find, *, batch_rows: int = 0, n_before: int = 0
) -> Iterator[Records]:
    """Read block by block; a record is never cut. A byte order mark is swallowed.

    Blocks may be without a record, if there are blank lines instead. If every row is a batch, none waits for a block to
    be full. Else blocks that hold more than a batch hold several whole ones, with `n_before` records before the first,
    so that no batch need be joined of two blocks.
    """
    room, filled, line, is_last = np.empty(BLOCK_BYTES, np.uint8), 0, 1, False
    is_first = True
    while not is_last:
        filled, is_last = _fill(stream, room, filled, batch_rows == 1)
        if is_first and room[:filled][:3].tobytes() == BOM_UTF8:
            room[: filled - 3] = room[3:filled].copy()
            filled, is_last = _fill(stream, room, filled - 3, batch_rows == 1)
        is_first = False
        found = find(room[:filled], line, is_last)
        block = Records(room[: found.consumed], found.starts, found.lines, found.fields, found.blank)
        line = found.next_line
        n_rows = len(block) - n_before
        if 0 < batch_rows < n_rows and n_rows % batch_rows and not is_last:
            line = int(block.lines[-(n_rows % batch_rows)])
            block = block.until(line)
        n_before = max(0, n_before - len(block))
        if len(block) or len(block.blank):
            yield block
        if found.inside_quotes and is_last:
            raise BadData(f"{name}:{line}: a quoted field in this row never ends; close it with a quote")
        if filled == len(room) and len(block.data) == 0:
            room = _grown(room, name, line)
        rest = room[len(block.data) : filled].copy()
        filled = len(rest)
        room[:filled] = rest


def first_records(stream: ByteStream, name: str, find: Find, *, batch_rows: int = 0) -> Records | None:
    """Read the first block that has any; None if there is none."""
    return next((block for block in whole_records(stream, name, find, batch_rows=batch_rows) if len(block)), None)


def _fill(stream: ByteStream, room: Bytes, filled: int, at_once: bool) -> tuple[int, bool]:
    """Read until the room is full or nothing comes; say how much is filled and whether nothing came."""
    view = room.data
    while filled < len(room):
        count = stream.readinto(view[filled:])
        if not count:
            return filled, True
        filled += count
        if at_once:
            break
    return filled, False


def _grown(room: Bytes, name: str, line: int) -> Bytes:
    if len(room) >= LONGEST_RECORD:
        size = f"{LONGEST_RECORD // 2**20} MiB"
        raise BadData(f"{name}:{line}: this row is longer than {size}; is a closing quote or a line end missing?")
    return np.concatenate([room, np.empty_like(room)])
