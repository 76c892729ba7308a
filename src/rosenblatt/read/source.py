"""The bytes of a file, decompressed and as UTF-8, with a sentence for whatever comes between."""

from __future__ import annotations

import codecs
import io
import lzma
import sys
import weakref
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any, Protocol

import pyarrow as pa

from rosenblatt.errors import BadData, BadParameter

COMPRESSED = {".gz": "gzip", ".bz2": "bz2", ".xz": "xz", ".zst": "zstd"}
STANDARD_INPUT = "-"

_TO_DECODE = 2**18


class ByteStream(Protocol):
    """Anything to read bytes from."""

    def readinto(self, buffer: memoryview, /) -> int | None:
        """Read some bytes, or none at the end."""


class Source:
    """A file that can be read from the front as often as one likes.

    Parameters
    ----------
    name : the path.
    encoding : of a text file.
    batch_rows : how many rows are wanted together; with 1, each as soon as it arrives. 0: no matter.
    """

    def __init__(self, name: str, encoding: str = "utf-8", batch_rows: int = 0) -> None:
        self.name = name
        self.encoding = encoding
        self.batch_rows = batch_rows
        self.compression = COMPRESSED.get(Path(name).suffix.lower())
        self._share: Callable[[], float] | None = None

    @property
    def share_read(self) -> float | None:
        """How much of it was read, from 0 to 1, if that can be said."""
        return None if self._share is None else self._share()

    def measure(self, share: Callable[[], float]) -> None:
        """Let whoever reads it say how far this is."""
        self._share = share

    @property
    def ending(self) -> str:
        """The ending of the name that tells the format."""
        path = Path(self.name)
        return (path.with_suffix("") if self.compression else path).suffix.lower()

    @contextmanager
    def open(self) -> Iterator[ByteStream]:
        """The bytes, decompressed and as UTF-8."""
        with ExitStack() as stack:
            stream: ByteStream = _Guarded(self._decompressed(stack), self.name, self.compression)
            yield stream if self.encoding == "utf-8" else _Transcoded(stream, self.name, self.encoding)

    def _decompressed(self, stack: ExitStack) -> Any:
        file = stack.enter_context(open_file(self.name))
        size = Path(self.name).stat().st_size
        if size:
            self.measure(lambda: 1.0 if file.closed else file.tell() / size)
        if self.compression == "xz":
            return stack.enter_context(lzma.open(file))
        if self.compression is not None:
            return stack.enter_context(pa.CompressedInputStream(file, self.compression))
        return file


class StandardInput(Source):
    """Standard input: the first look at it is kept, and after that it can be read once, unless all of it is kept."""

    def __init__(self, encoding: str = "utf-8", batch_rows: int = 0) -> None:
        super().__init__(STANDARD_INPUT, encoding, batch_rows)
        self.name = "standard input"
        self._keeps_all = False
        self._kept: IO[bytes] = io.BytesIO()
        self._times_opened = 0

    def keep_all(self) -> None:
        """Keep all that is read in a file, so that it can be read again and again."""
        import shutil  # noqa: PLC0415  these take a while to load
        import tempfile  # noqa: PLC0415

        first_look, self._kept = self._kept, tempfile.TemporaryFile()  # noqa: SIM115
        weakref.finalize(self, self._kept.close)
        first_look.seek(0)
        shutil.copyfileobj(first_look, self._kept)
        self._keeps_all = True

    def _decompressed(self, stack: ExitStack) -> Any:
        self._times_opened += 1
        if self._times_opened > 2 and not self._keeps_all:
            raise BadData("standard input can be read only once; write it to a file to go over it several times")
        self._kept.seek(0)
        return _Kept(sys.stdin.buffer, self._kept, keeps=self._keeps_all or self._times_opened == 1)


def open_file(name: str) -> IO[bytes]:
    """Open a file for its bytes, or say why not."""
    try:
        return Path(name).open("rb", buffering=0)
    except FileNotFoundError:
        raise BadData(f"{name}: there is no such file or folder") from None
    except OSError as error:
        raise BadData(f"{name}: the file cannot be opened: {error.strerror or error}") from None


def utf8_or_other(encoding: str) -> str:
    """The name of an encoding of text, as Python spells it."""
    try:
        return codecs.lookup(encoding).name.replace("utf-8-sig", "utf-8")
    except (LookupError, TypeError):
        raise BadParameter(f"open_batches: encoding must be one that Python knows, got {encoding!r}") from None


class _Guarded:
    """Turns what can fail while reading into a sentence."""

    def __init__(self, stream: ByteStream, name: str, compression: str | None) -> None:
        self._stream, self._name, self._compression = stream, name, compression
        self._read = 0

    def readinto(self, buffer: memoryview, /) -> int:
        try:
            count = self._stream.readinto(buffer) or 0
        except (OSError, EOFError, lzma.LZMAError) as error:
            raise BadData(f"{self._name}: {self._sentence(error)}") from None
        self._read += count
        return count

    def _sentence(self, error: Exception) -> str:
        after = f"after {self._read:,} bytes"
        if self._compression is None:
            return f"reading stopped {after}: {getattr(error, 'strerror', None) or error}"
        if "runcated" in str(error) or isinstance(error, EOFError):
            return f"the {self._compression} data is cut off {after}; fetch or compress the file anew"
        return f"the {self._compression} data is damaged {after}: {error}"


class _Transcoded:
    """Another encoding as UTF-8."""

    def __init__(self, stream: ByteStream, name: str, encoding: str) -> None:
        self._stream, self._name, self._encoding = stream, name, encoding
        self._decoder = codecs.getincrementaldecoder(encoding)()
        self._room = memoryview(bytearray(_TO_DECODE))
        self._waiting = memoryview(b"")
        self._line = 1

    def readinto(self, buffer: memoryview, /) -> int:
        at_end = False
        while not self._waiting and not at_end:
            count = self._stream.readinto(self._room) or 0
            at_end = count == 0
            self._waiting = memoryview(self._as_utf8(bytes(self._room[:count]), at_end))
        count = min(len(buffer), len(self._waiting))
        buffer[:count] = self._waiting[:count]
        self._waiting = self._waiting[count:]
        return count

    def _as_utf8(self, data: bytes, at_end: bool) -> bytes:
        try:
            text = self._decoder.decode(data, at_end)
            self._line += text.count("\n")
            return text.encode()
        except UnicodeDecodeError as error:
            line = self._line + error.object[: error.start].decode(self._encoding, "ignore").count("\n")
            what = f"byte 0x{error.object[error.start]:02x} is not {self._encoding}"
            raise BadData(f"{self._name}:{line}: {what}; say the right one, with encoding= or --encoding") from None
        except UnicodeError as error:
            raise BadData(f"{self._name}:{self._line}: this is not {self._encoding}: {error}") from None


class _Kept:
    """Gives what was kept, and then goes on with the stream."""

    def __init__(self, stream: Any, kept: IO[bytes], *, keeps: bool) -> None:
        self._stream, self._kept, self._keeps = stream, kept, keeps

    def readinto(self, buffer: memoryview, /) -> int:
        count: int = self._kept.readinto(buffer)  # type: ignore[attr-defined]
        if count == 0:
            count = self._stream.readinto1(buffer)
            if self._keeps:
                self._kept.write(buffer[:count])
        return count
