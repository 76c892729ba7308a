"""The file itself: safetensors with one JSON text in its header.

https://huggingface.co/docs/safetensors: eight bytes of length, a JSON table of arrays, and their bytes. The library
checks that table against the file. Our text begins with a checksum of its remainder and of all arrays.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Mapping
from io import FileIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save_file

from rosenblatt import _core
from rosenblatt.atomic_file import atomic_path
from rosenblatt.errors import BadModelFile

KEY = "rosenblatt"
MOST_HEADER = 2**25  # bytes; parsed, a header takes a multiple of them

_TYPES: dict[str, DTypeLike] = {
    "F64": np.dtype(np.float64),
    "F32": np.dtype(np.float32),
    "I64": np.dtype(np.int64),
    "I32": np.dtype(np.int32),
    "U32": np.dtype(np.uint32),
    "U16": np.dtype(np.uint16),
    "U8": np.dtype(np.uint8),
    "BOOL": np.dtype(np.bool_),
}
_CHECKSUM = '{{"checksum": "{:016x}", '
_CHECKSUM_LENGTH = len(_CHECKSUM.format(0))


def write(path: Path, text: str, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write a JSON object and arrays, as a whole or not at all."""
    sums = {name: _line(name, array) for name, array in arrays.items()}
    text = _CHECKSUM.format(_checksum(text[1:], sums)) + text[1:]
    try:
        with atomic_path(path) as temporary:
            save_file(dict(arrays), temporary, metadata={KEY: text})
            if _header_length(temporary) > MOST_HEADER:
                raise OSError(f"the header takes {_header_length(temporary):,} bytes, more than {MOST_HEADER:,}")
    except (OSError, SafetensorError) as error:
        raise BadModelFile(f"{path}: the file cannot be written: {getattr(error, 'strerror', None) or error}") from None


@contextlib.contextmanager
def opened(path: Path, *, is_whole: bool = True) -> Iterator[OpenFile]:
    """Open a file that `write` wrote; if the caller reads all of it, its checksum is compared in the end."""
    try:
        if not path.is_file():
            raise BadModelFile("there is no such file" if not path.exists() else "this is not a file")
        if _header_length(path) > MOST_HEADER:
            raise BadModelFile("this is not a model file")
        with safe_open(path, framework="np") as file:
            text = (file.metadata() or {}).get(KEY, "")
        opened = OpenFile(path, text)
        yield opened
        if is_whole:
            opened.finish()
    except BadModelFile as error:
        raise BadModelFile(f"{path}: {error}") from None
    except SafetensorError as error:
        raise BadModelFile(f"{path}: this is not a model file, or only part of one: {error}") from None
    except OSError as error:
        raise BadModelFile(f"{path}: the file cannot be read: {error.strerror or error}") from None


class OpenFile:
    """The text of a file, and its arrays, which are loaded on request.

    Arrays are read, not mapped: mapped pages would count as memory beside the arrays made of them.
    """

    def __init__(self, path: Path, text: str) -> None:
        self._path, self.text = path, text
        if not text.startswith('{"checksum": "'):
            raise BadModelFile("this safetensors file was not written by rosenblatt")
        self._start = 8 + _header_length(path)
        with path.open("rb") as file:
            file.seek(8)
            self._table: dict[str, Any] = json.loads(file.read(self._start - 8))
        self._table.pop("__metadata__", None)
        self._sums: dict[str, str] = {}

    def about(self, name: str) -> tuple[DTypeLike, tuple[int, ...]] | None:
        """Return the type and the shape of an array; None if there is none of that name."""
        entry = self._table.get(name)
        return None if entry is None else (_TYPES.get(entry["dtype"], entry["dtype"]), tuple(entry["shape"]))

    def load(self, name: str) -> NDArray[Any]:
        """Load an array."""
        entry = self._table[name]
        array: NDArray[Any] = np.empty(entry["shape"], _TYPES[entry["dtype"]])
        with self._path.open("rb", buffering=0) as file:
            file.seek(self._start + entry["data_offsets"][0])
            _fill(array.reshape(-1).view(np.uint8), file)
        self._sums[name] = _line(name, array)
        return array

    def finish(self) -> None:
        """Raise unless all arrays were read, and all that was read is as it was written."""
        unread = sorted(set(self._table) - set(self._sums))
        if unread:
            raise BadModelFile(f"the array {unread[0]!r} is not part of the model")
        body = self.text[_CHECKSUM_LENGTH:]
        if self.text != _CHECKSUM.format(_checksum(body, self._sums)) + body:
            raise BadModelFile("the checksum does not match the contents: the file was damaged or changed")


def _fill(room: NDArray[np.uint8], file: FileIO) -> None:
    done = 0
    while done < len(room):
        n_read = file.readinto(room[done:].data)  # at most 2 GiB at a time
        if not n_read:
            raise BadModelFile("the file ends within an array: it was changed while it was read")
        done += n_read


def _line(name: str, array: NDArray[Any]) -> str:
    kind, shape = f"{array.dtype.kind}{array.dtype.itemsize}", "x".join(map(str, array.shape))
    return f"{name} {kind} {shape} {_core.checksum(array.reshape(-1).view(np.uint8)):016x}"


def _checksum(body: str, sums: Mapping[str, str]) -> int:
    lines = [body, *(sums[name] for name in sorted(sums))]
    return _core.checksum(np.frombuffer("\n".join(lines).encode(), dtype=np.uint8))


def _header_length(path: Path) -> int:
    with path.open("rb") as file:
        return int.from_bytes(file.read(8), "little")
