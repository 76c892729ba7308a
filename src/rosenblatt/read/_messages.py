"""Parts of messages that several readers share."""

from __future__ import annotations

_CHARACTERS_SHOWN = 40


def not_utf8(error: UnicodeDecodeError) -> str:
    """Name the byte that is not UTF-8, and the remedy."""
    byte = f"0x{error.object[error.start]:02x}"
    return f"byte {byte} is not UTF-8; pass the encoding of the file, such as `encoding='latin-1'`"


def shortened(text: str) -> str:
    """Cut a value to the length that a message shows."""
    return text if len(text) <= _CHARACTERS_SHOWN else text[:_CHARACTERS_SHOWN] + "..."
