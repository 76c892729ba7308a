"""An array in NumPy's format, read a few rows at a time, from a file or from inside an archive."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt.errors import BadData

_BYTES_AT_ONCE = 2**22


@dataclass(frozen=True, slots=True)
class StoredArray:
    """The header of an array, and the file that is positioned at its values."""

    where: str
    shape: tuple[int, ...]
    dtype: np.dtype[Any]
    by_columns: bool
    file: IO[bytes]

    @classmethod
    def open(cls, file: IO[bytes], size: int, where: str) -> StoredArray:
        """Read the header and check it against the size of the file, so that it cannot claim too much memory."""
        shape, by_columns, dtype = _header(file, where)
        if dtype.kind not in "biufUS":
            raise BadData(f"{where}: an array of {dtype} cannot be read; numbers or strings can, Python objects never")
        header = file.tell()
        if header + prod(shape) * dtype.itemsize != size:
            promised = f"{prod(shape):,} values of {dtype}"
            raise BadData(f"{where}: the header promises {promised}, but the file has another size")
        return cls(where, shape, dtype, by_columns and len(shape) > 1, file)

    def rows(self, count: int | None = None) -> Iterator[NDArray[Any]]:
        """Yield all rows, `count` at a time, or as many as fit a few megabytes."""
        row_bytes = max(1, prod(self.shape[1:]) * self.dtype.itemsize)
        count = count or max(1, _BYTES_AT_ONCE // row_bytes)
        if self.by_columns:  # rows are scattered over the file
            whole = self.values(prod(self.shape)).reshape(self.shape, order="F")
            yield from (whole[start : start + count] for start in range(0, len(whole), count))
            return
        for start in range(0, self.shape[0], count):
            n_rows = min(count, self.shape[0] - start)
            yield self.values(n_rows * prod(self.shape[1:])).reshape(n_rows, *self.shape[1:])

    def values(self, count: int) -> NDArray[Any]:
        """Read the next values."""
        array = np.empty(count, self.dtype)
        view, filled = array.view(np.uint8).data, 0
        while filled < len(view):
            n_bytes = self.file.readinto(view[filled:])  # type: ignore[attr-defined]
            if not n_bytes:
                raise BadData(f"{self.where}: the file ends before its rows do")
            filled += n_bytes
        return array


def _header(file: IO[bytes], where: str) -> tuple[tuple[int, ...], bool, np.dtype[Any]]:
    try:
        version = np.lib.format.read_magic(file)
        read = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
        return read(file)
    except Exception as error:  # NumPy parses the header as Python, which can fail in any way
        raise BadData(f"{where}: this is not a whole NumPy file: {error}") from None
