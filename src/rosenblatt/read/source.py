"""Where the bytes of a data set come from, decompressed and as UTF-8, with a message for everything that can fail."""

from __future__ import annotations

import codecs
import lzma
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from pathlib import Path
from typing import IO, Any, NamedTuple

import pyarrow as pa

from rosenblatt.errors import BadData, BadParameter
from rosenblatt.read import _zip
from rosenblatt.read._decoded import ByteStream, Guarded, Transcoded
from rosenblatt.read.endings import COMPRESSED, ENDINGS, TARRED


class RowGroups(NamedTuple):
    """Rows of Parquet: the first row group, the one after the last, how many rows to skip, and how many follow."""

    begin: int
    end: int
    skip: int
    n_rows: int


class Source(ABC):
    """Bytes that can be inspected, and then read from the first one: a file, or a stream.

    Parameters
    ----------
    name : the path, or another name for messages.
    encoding : of text.
    batch_rows : how many rows are wanted together; with 1, each as soon as it arrives; 0 if any number will do.
    unpacks : whether zip is a compression, and not a part of the format.

    Attributes
    ----------
    is_repeatable : whether every pass yields the same bytes or raises.
    is_part : whether this is a part of a file, of which others have the rest.
    """

    is_part = False

    def __init__(self, name: str, encoding: str = "utf-8", batch_rows: int = 0, *, unpacks: bool = True) -> None:
        self.name = name
        self.unpacks = unpacks
        self.encoding = encoding
        self.batch_rows = batch_rows
        self.is_repeatable = False
        self._share: Callable[[], float] | None = None

    @property
    def share_read(self) -> float | None:
        """The share that was read, from 0 to 1, if it is known."""
        return None if self._share is None else self._share()

    def measure(self, share: Callable[[], float]) -> None:
        """Set the function that returns the share that was read."""
        self._share = share

    @property
    def row_groups(self) -> RowGroups | None:
        """The rows of Parquet to read; None for all."""
        return None

    @property
    def first_line(self) -> int:
        """The number of the first line, where it is known."""
        return 1

    @property
    def before(self) -> Source | None:
        """The whole file, if this is a part of it that does not begin with its first byte."""
        return None

    @property
    def compression(self) -> str | None:
        """The compression that the name ends with."""
        found = COMPRESSED.get(Path(self.name).suffix.lower())
        return None if found == "zip" and not self.unpacks else found

    @property
    def ending(self) -> str:
        """The ending of the name, without that of the compression; in an archive, the ending of the data file."""
        path = Path(self.name)
        if path.suffix.lower() in TARRED:
            return ".tar"
        if self.compression == "zip":
            with self._seekable_file() as file, self._member(file) as member:
                return Path(member.name).suffix.lower()
        return (path.with_suffix("") if path.suffix.lower() in COMPRESSED else path).suffix.lower()

    def open(self) -> AbstractContextManager[ByteStream]:
        """Open the bytes for one pass over all of them, decompressed and as UTF-8."""
        return self._opened(inspects=False)

    def inspect(self) -> AbstractContextManager[ByteStream]:
        """Open the first bytes as `open` does; a pass still begins with the first of them."""
        return self._opened(inspects=True)

    def first_bytes(self, most: int, are_enough: Callable[[bytes], bool]) -> bytes:
        """Return the first bytes, decompressed: as many as are there at once, or as many more as it takes."""
        found = bytearray()
        with self.decompressed(inspects=True) as stream:
            buffer = memoryview(bytearray(most))
            while len(found) < most and (count := stream.readinto(buffer[len(found) :])):
                found += buffer[len(found) : len(found) + count]
                if are_enough(bytes(found)):
                    break
        return bytes(found)

    @contextmanager
    def open_seekable(self) -> Iterator[IO[bytes]]:
        """Open the bytes as they are, to be read in any order."""
        with self._seekable_file() as file, self._unchanged(file):
            yield file

    def make_repeatable(self) -> None:
        """Let every further pass yield the same bytes, or raise."""
        self.is_repeatable = True

    @abstractmethod
    def refuse_change(self) -> None:
        """Raise if the bytes have changed since they were opened, which may be the reason for another error."""

    @abstractmethod
    def _file(self, *, inspects: bool) -> IO[bytes]:
        """Open the bytes as they are."""

    @abstractmethod
    def _seekable_file(self) -> IO[bytes]:
        """Open the bytes as they are, to be read in any order."""

    def _unchanged(self, file: IO[bytes]) -> AbstractContextManager[None]:
        """Raise at the end if what was read has changed meanwhile."""
        return nullcontext()

    @contextmanager
    def _opened(self, *, inspects: bool) -> Iterator[ByteStream]:
        with self.decompressed(inspects=inspects) as stream:
            encoding = "utf-16" if self.encoding == "utf-8" and stream.is_utf16() else self.encoding
            yield stream if encoding == "utf-8" else Transcoded(stream, self.name, encoding)

    def _member(self, file: IO[bytes]) -> AbstractContextManager[_zip.Member]:
        return _zip.open_member(file, self.name, ENDINGS, COMPRESSED)

    @contextmanager
    def decompressed(self, *, inspects: bool) -> Iterator[Guarded]:
        """Open the bytes as `open` or `inspect` does, but in their own encoding."""
        with ExitStack() as stack:
            is_archive = self.compression == "zip"
            file = stack.enter_context(self._seekable_file() if is_archive else self._file(inspects=inspects))
            stream: Any = file
            if is_archive:
                stream = stack.enter_context(self._member(file))
                if not inspects:
                    self.measure(lambda: stream.share_read)
            elif self.compression == "xz":
                stream = stack.enter_context(lzma.open(file))
            elif self.compression is not None:
                stream = stack.enter_context(pa.CompressedInputStream(file, self.compression))
            with self._unchanged(file):  # before the stack closes it
                yield Guarded(stream, self.name, self.compression)


def open_file(name: str) -> IO[bytes]:
    """Open a file for its bytes."""
    try:
        return Path(name).open("rb", buffering=0)
    except FileNotFoundError:
        raise BadData(f"{name}: there is no such file or folder") from None
    except OSError as error:
        raise BadData(f"{name}: the file cannot be opened: {error.strerror or error}") from None


def utf8_or_other(encoding: str | None) -> str | None:
    """Return the name of an encoding as Python spells it; None if none is given."""
    if encoding is None:
        return None
    try:
        return codecs.lookup(encoding).name.replace("utf-8-sig", "utf-8")
    except (LookupError, TypeError):
        raise BadParameter(f"open_batches: encoding must be one that Python knows, got {encoding!r}") from None
