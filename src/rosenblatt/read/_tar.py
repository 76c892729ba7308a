"""The files of a tar archive, one after the other, from a stream that is read once."""

from __future__ import annotations

import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Protocol

from rosenblatt.errors import BadData
from rosenblatt.read._decoded import ByteStream

_BLOCK = 512
_LONGEST_NAME = 2**20
_LINKS = (tarfile.LNKTYPE, tarfile.SYMTYPE)
_SKIPPED = (
    tarfile.DIRTYPE,
    tarfile.GNUTYPE_LONGLINK,
    tarfile.XGLTYPE,
    tarfile.CHRTYPE,
    tarfile.BLKTYPE,
    tarfile.FIFOTYPE,
)
_REMEDY = "unpack it, and name the folder"


class Read(Protocol):
    """Reads the bytes of a file, up to the first `most`."""

    def __call__(self, most: int) -> bytes: ...


@dataclass(frozen=True, slots=True)
class Entry:
    """A file in an archive: the parts of its path, its size, and its bytes, to be read before the next entry."""

    parts: tuple[str, ...]
    size: int
    read: Read

    @property
    def name(self) -> str:
        """The path within the archive."""
        return "/".join(self.parts)


def entries(stream: ByteStream, name: str) -> Iterator[Entry]:
    """Yield the files of an archive; raise if it is damaged or cut off, where `tarfile` would end."""
    blocks = _Blocks(stream, name)
    about: dict[str, str] = {}  # what the headers before a file say of it
    while (header := blocks.header()) is not None:
        size = header.size
        if header.type in (tarfile.GNUTYPE_LONGNAME, tarfile.XHDTYPE, tarfile.SOLARIS_XHDTYPE):
            data = blocks.data(size, _LONGEST_NAME)
            is_name = header.type == tarfile.GNUTYPE_LONGNAME
            about |= {"path": _text(data.rstrip(b"\0"))} if is_name else _records(data, blocks)
            continue
        path = PurePosixPath(about.get("path", header.name))
        if header.isreg() and header.type != tarfile.GNUTYPE_SPARSE and "GNU.sparse.major" not in about:
            size = int(about["size"]) if about.get("size", "").isdecimal() else size
            blocks.begin(size)
            yield Entry(path.parts, size, blocks.some)
            blocks.skip()
        elif header.type in _LINKS or header.type not in _SKIPPED:
            raise BadData(f"{name}: {path} is a link or a file with holes, which is not read; {_REMEDY}")
        else:
            blocks.data(size, 0)
        about = {}


class _Blocks:
    """A stream in blocks of 512 bytes."""

    def __init__(self, stream: ByteStream, name: str) -> None:
        self._stream, self._name = stream, name
        self._n_read, self._left, self._padding = 0, 0, 0

    def header(self) -> tarfile.TarInfo | None:
        """Read a header; None if it is the block of zeros that ends an archive."""
        block = self._exactly(_BLOCK)
        if not any(block):
            return None
        try:
            found = tarfile.TarInfo.frombuf(block, "utf-8", "replace")
        except (tarfile.TarError, ValueError, OverflowError) as error:
            raise self.damaged(str(error)) from None
        if found.size < 0:
            raise self.damaged("a file has a negative size")
        return found

    def damaged(self, why: str) -> BadData:
        """Return the error of a damaged archive."""
        return BadData(f"{self._name}: the tar archive is damaged after {self._n_read:,} bytes: {why}")

    def begin(self, size: int) -> None:
        """Begin the content of a file."""
        self._left, self._padding = size, -size % _BLOCK

    def some(self, most: int) -> bytes:
        """Read the next bytes of the content, up to `most`."""
        count = min(most, self._left)
        self._left -= count
        return self._exactly(count)

    def skip(self) -> None:
        """Read what is left of the content, and the bytes that fill its last block."""
        self._left += self._padding
        while self._left:
            self.some(2**16)

    def data(self, size: int, most: int) -> bytes:
        """Read a whole content of at most `most` bytes; with 0, skip it."""
        if 0 < most < size:
            raise self.damaged(f"a name has {size:,} bytes")
        self.begin(size)
        found = self.some(most)
        self.skip()
        return found

    def _exactly(self, count: int) -> bytes:
        data = bytearray(count)
        filled = 0
        while filled < count:
            n_bytes = self._stream.readinto(memoryview(data)[filled:]) or 0
            if n_bytes == 0:
                raise BadData(f"{self._name}: the tar archive is cut off after {self._n_read + filled:,} bytes")
            filled += n_bytes
        self._n_read += count
        return bytes(data)


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _records(data: bytes, blocks: _Blocks) -> dict[str, str]:
    """Return the records of a pax header, each ``length name=value`` and a line end."""
    found = {}
    while data.rstrip(b"\0"):
        length, _, _ = data.partition(b" ")
        size = int(length) if length.isdigit() and len(length) < 8 else 0
        name, is_record, value = data[len(length) + 1 : size].partition(b"=")
        if not is_record or not value.endswith(b"\n"):
            raise blocks.damaged("a header with names cannot be read")
        found[_text(name)] = _text(value[:-1])
        data = data[size:]
    return found
