"""Zip archives: what they hold, and the one data file in them."""

from __future__ import annotations

import io
import zlib
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import PurePosixPath
from typing import IO, TYPE_CHECKING, Any, cast

from rosenblatt.errors import BadData

if TYPE_CHECKING:
    from zipfile import ZipFile, ZipInfo

MAGIC = b"PK\x03\x04"
MOST_AT_ONCE = 2**22  # the list of about 50,000 files
MOST_UNPACKED, MOST_BYTES_PER_BYTE = 2**30, 500  # a file may exceed one of them, and not both
_BYTES_AT_ONCE = 2**18
_SHOWN = 5
# zipfile raises most of these for damaged archives; NotImplementedError for a compression that it does not know.
DAMAGE = (OSError, EOFError, ValueError, RuntimeError, NotImplementedError, KeyError, OverflowError, zlib.error)
_DOCUMENTS = {
    b"application/vnd.oasis.opendocument.spreadsheet": "ods",
    b"application/vnd.oasis.opendocument.spreadsheet-template": "ods",
}


class _Bounded(io.RawIOBase):
    """A file of which only so much is read at once: the list of a million files would fill the memory."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        return self._file.seek(offset, whence)

    def tell(self) -> int:
        return self._file.tell()

    def read(self, size: int = -1) -> bytes:
        most = size if size >= 0 else MOST_AT_ONCE + 1
        found = bytearray()
        while len(found) < most <= MOST_AT_ONCE + 1 and (more := self._file.read(most - len(found))):
            found += more
        if max(size, len(found)) > MOST_AT_ONCE:
            raise _TooManyFiles
        return bytes(found)


class _TooManyFiles(Exception):
    """The list of the files of an archive is too long."""


@contextmanager
def open_archive(file: IO[bytes], name: str) -> Iterator[ZipFile]:
    """Open an archive whose list of files is not too long."""
    from zipfile import BadZipFile, ZipFile  # noqa: PLC0415  slow to import

    try:
        archive = ZipFile(cast("Any", _Bounded(file)))
    except _TooManyFiles:
        what = "the archive lists too many files; it may have about 50,000"
        raise BadData(f"{name}: {what}: unpack it, and name the file or folder of rows") from None
    except (BadZipFile, *DAMAGE) as error:
        raise BadData(f"{name}: this is not a whole archive: {error}") from None
    with archive:
        yield archive


def archive_kind(file: IO[bytes]) -> str | None:
    """Return npz, xlsx, ods or zip by the names in an archive; None if they cannot be read."""
    from zipfile import BadZipFile  # noqa: PLC0415

    try:
        with open_archive(file, "") as archive:
            names = set(archive.namelist())
            if any(name.endswith(".npy") for name in names):
                return "npz"
            if "[Content_Types].xml" in names and any(name.startswith("xl/") for name in names):
                return "xlsx"
            if "mimetype" in names:
                with archive.open("mimetype") as about:
                    return _DOCUMENTS.get(about.read(99), "zip")
            return "zip"
    except (BadData, BadZipFile, *DAMAGE):
        return None


@contextmanager
def open_member(file: IO[bytes], name: str, endings: Collection[str], nested: Collection[str]) -> Iterator[Member]:
    """Open the one data file of an archive.

    Parameters
    ----------
    file, name : the archive.
    endings : if the archive has several files, the data file is the only one whose name ends with one of these.
    nested : endings of compressed files, which are not decompressed twice.
    """
    from zipfile import BadZipFile  # noqa: PLC0415

    if file.read(2) != MAGIC[:2]:
        raise BadData(f"{name}: this is not a whole archive: it does not begin like one")
    with open_archive(file, name) as archive:
        info = _data_file([one for one in archive.infolist() if _is_file(one)], name, endings)
        _refuse(info, name, nested)
        try:
            stream = archive.open(info)
        except (BadZipFile, *DAMAGE) as error:
            raise BadData(f"{name}: {info.filename} cannot be unpacked: {error}") from None
        with stream:
            yield Member(stream, info)


class Member:
    """The bytes of a file in an archive; whatever is wrong with them is an `OSError`."""

    def __init__(self, stream: IO[bytes], info: ZipInfo) -> None:
        self._stream, self._size = stream, info.file_size
        self.name = info.filename

    def readinto(self, buffer: memoryview, /) -> int:
        from zipfile import BadZipFile  # noqa: PLC0415

        try:
            data = self._stream.read(min(len(buffer), _BYTES_AT_ONCE))
        except (BadZipFile, *DAMAGE) as error:
            raise OSError(str(error)) from None
        buffer[: len(data)] = data
        return len(data)

    @property
    def share_read(self) -> float:
        """The share of its bytes that was read."""
        return 1.0 if self._stream.closed or not self._size else self._stream.tell() / self._size


def _is_file(info: ZipInfo) -> bool:
    parts = PurePosixPath(info.filename).parts
    return not info.filename.endswith("/") and not any(part.startswith(".") or part == "__MACOSX" for part in parts)


def _data_file(files: list[ZipInfo], name: str, endings: Collection[str]) -> ZipInfo:
    known = [info for info in files if PurePosixPath(info.filename).suffix.lower() in endings]
    if len(files) != 1 and len(known) != 1:
        shown = ", ".join(info.filename for info in files[:_SHOWN])
        more = f" and {len(files) - _SHOWN:,} more" if len(files) > _SHOWN else ""
        what = f"one data file, and this one holds {shown}{more}" if files else "a data file, and this one is empty"
        raise BadData(f"{name}: an archive must hold {what}; unpack it, and name the file or folder of rows")
    return files[0] if len(files) == 1 else known[0]


def _refuse(info: ZipInfo, name: str, nested: Collection[str]) -> None:
    what = f"{name}: {info.filename}"
    if info.flag_bits & 1:
        raise BadData(f"{what} is encrypted; unpack it, and name the file")
    if PurePosixPath(info.filename).suffix.lower() in nested:
        raise BadData(f"{what} is compressed once more; unpack the archive, and name that file")
    if info.file_size > max(MOST_UNPACKED, MOST_BYTES_PER_BYTE * info.compress_size):
        sizes = f"has {info.compress_size:,} bytes and claims to unpack to {info.file_size:,}"
        raise BadData(f"{what} {sizes}, as a zip bomb does; unpack it if you trust it, and name the file")
