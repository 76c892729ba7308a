"""The file that a command writes a model to."""

from __future__ import annotations

import glob
from pathlib import Path
from urllib.parse import urlsplit

from rosenblatt.errors import BadParameter
from rosenblatt.read.endings import COMPRESSED
from rosenblatt.read.urls import is_url, name_of

ENDING = ".rosenblatt"


def find_target(file: str, output: Path | None, force: bool) -> Path:
    """Return the path for the model of a file; raise before the training what would be raised after it."""
    target = _named_after(file) if output is None else output
    refuse_target(target, force)
    return target


def refuse_target(target: Path, force: bool) -> None:
    """Raise if a file cannot be written there, or if one exists and is not to be replaced."""
    if target.is_dir() or not target.parent.is_dir():
        raise BadParameter(f"{target}: -o must be a file in an existing folder")
    if target.exists() and not force:
        raise BadParameter(f"{target} already exists; use --force to replace it, or another file with -o")


def _named_after(file: str) -> Path:
    if is_url(file):
        file = urlsplit(name_of(file)).path
    path = Path(file).resolve()
    is_nameless = path.is_relative_to("/dev") or (Path(file).exists() and not path.exists())  # as /dev/fd/63 is
    if file == "-" or is_nameless or (glob.has_magic(file) and not path.exists()):
        raise BadParameter(f"the model needs a file name, and {file!r} has none to derive it from; pass one with -o")
    return Path((path.with_suffix("") if path.suffix in COMPRESSED else path).stem + ENDING)
