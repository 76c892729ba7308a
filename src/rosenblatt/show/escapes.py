"""Text from files on a terminal: control characters are shown, not obeyed.

Files and pipes receive the text as it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TextIO

_ENDS_OF_LINES_AND_TABS = "\n\t"
_CONTROLS = [*range(0x20), *range(0x7F, 0xA0)]
_DIRECTIONS = [0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)]  # may reorder what is shown
_ESCAPED = {
    code: f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
    for code in _CONTROLS + _DIRECTIONS
    if chr(code) not in _ENDS_OF_LINES_AND_TABS
}


def escaped(text: str) -> str:
    r"""Return the text with control characters as ``\x1b``; ends of lines and tabs stay.

    Examples
    --------
    >>> from rosenblatt.show.escapes import escaped
    >>> print(escaped("a\x1b[31m, b"))
    a\x1b[31m, b
    """
    return text.translate(_ESCAPED)


def for_stream(text: str, stream: Any) -> str:
    """Return the text for a stream: escaped if that is a terminal."""
    return escaped(text) if stream is not None and stream.isatty() else text


class EscapingStream:
    """A terminal to which text is written with control characters escaped."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str, /) -> int:
        return self._stream.write(escaped(text))

    def writelines(self, lines: Iterable[str], /) -> None:
        self._stream.writelines(map(escaped, lines))
