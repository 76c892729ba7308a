"""Sizes in bytes, such as ``500MB`` or ``2GiB``."""

from __future__ import annotations

import re

from rosenblatt.errors import BadParameter

_SIZE = re.compile(r"\s*([0-9.]+)\s*(?:([kMGT])(i?))?B?\s*", re.IGNORECASE)
_POWERS = {"": 0, "K": 1, "M": 2, "G": 3, "T": 4}


def size_in_bytes(text: str) -> int:
    """Parse a size: a GB is 10^9 bytes, a GiB 2^30; a number alone is in bytes.

    Examples
    --------
    >>> from rosenblatt.cli._byte_size import size_in_bytes
    >>> size_in_bytes("1.5 GB"), size_in_bytes("2GiB"), size_in_bytes("1000")
    (1500000000, 2147483648, 1000)
    """
    found = _SIZE.fullmatch(text)
    try:
        number, unit, binary = found.groups("") if found else ("", "", "")
        return int(float(number) * (1024 if binary else 1000) ** _POWERS[unit.upper()])
    except (ValueError, OverflowError):  # Python's floating point ends at 1.8e308
        raise BadParameter(f"--memory must be a size such as 500MB or 2GiB, got {text!r}") from None
