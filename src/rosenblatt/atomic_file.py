"""Files that are whole or not there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO


@contextmanager
def unfinished_file(path: Path) -> Iterator[Path]:
    """Give the name of another file, which takes the place of this one when all is written."""
    unfinished = path.with_name(path.name + ".part")
    try:
        yield unfinished
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


@contextmanager
def whole_file(path: Path) -> Iterator[TextIO]:
    """Write text to another file, which takes the place of this one when all is written."""
    with unfinished_file(path) as unfinished, unfinished.open("w", encoding="utf-8", newline="") as stream:
        yield stream
