"""A JSON array as a stream of lines, one per element."""

from __future__ import annotations

import re
from codecs import BOM_UTF8

import numpy as np
from numpy.typing import NDArray

from rosenblatt.errors import BadData
from rosenblatt.read._decoded import ByteStream

_BYTES_AT_ONCE = 2**18
_ESCAPED = re.compile(rb"\\.", re.DOTALL)
_SPACES = np.isin(np.arange(256), list(b" \t\r\n"))
# A bracket and a brace differ in one bit.
_BRACE_BIT, _OPENS, _CLOSES = 0x20, ord("{"), ord("}")
_NO_STRING_HOLDS_IT = 0x1F  # in the place of a line end in a string, which JSON does not allow either

Bytes = NDArray[np.uint8]
Mask = NDArray[np.bool_]


class ArrayLines:
    """The elements of an array as lines: each comma between them ends a line, and line ends within them are spaces.

    White space between elements is left out. What is in an element is not checked: each line is parsed for itself.
    """

    def __init__(self, stream: ByteStream, name: str) -> None:
        self._stream, self._name = stream, name
        self._buffer = memoryview(bytearray(_BYTES_AT_ONCE))
        self._pending = memoryview(b"")
        self._held = b""  # a backslash whose character has not come
        self._depth, self._is_inside_string = 0, False
        self._has_begun = self._has_ended = False

    def readinto(self, buffer: memoryview, /) -> int:
        while not self._pending:
            count = self._stream.readinto(self._buffer) or 0
            if count == 0:
                self._refuse_open_end()
                return 0
            self._pending = memoryview(self._as_lines(self._held + bytes(self._buffer[:count])))
        count = min(len(buffer), len(self._pending))
        buffer[:count] = self._pending[:count]
        self._pending = self._pending[count:]
        return count

    def _refuse_open_end(self) -> None:
        if self._has_begun and not self._has_ended:
            raise BadData(f"{self._name}: the JSON array never ends; is the file cut off?")

    def _as_lines(self, data: bytes) -> bytes:
        if not self._has_begun:
            data = self._after_the_bracket(data)
        if not data:
            return b""
        plain = _ESCAPED.sub(b"__", data) if b"\\" in data else data
        self._held = plain[len(plain) - 1 :] if plain.endswith(b"\\") else b""
        n_bytes = len(data) - len(self._held)
        if n_bytes == 0:
            return b""
        codes: Bytes = np.frombuffer(plain, np.uint8, n_bytes)
        outside = ~np.logical_xor.accumulate(codes == ord('"')) ^ self._is_inside_string
        folded = codes | _BRACE_BIT
        changes = ((folded == _OPENS) & outside).astype(np.int32) - ((folded == _CLOSES) & outside)
        depths = self._depth + np.cumsum(changes)
        self._depth, self._is_inside_string = int(depths[-1]), not outside[-1]
        lines: Bytes = np.frombuffer(data, np.uint8, n_bytes).copy()
        lines[codes == ord("\n")] = _NO_STRING_HOLDS_IT
        lines[outside & _SPACES[codes]] = ord(" ")
        lines[outside & (codes == ord(",")) & (depths == 1)] = ord("\n")
        return lines[self._in_elements(codes, depths, outside)].tobytes()

    def _in_elements(self, codes: Bytes, depths: NDArray[np.int64], outside: Mask) -> Mask:
        """Mask the bytes of elements and the commas between them."""
        are_kept: Mask = ~(outside & _SPACES[codes] & (depths <= 1))
        ends = len(codes)
        if self._has_ended:
            ends = 0
        elif (depths <= 0).any():
            ends = int(np.argmax(depths <= 0))
            self._has_ended = codes[ends] == ord("]")
            are_kept[ends] = not self._has_ended
        if are_kept[ends:].any():
            what = "there is more after the end of the JSON array, or a bracket too many in it"
            raise BadData(f"{self._name}: {what}; a file must hold one array of objects")
        return are_kept

    def _after_the_bracket(self, data: bytes) -> bytes:
        """Return what comes after the bracket that opens the array; nothing if it has not come."""
        start = data.removeprefix(BOM_UTF8).lstrip(b" \t\r\n")
        self._held = start if BOM_UTF8.startswith(start) else b""
        if self._held or not start:
            return b""
        if not start.startswith(b"["):
            raise BadData(f'{self._name}: a JSON array must begin with a bracket, as in [{{"height": 7.5}}]')
        self._has_begun, self._depth = True, 1
        return start[1:]
