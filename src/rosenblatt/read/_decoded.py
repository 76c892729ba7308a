"""Streams of bytes around other streams: errors with the name of the file, and other encodings as UTF-8."""

from __future__ import annotations

import codecs
import lzma
from codecs import BOM_UTF16, BOM_UTF16_BE, BOM_UTF16_LE
from typing import Protocol

from rosenblatt.errors import BadData

UTF16_MARKS = (BOM_UTF16_LE, BOM_UTF16_BE)
_BYTES_DECODED = 2**18
_BYTES_AHEAD = 2**12


class ByteStream(Protocol):
    """A stream of bytes."""

    def readinto(self, buffer: memoryview, /) -> int | None:
        """Read some bytes and return how many; 0 at the end."""


class Guarded:
    """A stream whose errors name the file and how much of it was read."""

    def __init__(self, stream: ByteStream, name: str, compression: str | None) -> None:
        self._stream, self._name, self._compression = stream, name, compression
        self._read = 0
        self._ahead = b""

    def is_utf16(self) -> bool:
        """Whether the bytes begin with a byte order mark of UTF-16; they are read, and read again by `readinto`."""
        buffer = memoryview(bytearray(_BYTES_AHEAD))
        while len(self._ahead) < len(BOM_UTF16) and (count := self._next(buffer)):
            self._ahead += bytes(buffer[:count])
        return self._ahead.startswith(UTF16_MARKS)

    def readinto(self, buffer: memoryview, /) -> int:
        if not self._ahead:
            return self._next(buffer)
        count = min(len(buffer), len(self._ahead))
        buffer[:count] = self._ahead[:count]
        self._ahead = self._ahead[count:]
        return count

    def _next(self, buffer: memoryview) -> int:
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


class Transcoded:
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
