"""Files, which can be opened any number of times, and must not change while they are read."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NamedTuple

from rosenblatt.errors import BadData
from rosenblatt.read.source import Source, open_file


class Version(NamedTuple):
    """What distinguishes a file from one that was written later."""

    device: int
    inode: int
    n_bytes: int
    modified: int


class FileSource(Source):
    """A file, or a folder of files.

    A pass that finds at its end that the file has changed since its start raises. If the source is repeatable, so does
    a pass that finds another version than the one that was opened first.

    Attributes
    ----------
    version : the version that was opened last, or first if the source is repeatable; None before.
    """

    version: Version | None = None

    def refuse_change(self) -> None:
        try:
            found = Path(self.name).stat()
        except OSError:
            return
        if self.version is not None:
            self._refuse_other(self.version, _version(found))

    def _file(self, *, inspects: bool) -> IO[bytes]:
        file = open_file(self.name)
        size = 0 if inspects else os.fstat(file.fileno()).st_size
        if size:
            self.measure(lambda: 1.0 if file.closed else file.tell() / size)
        return file

    def _seekable_file(self) -> IO[bytes]:
        return open_file(self.name)

    @contextmanager
    def _unchanged(self, file: IO[bytes]) -> Iterator[None]:
        now = _version(os.fstat(file.fileno()))
        if self.version is None or not self.is_repeatable:
            self.version = now
        before = self.version
        self._refuse_other(before, now)
        yield
        self._refuse_other(before, _version(os.fstat(file.fileno())))

    def _refuse_other(self, before: Version, now: Version) -> None:
        if before == now:
            return
        sizes = f"changed from {before.n_bytes:,} to {now.n_bytes:,} bytes"
        what = "was written again" if before.n_bytes == now.n_bytes else sizes
        raise BadData(f"{self.name}: the file {what} while it was read; read it once it is complete, or a copy of it")


def _version(found: os.stat_result) -> Version:
    return Version(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)
