"""The bytes of a stream that were read so far, so that they can be read again."""

from __future__ import annotations

import errno
import io
import os
import select
import weakref
from collections.abc import Callable
from threading import Lock
from typing import IO, Any, cast

from rosenblatt.errors import BadData

MOST_IN_MEMORY = 2**23
_BYTES_AT_ONCE = 2**17


class Recording:
    """A stream and the bytes that were read from it: in memory while they are few, else in a temporary file.

    The temporary file has no name, so it is deleted whatever ends the process. Files are not buffered: the lock of a
    buffer would hold up the end of a process while a thread waits for the stream.

    Parameters
    ----------
    name : of the stream, for messages.
    stream : the stream.
    readinto : reads some of its bytes, without waiting for more than are there.
    close : called when no more of it will be read.
    """

    def __init__(
        self, name: str, stream: Any, readinto: Callable[[memoryview], int | None], close: Callable[[], None]
    ) -> None:
        self._name = name
        self._stream = stream
        self._readinto = readinto
        self._has_ended = False
        self._recorded: Any = io.BytesIO()
        self._n_recorded = 0
        self._lock = Lock()
        self._close_stream = weakref.finalize(self, close)

    def reader(self) -> IO[bytes]:
        """Open all bytes, in any order; those that were not read yet are recorded."""
        return cast("IO[bytes]", _Reader(self, records=True))

    def last_reader(self) -> IO[bytes]:
        """Open all bytes, in their order; those that were not read yet are not recorded."""
        return cast("IO[bytes]", _Reader(self, records=False))

    def read_at(self, position: int, buffer: memoryview, *, records: bool) -> int:
        """Read some of the bytes from a position on; it must not be beyond those that were read before."""
        with self._lock:
            if position >= self._n_recorded and not records:
                return self._read_next(buffer)
            if position >= self._n_recorded:
                self._record_next()
            self._recorded.seek(position)
            return int(self._recorded.readinto(buffer))

    def record_all(self) -> int:
        """Record the rest of the stream, and return the number of all its bytes."""
        with self._lock:
            while self._record_next():
                pass
        return self._n_recorded

    def end(self) -> None:
        """Read no more of the stream."""
        self._has_ended = True
        self._close_stream()

    def _read_next(self, buffer: memoryview) -> int:
        if self._has_ended:  # a terminal or a pipe could be continued after its end
            return 0
        while (count := self._readinto(buffer)) is None:  # the stream does not block
            select.select([self._stream], [], [])
        if count == 0:
            self.end()
        return count

    def _record_next(self) -> int:
        # Not as few bytes as a caller may want: a buffered stream would wait for more than it holds the next time.
        buffer = memoryview(bytearray(_BYTES_AT_ONCE))
        data = buffer[: self._read_next(buffer)]
        try:
            if isinstance(self._recorded, io.BytesIO) and self._n_recorded + len(data) > MOST_IN_MEMORY:
                self._move_to_disk()
            self._recorded.seek(self._n_recorded)
            _write(self._recorded, data)
        except OSError as error:
            what = f"it cannot be copied to a temporary file: {error.strerror or error}"
            raise BadData(f"{self._name}: {what}; write it to a file, and name that file") from None
        self._n_recorded += len(data)
        return len(data)

    def _move_to_disk(self) -> None:
        from tempfile import TemporaryFile  # noqa: PLC0415  slow to import

        file = TemporaryFile(buffering=0)  # noqa: SIM115
        weakref.finalize(self, file.close)
        _write(file, self._recorded.getbuffer())
        self._recorded = file


def _write(file: Any, data: memoryview) -> None:
    while data:
        data = data[file.write(data) :]


class _Reader(io.RawIOBase):
    """A position in a recording; if it does not record what it reads, it ends the stream when it is closed."""

    def __init__(self, recording: Recording, *, records: bool) -> None:
        self._recording = recording
        self._records = records
        self._position = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return self._records

    def readinto(self, buffer: Any) -> int:
        count = self._recording.read_at(self._position, memoryview(buffer).cast("B"), records=self._records)
        self._position += count
        return count

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        starts = {os.SEEK_SET: 0, os.SEEK_CUR: self._position}
        size = self._recording.record_all()
        position = starts.get(whence, size) + offset
        if position < 0:
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))  # as of a file
        self._position = position
        return position

    def tell(self) -> int:
        return self._position

    def close(self) -> None:
        super().close()
        if not self._records:
            self._recording.end()
