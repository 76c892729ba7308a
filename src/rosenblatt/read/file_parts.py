"""Parts of files that can be read apart: ranges of lines, row groups of Parquet, or whole files."""

from __future__ import annotations

import io
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import IO, Any, NamedTuple, cast

import numpy as np

from rosenblatt.errors import BadData
from rosenblatt.read.file_source import FileSource
from rosenblatt.read.remote_source import RemoteSource
from rosenblatt.read.source import RowGroups, Source

CSV = ("csv", "tsv")
LINES = ("jsonl", "svmlight", "fasttext", "labelled", *CSV)  # formats that are divided at line ends
_BLOCK = 2**16
_NEWLINE = b"\n"


class FilePart(NamedTuple):
    """A part of a file.

    Attributes
    ----------
    file : the place of the file among all.
    begin, end : bytes, of a format of lines; row groups, of Parquet; None for the whole file.
    n_bytes : its size.
    n_rows : of Parquet, the number of rows, by which those of later parts are counted; None if it is not known.
    skip : of Parquet, the rows of its first row group that belong to the part before.
    first_line : of CSV, the number of its first line; other lines are counted from the first one of a part.
    """

    file: int
    begin: int | None
    end: int | None
    n_bytes: int
    n_rows: int | None = None
    skip: int = 0
    first_line: int = 1


def version_of(source: Source) -> str:
    """Return what distinguishes a file from one that was written later, wherever it is looked at."""
    if isinstance(source, RemoteSource):
        return str(source.remote_version())
    if not isinstance(source, FileSource):
        raise BadData(f"{source.name}: workers cannot read a stream; write it to a file that all of them can read")
    try:
        found = Path(source.name).stat()
    except OSError as error:
        raise BadData(f"{source.name}: the file cannot be opened: {error.strerror or error}") from None
    return f"{found.st_size} bytes, {found.st_mtime_ns} ns"


def parts_of(source: Source, file: int, file_format: str, most_bytes: int) -> list[FilePart]:
    """Divide a file into consecutive parts of about `most_bytes` bytes, which depend on the file alone.

    Parameters
    ----------
    source : the file.
    file : its place among all.
    file_format : its format; only those of lines and Parquet are divided, and nothing that is compressed. Parts of CSV
        begin after line ends, which may be within quotes: `csv_parts` moves them to where records begin.
    most_bytes : the size of a part.
    """
    if file_format == "folder":
        return [FilePart(file, None, None, 0)]
    with source.open_seekable() as stream:
        n_bytes = stream.seek(0, io.SEEK_END)
        whole = [FilePart(file, None, None, n_bytes)]
        if source.compression is not None or n_bytes <= most_bytes:
            return whole
        if file_format == "parquet":
            return _row_groups(source, stream, file, most_bytes)
        if file_format not in LINES or source.encoding != "utf-8" or _is_utf16(stream):
            return whole
        starts = [0, *(_line_after(stream, begin) for begin in range(most_bytes, n_bytes, most_bytes)), n_bytes]
        bounds = sorted(set(starts))
        return [FilePart(file, begin, end, end - begin) for begin, end in pairwise(bounds)]


def _is_utf16(stream: IO[bytes]) -> bool:
    stream.seek(0)
    return stream.read(2) in (b"\xff\xfe", b"\xfe\xff")


def _line_after(stream: IO[bytes], place: int) -> int:
    """Return where the first line begins at or after a place; the end of the file if none does."""
    place -= 1
    stream.seek(place)
    while block := stream.read(_BLOCK):
        found = block.find(_NEWLINE)
        if found >= 0:
            return place + found + 1
        place += len(block)
    return place


def _row_groups(source: Source, stream: IO[bytes], file: int, most_bytes: int) -> list[FilePart]:
    facts = _footer(source, stream)
    parts: list[FilePart] = []
    begin = size = n_rows = 0
    for group in range(facts.num_row_groups):
        size += facts.row_group(group).total_byte_size
        n_rows += facts.row_group(group).num_rows
        if size >= most_bytes or group == facts.num_row_groups - 1:
            parts.append(FilePart(file, begin, group + 1, size, n_rows))
            begin, size, n_rows = group + 1, 0, 0
    return parts or [FilePart(file, None, None, 0)]


