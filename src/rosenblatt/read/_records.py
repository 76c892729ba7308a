"""Whole records of a text file, block by block, each with its line."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise
from sys import maxsize

import numpy as np
from numpy.typing import NDArray

from rosenblatt import _core
from rosenblatt.errors import BadData
from rosenblatt.read._decoded import ByteStream
from rosenblatt.read.table_form import BLANKS, TableForm
from rosenblatt.rows import Indices

BLOCK_BYTES = 2**22
LONGEST_RECORD = 2**26

Bytes = NDArray[np.uint8]
Find = Callable[[Bytes, int, bool], _core.Records]  # arguments: the data, its first line, whether it is the last block


@dataclass(frozen=True, slots=True, eq=False)
class RecordBlock:
    """Consecutive records: their bytes, and of each its start, its line and its number of fields; and the blank lines.

    The bytes are valid until the next block is read.
    """

    data: Bytes
    starts: Indices
    lines: Indices
    fields: NDArray[np.int32]
    blank: Indices = field(default_factory=lambda: np.empty(0, np.int64))

    def __len__(self) -> int:
        return len(self.starts)

    def part(self, begin: int, end: int) -> RecordBlock:
        """Return the records from `begin` up to `end`."""
        if begin == 0 and end == len(self):
            return self
        stop = self.starts[end] if end < len(self) else len(self.data)
        start = self.starts[begin] if begin < len(self) else stop
        chosen = slice(begin, end)
        return RecordBlock(self.data[start:stop], self.starts[chosen] - start, self.lines[chosen], self.fields[chosen])

    def parts(self, size: int) -> Iterator[RecordBlock]:
        """Yield all records, at most `size` at a time, each time with the blank lines before the next one."""
        if len(self) <= size:
            yield self
            return
        bounds = [0, *self.lines[size::size].tolist(), maxsize]
        for place, (first, last) in enumerate(pairwise(bounds)):
            blank = self.blank[(first <= self.blank) & (self.blank < last)]
            yield replace(self.part(place * size, min((place + 1) * size, len(self))), blank=blank)

    def until(self, line: int) -> RecordBlock:
        """Return the records before the one that begins on a line."""
        end = int(np.searchsorted(self.lines, line))
        head = self.part(0, end)
        return RecordBlock(head.data, head.starts, head.lines, head.fields, self.blank[self.blank < line])

    def where(self, is_wanted: NDArray[np.bool_]) -> RecordBlock:
        """Return the records that a mask selects."""
        if is_wanted.all():
            return self
        ends = np.append(self.starts[1:], len(self.data))
        pieces = [self.data[a:b] for a, b in zip(self.starts[is_wanted], ends[is_wanted], strict=True)]
        lengths = (ends - self.starts)[is_wanted]
        data = np.concatenate([np.empty(0, np.uint8), *pieces])
        return RecordBlock(data, np.cumsum(lengths) - lengths, self.lines[is_wanted], self.fields[is_wanted])

    def with_plain_fields(self, found: _core.Records) -> RecordBlock:
        """Return the same records without the bytes that belong to no field, and with spaces for tabs between them."""
        if not len(found.skipped) and not len(found.tabs):
            return self
        data = self.data
        if len(found.tabs):
            data = data.copy()
            data[found.tabs[found.tabs < len(data)]] = ord(" ")
        begins, ends = found.skipped[::2], found.skipped[1::2]
        is_here = begins < len(data)
        depth = np.zeros(len(data) + 1, np.int8)
        depth[begins[is_here]] += 1
        depth[ends[is_here]] -= 1
        is_kept = np.cumsum(depth[:-1], dtype=np.int8) == 0
        n_before = np.concatenate([[0], np.cumsum(~is_kept)])
        return replace(self, data=data[is_kept], starts=self.starts - n_before[self.starts])

    def longest(self) -> int:
        """Return the number of bytes of the longest record."""
        return int(np.diff(self.starts, append=len(self.data)).max())


def find_lines(data: Bytes, line: int, is_last: bool) -> _core.Records:
    """Find the lines that are not blank."""
    return _core.find_lines(data, line, is_last)


def csv_records(form: TableForm) -> Find:
    """Return a function that finds the records of CSV."""
    quote, comment, strips = form.quote or None, form.comment or None, not form.keep_spaces
    between, tabs = form.between, form.delimiter == BLANKS
    return lambda data, line, is_last: _core.find_records(data, between, line, is_last, quote, comment, strips, tabs)


def whole_records(
    stream: ByteStream, name: str, find: Find, *, batch_rows: int = 0, n_before: int = 0, line: int = 1
) -> Iterator[RecordBlock]:
    """Yield blocks of whole records, the first of which begins on `line`; a byte order mark at the start is dropped.

    A block without a record has blank lines. With ``batch_rows=1`` a record is yielded as soon as it arrives. Else a
    block that holds more than one batch ends where a batch ends, `n_before` records not counted, so that no batch has
    to be joined from two blocks.
    """
    buffer, filled, is_first, is_last = np.empty(BLOCK_BYTES, np.uint8), 0, True, False
    while not is_last:
        filled, is_last = _fill(stream, buffer, filled, batch_rows == 1)
        if is_first and buffer[:filled][:3].tobytes() == BOM_UTF8:
            buffer[: filled - 3] = buffer[3:filled].copy()
            filled, is_last = _fill(stream, buffer, filled - 3, batch_rows == 1)
        is_first = False
        found = find(buffer[:filled], line, is_last)
        block = RecordBlock(buffer[: found.consumed], found.starts, found.lines, found.fields, found.blank)
        line = found.next_line
        n_rows = len(block) - n_before
        if 0 < batch_rows < n_rows and n_rows % batch_rows and not is_last:
            line = int(block.lines[-(n_rows % batch_rows)])
            block = block.until(line)
        n_before = max(0, n_before - len(block))
        consumed = len(block.data)
        if len(block) or len(block.blank):
            yield block.with_plain_fields(found)
        if found.inside_quotes and is_last:
            remedy = "close it with a quote, or pass `quote=''` if quotes are characters like others"
            raise BadData(f"{name}:{line}: a quoted field in this row never ends; {remedy}")
        if filled == len(buffer) and consumed == 0:
            buffer = _grown(buffer, name, line)
        rest = buffer[consumed:filled].copy()
        filled = len(rest)
        buffer[:filled] = rest


def first_records(stream: ByteStream, name: str, find: Find, *, batch_rows: int = 0) -> RecordBlock | None:
    """Return the first block that has a record, or None."""
    return next((block for block in whole_records(stream, name, find, batch_rows=batch_rows) if len(block)), None)


def _fill(stream: ByteStream, buffer: Bytes, filled: int, at_once: bool) -> tuple[int, bool]:
    """Read until the buffer is full or the stream ends; return how much is filled and whether the stream ended."""
    view = buffer.data
    while filled < len(buffer):
        count = stream.readinto(view[filled:])
        if not count:
            return filled, True
        filled += count
        if at_once:
            break
    return filled, False


def _grown(buffer: Bytes, name: str, line: int) -> Bytes:
    if len(buffer) >= LONGEST_RECORD:
        size = f"{LONGEST_RECORD // 2**20} MiB"
        raise BadData(f"{name}:{line}: this row is longer than {size}; is a closing quote or a line end missing?")
    return np.concatenate([buffer, np.empty_like(buffer)])
