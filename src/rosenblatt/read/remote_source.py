"""Files at URLs, fetched through fsspec: once from the first byte to the last, or only the parts that are needed."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import IO, Any, cast

from rosenblatt.errors import BadData, MissingPackage
from rosenblatt.read._recording import Recording
from rosenblatt.read.stream_source import StreamSource
from rosenblatt.read.urls import is_web, name_of, protocol_of

_CONNECT_SECONDS, _SILENT_SECONDS = 30, 120
_VERSION = ("size", "ETag", "Last-Modified", "LastModified", "last_modified", "mtime", "updated", "created")
_EXTRA = 'pip install "rosenblatt[remote]"'


class RemoteSource(StreamSource):
    """A file at a URL. It is read like a stream, so that several passes fetch it once; a new iteration fetches it anew.

    A format that is read out of order fetches ranges of bytes, if the server has them and one pass is enough.
    """

    def __init__(self, url: str, encoding: str = "utf-8", batch_rows: int = 0, *, unpacks: bool = True) -> None:
        super().__init__(name_of(url), encoding, batch_rows, unpacks=unpacks)
        self._url = url

    @cached_property
    def _recording(self) -> Recording:
        # A web server sends the whole file in answer to one request.
        file = _Fetched(self.name, self._url, block_size=0) if is_web(self._url) else _Fetched(self.name, self._url)
        return Recording(self.name, file, file.fetch, file.close)

    def remote_version(self) -> tuple[Any, ...]:
        """Return what distinguishes the file from one that was written later."""
        with _Fetched(self.name, self._url) as file:
            return file.version()

    def _file(self, *, inspects: bool) -> IO[bytes]:
        if self._was_read:
            del self._recording
            self._was_read = False
        return super()._file(inspects=inspects)

    def _seekable_file(self) -> IO[bytes]:
        if not self.is_repeatable:
            file = _Fetched(self.name, self._url)
            if file.has_ranges():
                return cast("IO[bytes]", file)
            file.close()
        return super()._seekable_file()

    @contextmanager
    def _unchanged(self, file: IO[bytes]) -> Iterator[None]:
        if not isinstance(file, _Fetched):
            yield
            return
        before = file.version()
        yield
        if file.version() != before:
            raise BadData(
                f"{self.name}: the file changed while it was read; read it once it is complete, or a copy of it"
            )


class _Fetched(io.RawIOBase):
    """An open file at a URL; whatever goes wrong is an `OSError`."""

    def __init__(self, name: str, url: str, **options: Any) -> None:
        super().__init__()
        self._fs, self._path = file_system(url)
        self._name = name
        try:
            self._file = self._fs.open(self._path, "rb", **options)
        except Exception as error:  # each file system has errors of its own
            raise BadData(f"{name}: {_reason(error)}") from None

    def has_ranges(self) -> bool:
        """Whether parts can be read in any order."""
        try:
            self._file.seek(-1, io.SEEK_END)
            self._file.read(1)
            self._file.seek(0)
        except Exception:  # as above
            return False
        return True

    def version(self) -> tuple[Any, ...]:
        """Return what distinguishes the file from one that was written later."""
        with _errors_as_os_error():
            self._fs.invalidate_cache(self._path)
            found = self._fs.info(self._path)
        return tuple(found.get(name) for name in _VERSION)

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def fetch(self, buffer: Any) -> int:
        """Read as `readinto` does, with an error that names the file."""
        try:
            return self.readinto(buffer)
        except OSError as error:
            raise BadData(f"{self._name}: reading stopped: {error}") from None

    def readinto(self, buffer: Any) -> int:
        with _errors_as_os_error():
            data = self._file.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        with _errors_as_os_error():
            return int(self._file.seek(offset, whence))

    def tell(self) -> int:
        return int(self._file.tell())

    def close(self) -> None:
        if not self.closed:
            self._file.close()
        super().close()


def file_system(url: str) -> tuple[Any, str]:
    """Return the file system of a URL, and the path in it."""
    protocol = protocol_of(url)
    try:
        from fsspec.core import url_to_fs  # noqa: PLC0415  an extra

        return cast("tuple[Any, str]", url_to_fs(url, **_options(url)))
    except ImportError as error:
        raise MissingPackage(f"{name_of(url)}: {protocol}:// needs more packages: {_EXTRA} ({error})") from None
    except Exception as error:  # each file system has errors of its own, such as that of missing credentials
        raise BadData(f"{name_of(url)}: {_reason(error)}") from None


def expanded_url(url: str) -> list[str]:
    """Return the URLs that a pattern matches, in their order; a web server has no list of its files."""
    protocol_of(url)
    if is_web(url) or "*" not in url:
        return [url]
    files, path = file_system(url)
    try:
        found = sorted(files.unstrip_protocol(one) for one in files.glob(path))
    except Exception as error:  # each file system has errors of its own
        raise BadData(f"{url}: {_reason(error)}") from None
    if not found:
        raise BadData(f"{url}: no file matches this pattern")
    return found


def _options(url: str) -> dict[str, Any]:
    if not is_web(url):
        return {}
    import aiohttp  # noqa: PLC0415  a part of the extra

    # By default a large file would end after five minutes.
    patience = aiohttp.ClientTimeout(total=None, sock_connect=_CONNECT_SECONDS, sock_read=_SILENT_SECONDS)
    return {"client_kwargs": {"timeout": patience}}


@contextmanager
def _errors_as_os_error() -> Iterator[None]:
    try:
        yield
    except Exception as error:  # each file system has errors of its own
        raise OSError(_reason(error)) from None


def _reason(error: BaseException) -> str:
    while error.__cause__ is not None:  # fsspec calls whatever goes wrong on the web a missing file
        error = error.__cause__
    status = getattr(error, "status", None)
    if isinstance(error, FileNotFoundError) or status in (404, 410):
        return "there is no such file"
    if isinstance(error, PermissionError) or status in (401, 403):
        return "access is denied; credentials come from the environment, as the program of the place describes them"
    what = f"{status} {getattr(error, 'message', '')}".strip() if status is not None else str(error)
    return f"it cannot be fetched: {' '.join(what.split()) or type(error).__name__}"
