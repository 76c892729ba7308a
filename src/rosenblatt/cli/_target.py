"""Where a model goes, and how much memory there is for making it."""

from __future__ import annotations

import glob
import re
from pathlib import Path

from rosenblatt.errors import BadParameter

ENDING = ".rosenblatt"
_UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}


def size_in_bytes(text: str) -> int:
    """Read ``500MB`` or ``2 GB``; a number alone is in bytes."""
    found = re.fullmatch(r"\s*([0-9.]+)\s*([kMGT]?)i?B?\s*", text, re.IGNORECASE)
    try:
        return int(float(found[1]) * _UNITS[found[2].upper()]) if found else int(text)
    except ValueError:
        raise BadParameter(f"--memory must be a size such as 500MB or 2GB, got {text!r}") from None


def find_target(file: str, output: Path | None, force: bool) -> Path:
    """Find out where the model goes, and refuse before the work what would be refused after it."""
    target = _named_after(file) if output is None else output
    refuse_target(target, force)
    return target


def refuse_target(target: Path, force: bool) -> None:
    """Refuse a place where nothing can be written, or something is already."""
    if target.is_dir() or not target.parent.is_dir():
        raise BadParameter(f"{target}: a model is a file in a folder that is there; say another with -o")
    if target.exists() and not force:
        raise BadParameter(f"{target} is already there; say --force to replace it, or another file with -o")


def _named_after(file: str) -> Path:
    from rosenblatt.read.source import COMPRESSED  # noqa: PLC0415

    path = Path(file)
    if file == "-" or (glob.has_magic(file) and not path.exists()):
        raise BadParameter(f"say with -o where the model goes: {file!r} has no name to take it from")
    path = path.resolve()
    return Path((path.with_suffix("") if path.suffix in COMPRESSED else path).stem + ENDING)
