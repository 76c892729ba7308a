"""Parts of sentences that several readers say."""

from __future__ import annotations

_SHOWN = 40


def not_utf8(error: UnicodeDecodeError) -> str:
    """Say which byte is none of UTF-8, and what to do."""
    byte = f"0x{error.object[error.start]:02x}"
    return f"byte {byte} is not UTF-8; say what it is, as in encoding='latin-1' or --encoding latin-1"


def shortened(text: str) -> str:
    """As much of a value as fits a sentence."""
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "..."