def row_parts(sources: Sequence[Source], n_rows: int) -> tuple[list[FilePart], list[int]]:
    """Divide Parquet files into parts of `n_rows` rows, counted through all files; return also the turn of each part.

    Where files end decides nothing: rows of one turn that are in several files are several parts.
    """
    parts: list[FilePart] = []
    turns: list[int] = []
    first = 0
    for file, source in enumerate(sources):
        with source.open_seekable() as stream:
            facts = _footer(source, stream)
        groups = [facts.row_group(group) for group in range(facts.num_row_groups)]
        starts = np.cumsum([0, *(group.num_rows for group in groups)]).tolist()
        bounds = [0, *range(n_rows - first % n_rows, starts[-1], n_rows), starts[-1]]
        for begin, end in pairwise(bounds):
            if begin < end:
                low, high = bisect_right(starts, begin) - 1, bisect_left(starts, end)
                n_bytes = sum(group.total_byte_size for group in groups[low:high])
                parts.append(FilePart(file, low, high, n_bytes, end - begin, begin - starts[low]))
                turns.append((first + begin) // n_rows)
        first += starts[-1]
    return parts, turns


def _footer(source: Source, stream: IO[bytes]) -> Any:
    import pyarrow.parquet as pq  # noqa: PLC0415  slow to import

    stream.seek(0)
    try:
        return pq.ParquetFile(stream).metadata
    except (OSError, ValueError) as error:
        raise BadData(f"{source.name}: this is not a whole Parquet file: {error}") from None


def refuse_other_version(source: Source, version: str) -> None:
    """Raise if a file is not of the version that was divided into parts."""
    found = version_of(source)
    if found != version:
        raise BadData(
            f"{source.name}: the file changed after the training had begun: it was {version}, and is {found}; "
            "train again when it is complete"
        )


class PartSource(Source):
    """A part of a file as a `Source`; lines and rows are counted from its own first one.

    Parameters
    ----------
    whole : the file.
    part : the part, which is not the whole file.
    version : the version that the file must have, as `version_of` returns it.
    """

    is_part = True

    def __init__(self, whole: Source, part: FilePart, version: str) -> None:
        super().__init__(whole.name, whole.encoding, whole.batch_rows, unpacks=whole.unpacks)
        self._whole, self._part, self._version = whole, part, version
        self.n_newlines = 0  # that were read

    @property
    def compression(self) -> str | None:
        return self._whole.compression

    @property
    def first_line(self) -> int:
        return self._part.first_line

    @property
    def before(self) -> Source | None:
        return self._whole if self._part.begin else None

    @property
    def row_groups(self) -> RowGroups | None:
        part = self._part
        assert part.begin is not None, "the whole file is no part"
        assert part.end is not None, "the whole file is no part"
        assert part.n_rows is not None, "the rows of Parquet are known"
        return RowGroups(part.begin, part.end, part.skip, part.n_rows)

    def refuse_change(self) -> None:
        refuse_other_version(self._whole, self._version)

    def _file(self, *, inspects: bool) -> IO[bytes]:
        file = self._whole._seekable_file()
        begin, end = self._part.begin or 0, self._part.end
        return cast("IO[bytes]", _Range(self, file, begin, end))

    def _seekable_file(self) -> IO[bytes]:
        return self._whole._seekable_file()

    @contextmanager
    def _unchanged(self, file: IO[bytes]) -> Iterator[None]:
        self.refuse_change()
        yield
        self.refuse_change()


class _Range(io.RawIOBase):
    """The bytes of a file from `begin` up to `end`, or to its end; the lines that were read are counted."""

    def __init__(self, source: PartSource, file: IO[bytes], begin: int, end: int | None) -> None:
        super().__init__()
        self._source, self._file, self._end = source, file, end
        self._place = file.seek(begin)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        left = len(buffer) if self._end is None else min(len(buffer), self._end - self._place)
        count: int = self._file.readinto(memoryview(buffer)[:left]) if left else 0  # type: ignore[attr-defined]
        self._place += count
        self._source.n_newlines += int(np.count_nonzero(np.frombuffer(buffer, np.uint8, count) == ord(_NEWLINE)))
        return count

    def close(self) -> None:
        self._file.close()
        super().close()
