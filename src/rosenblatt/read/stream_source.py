"""Streams, which can be opened only once: standard input, pipes and devices, whatever their names are."""

from __future__ import annotations

import os
import stat
import sys
from functools import cached_property
from pathlib import Path
from typing import IO, Any

from rosenblatt.errors import BadData
from rosenblatt.read import _zip
from rosenblatt.read._recording import Recording
from rosenblatt.read.source import Source, open_file

STANDARD_INPUT = "-"
COMPRESSION_MAGIC = {b"\x1f\x8b": "gzip", b"BZh": "bz2", b"\xfd7zXZ\x00": "xz", b"\x28\xb5\x2f\xfd": "zstd"}

_LONGEST_MAGIC = max(map(len, COMPRESSION_MAGIC))


def is_stream(name: str) -> bool:
    """Whether a name is that of a stream; a file that is already open is one, as ``/dev/fd/3`` may share its place."""
    if name == STANDARD_INPUT:
        return True
    try:
        mode = Path(name).stat().st_mode
    except (OSError, ValueError):  # opening it will raise
        return False
    is_special = not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)
    return is_special or Path(os.path.realpath(name)).parent == Path("/dev/fd")


class StreamSource(Source):
    """A stream: what is inspected is recorded, so that the one pass over it begins with its first byte.

    All of it is recorded if it must be repeatable or seekable. Its compression is found in its first bytes, since names
    such as ``-`` and ``/dev/fd/63`` do not end with one.
    """

    def __init__(self, path: str, encoding: str = "utf-8", batch_rows: int = 0, *, unpacks: bool = True) -> None:
        name = "standard input" if path == STANDARD_INPUT else path
        super().__init__(name, encoding, batch_rows, unpacks=unpacks)
        self._path = path
        self._was_read = False

    @cached_property
    def compression(self) -> str | None:
        """The compression that the name ends with, or that the first bytes belong to."""
        return super().compression or self._compression_by_content()

    def _compression_by_content(self) -> str | None:
        first = b""
        with self._recording.reader() as reader:
            while len(first) < _LONGEST_MAGIC and b"\n" not in first and (more := reader.read(_LONGEST_MAGIC)):
                first += more
            if first.startswith(_zip.MAGIC) and self.unpacks:
                return "zip" if _zip.archive_kind(reader) == "zip" else None
        return next((name for magic, name in COMPRESSION_MAGIC.items() if first.startswith(magic)), None)

    def refuse_change(self) -> None:
        """Bytes that were read cannot change."""

    @cached_property
    def _recording(self) -> Recording:
        if self._path != STANDARD_INPUT:
            file: Any = open_file(self._path)
            return Recording(self.name, file, file.readinto, file.close)
        if sys.stdin is None:
            raise BadData("standard input is closed; name a file")
        buffer: Any = sys.stdin.buffer
        return Recording(self.name, buffer, buffer.readinto1, _leave_open)

    def _file(self, *, inspects: bool) -> IO[bytes]:
        if self._was_read:
            raise BadData(f"{self.name} can be read only once; write it to a file to read it several times")
        if inspects or self.is_repeatable:
            return self._recording.reader()
        self._was_read = True
        return self._recording.last_reader()

    def _seekable_file(self) -> IO[bytes]:
        self.make_repeatable()
        return self._file(inspects=False)


def _leave_open() -> None:
    """Standard input belongs to the caller."""
