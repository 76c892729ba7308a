"""Parts of messages that several readers share."""

from __future__ import annotations


def not_utf8(error: UnicodeDecodeError) -> str:
    """Name the byte that is not UTF-8, and the remedy."""
    byte = f"0x{error.object[error.start]:02x}"
    return f"byte {byte} is not UTF-8; pass the encoding of the file, such as `encoding='latin-1'`"
