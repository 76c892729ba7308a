"""Folders for unfinished files, each beside its target: those of writers that were killed are found again by name.

A name holds the target, the machine, the process and a random number: ``.rosenblatt-<target>-<machine>-<process>-
<random>.unfinished``. A folder, since libraries put temporary files of their own beside the file that they write.
"""

from __future__ import annotations

import os
import re
import time
from contextlib import suppress
from pathlib import Path
from zlib import crc32

_A_DAY = 24 * 60 * 60.0


def folder_for(target: Path) -> Path:
    """Return the path of a new folder for one writer of a target."""
    return target.parent / f"{_prefix(target)}-{_machine()}-{os.getpid()}-{os.urandom(8).hex()}.unfinished"


def remove(folder: Path) -> None:
    """Remove a folder with the files in it, if it is there."""
    with suppress(FileNotFoundError):
        for file in folder.iterdir():
            file.unlink()
        folder.rmdir()


def remove_abandoned(target: Path) -> None:
    """Remove the folders of writers of a target that have ended; one of another machine must be a day old."""
    name = re.compile(re.escape(_prefix(target)) + r"-([0-9a-f]{8})-([0-9]+)-[0-9a-f]{16}\.unfinished")
    found = []
    with suppress(OSError), os.scandir(target.parent) as entries:  # a folder may be for writing only
        found = [(entry, match) for entry in entries if (match := name.fullmatch(entry.name))]
    for entry, match in found:
        with suppress(OSError):  # it is gone, or belongs to another user: litter is no reason to fail
            if entry.is_dir(follow_symlinks=False) and _has_ended(entry, match[1], int(match[2])):
                remove(Path(entry.path))


def _has_ended(entry: os.DirEntry[str], machine: str, process: int) -> bool:
    if machine != _machine() or os.name != "posix":  # on Windows, signal 0 is Ctrl-C
        return time.time() - entry.stat(follow_symlinks=False).st_mtime > _A_DAY
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    except (PermissionError, OverflowError):
        return False
    return False


def _prefix(target: Path) -> str:
    return f".rosenblatt-{crc32(os.fsencode(target.name)):08x}"


def _machine() -> str:
    """Identify where numbers of processes hold: a host, and on Linux a container in it."""
    host = os.uname().nodename if hasattr(os, "uname") else ""
    try:
        container = str(Path("/proc/self/ns/pid").readlink())
    except OSError:
        container = ""
    return f"{crc32(f'{host} {container}'.encode()):08x}"
