"""Files that are written as a whole or not at all: into a temporary file beside the target, which then replaces it.

The temporary file is in a folder of random name, so that writers do not disturb one another or a file of the user; the
next writer of the same target removes what a killed one has left. The file is on disk before it replaces the target,
which keeps its mode and the symbolic links to it. Devices, pipes and open files, such as ``/dev/null`` and
``/dev/stdout``, are never replaced: what is written goes into them.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import BinaryIO, TextIO

from rosenblatt._unfinished import folder_for, remove, remove_abandoned

_PRIVATE, _PRIVATE_FOLDER = 0o600, 0o700  # what replaces a secret is not shown to others on the way


@contextmanager
def atomic_text(path: Path) -> Iterator[TextIO]:
    """Open a file to write text as UTF-8, with line ends as they come."""
    with _place(path) as place, place.open("w", encoding="utf-8", newline="") as stream:
        yield stream


@contextmanager
def atomic_bytes(path: Path) -> Iterator[BinaryIO]:
    """Open a file to write bytes."""
    with _place(path) as place, place.open("wb") as stream:
        yield stream


@contextmanager
def atomic_path(path: Path) -> Iterator[Path]:
    """Yield the path of a temporary file of the same suffix, for libraries that open files themselves."""
    if not _is_written_into(path):
        with _replacement(path) as temporary:
            yield temporary
        return
    # Some libraries replace the file that they are told to write, and would replace a device, too.
    from shutil import copyfileobj  # noqa: PLC0415  hardly a run needs these
    from tempfile import TemporaryDirectory  # noqa: PLC0415

    with TemporaryDirectory() as folder:
        temporary = Path(folder, path.name)
        yield temporary
        with temporary.open("rb") as source, path.open("wb") as target:
            copyfileobj(source, target)


def _place(path: Path) -> AbstractContextManager[Path]:
    return nullcontext(path) if _is_written_into(path) else _replacement(path)


def _is_written_into(path: Path) -> bool:
    """Whether `path` is something else than a regular file, or names one that is already open."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return False
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    return not stat.S_ISREG(mode) or _is_descriptor(path)


def _is_descriptor(path: Path) -> bool:
    """Whether links lead to an open file of a process, as those of ``/dev/stdout`` and ``/dev/fd/3`` do."""
    while path.is_symlink():
        if Path(os.path.realpath(path.parent)).match("/proc/*/fd"):
            return True
        path = path.parent / path.readlink()
    return False


@contextmanager
def _replacement(path: Path) -> Iterator[Path]:
    target = Path(os.path.realpath(path))  # through links, which stay
    folder = folder_for(target)
    temporary = folder / target.name
    try:
        remove_abandoned(target)
        folder.mkdir(_PRIVATE_FOLDER)
        mode = _create(temporary, target)
        yield temporary
        _sync(temporary, os.O_RDWR)
        temporary.chmod(mode)
        temporary.replace(target)
        if hasattr(os, "O_DIRECTORY"):  # Windows cannot open folders
            _sync(target.parent, os.O_DIRECTORY)
    except OSError as error:
        if str(error.filename) not in (str(folder), str(temporary)):
            raise
        raise OSError(error.errno, error.strerror, str(path)) from None  # the caller knows the other name only
    finally:
        try:
            remove(folder)
        except BaseException:  # Ctrl-C may come at this very moment, too
            remove(folder)
            raise


def _create(temporary: Path, target: Path) -> int:
    """Create the temporary file, and return the mode that it must have in the end."""
    known = stat.S_IMODE(target.stat().st_mode) if target.exists() else None
    number = os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666 if known is None else _PRIVATE)
    try:
        return stat.S_IMODE(os.fstat(number).st_mode) if known is None else known
    finally:
        os.close(number)


def _sync(path: Path, flags: int) -> None:
    """Wait until the disk has a file or a folder."""
    number = os.open(path, flags)
    try:
        os.fsync(number)
    finally:
        os.close(number)
