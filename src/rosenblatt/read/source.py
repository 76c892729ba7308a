"""The bytes of a file, decompressed and as UTF-8, with a message for everything that can fail."""

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

_BYTES_DECODED = 2**18


class ByteStream(Protocol):
    """A stream of bytes."""

    def readinto(self, buffer: memoryview, /) -> int | None:
        """Read some bytes and return how many; 0 at the end."""


class Source:
    """A file that can be read from the start any number of times.

    Parameters
    ----------
    name : the path.
    encoding : of a text file.
    batch_rows : how many rows are wanted together; with 1, each as soon as it arrives; 0 if any number will do.
    """

    def __init__(self, name: str, encoding: str = "utf-8", batch_rows: int = 0) -> None:
        self.name = name
        self.encoding = encoding
        self.batch_rows = batch_rows
        self.compression = COMPRESSED.get(Path(name).suffix.lower())
        self._share: Callable[[], float] | None = None

    @property
    def share_read(self) -> float | None:
        """The share that was read, from 0 to 1, if it is known."""
        return None if self._share is None else self._share()

    def measure(self, share: Callable[[], float]) -> None:
        """Set the function that returns the share that was read."""
        self._share = share

    @property
    def ending(self) -> str:
        """The ending of the name, without that of the compression."""
        path = Path(self.name)
        return (path.with_suffix("") if self.compression else path).suffix.lower()

    @contextmanager
    def open(self) -> Iterator[ByteStream]:
        """Open the bytes, decompressed and as UTF-8."""
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
    """Standard input, which can be read once after its first block was inspected, or often if all of it is recorded."""

    def __init__(self, encoding: str = "utf-8", batch_rows: int = 0) -> None:
        super().__init__(STANDARD_INPUT, encoding, batch_rows)
        self.name = "standard input"
        self._records_all = False
        self._recording: IO[bytes] = io.BytesIO()
        self._times_opened = 0

    def record_all(self) -> None:
        """Record all that is read in a temporary file, so that it can be read any number of times."""
        import shutil  # noqa: PLC0415  slow to import
        import tempfile  # noqa: PLC0415

        inspected, self._recording = self._recording, tempfile.TemporaryFile()  # noqa: SIM115
        weakref.finalize(self, self._recording.close)
        inspected.seek(0)
        shutil.copyfileobj(inspected, self._recording)
        self._records_all = True

    def _decompressed(self, stack: ExitStack) -> Any:
        if sys.stdin is None:
            raise BadData("standard input is closed; name a file")
        self._times_opened += 1
        if self._times_opened > 2 and not self._records_all:
            raise BadData("standard input can be read only once; write it to a file to read it several times")
        self._recording.seek(0)
        return _Replayed(sys.stdin.buffer, self._recording, records=self._records_all or self._times_opened == 1)


def open_file(name: str) -> IO[bytes]:
    """Open a file for its bytes."""
    try:
        return Path(name).open("rb", buffering=0)
    except FileNotFoundError:
        raise BadData(f"{name}: there is no such file or folder") from None
    except OSError as error:
        raise BadData(f"{name}: the file cannot be opened: {error.strerror or error}") from None


def utf8_or_other(encoding: str) -> str:
    """Return the name of an encoding as Python spells it."""
    try:
        return codecs.lookup(encoding).name.replace("utf-8-sig", "utf-8")
    except (LookupError, TypeError):
        raise BadParameter(f"open_batches: encoding must be one that Python knows, got {encoding!r}") from None


class _Guarded:
    """A stream whose errors name the file and how much of it was read."""

    def __init__(self, stream: ByteStream, name: str, compression: str | None) -> None:
        self._stream, self._name, self._compression = stream, name, compression
        self._read = 0

    def readinto(self, buffer: memoryview, /) -> int:
        try:
            count = self._stream.readinto(buffer) or 0
        except (OSError, EOFError, lzma.LZMAError) as error:
            raise BadData(f"{self._name}: {self._message(error)}") from None
        self._read += count
        return count

    def _message(self, error: Exception) -> str:
        after = f"after {self._read:,} bytes"
        if self._compression is None:
            return f"reading stopped {after}: {getattr(error, 'strerror', None) or error}"
        if "runcated" in str(error) or isinstance(error, EOFError):
            return f"the {self._compression} data is cut off {after}; fetch or compress the file anew"
        return f"the {self._compression} data is damaged {after}: {error}"


class _Transcoded:
    """A stream in another encoding, as UTF-8."""

    def __init__(self, stream: ByteStream, name: str, encoding: str) -> None:
        self._stream, self._name, self._encoding = stream, name, encoding
        self._decoder = codecs.getincrementaldecoder(encoding)()
        self._undecoded = memoryview(bytearray(_BYTES_DECODED))
        self._pending = memoryview(b"")
        self._line = 1

    def readinto(self, buffer: memoryview, /) -> int:
        at_end = False
        while not self._pending and not at_end:
            count = self._stream.readinto(self._undecoded) or 0
            at_end = count == 0
            self._pending = memoryview(self._as_utf8(bytes(self._undecoded[:count]), at_end))
        count = min(len(buffer), len(self._pending))
        buffer[:count] = self._pending[:count]
        self._pending = self._pending[count:]
        return count

    def _as_utf8(self, data: bytes, at_end: bool) -> bytes:
        try:
            text = self._decoder.decode(data, at_end)
            self._line += text.count("\n")
            return text.encode()
        except UnicodeDecodeError as error:
            line = self._line + error.object[: error.start].decode(self._encoding, "ignore").count("\n")
            what = f"byte 0x{error.object[error.start]:02x} is not {self._encoding}"
            raise BadData(f"{self._name}:{line}: {what}; pass the right encoding with `encoding=`") from None
        except UnicodeError as error:
            raise BadData(f"{self._name}:{self._line}: this is not {self._encoding}: {error}") from None


class _Replayed:
    """A recording, followed by the rest of its stream, which may be recorded, too."""

    def __init__(self, stream: Any, recording: IO[bytes], *, records: bool) -> None:
        self._stream, self._recording, self._records = stream, recording, records

    def readinto(self, buffer: memoryview, /) -> int:
        count: int = self._recording.readinto(buffer)  # type: ignore[attr-defined]
        if count == 0:
            count = self._stream.readinto1(buffer)
            if self._records:
                self._recording.write(buffer[:count])
        return count
