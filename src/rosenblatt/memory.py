"""The memory that is free, and the sentence for what does not fit into it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rosenblatt.errors import NotEnoughMemory

_IF_UNKNOWN = 2**30
_ALWAYS_FITS = 2**28  # bytes


def free_memory() -> int:
    """Return the bytes that this process may still allocate, or 1 GiB where the system does not report them."""
    return int(min(_free_on_machine(), _free_for_process()))


def require_memory(n_bytes: int, where: str, what: str, remedy: str) -> None:
    """Raise `NotEnoughMemory` if fewer bytes are free: allocated bit by bit, they would end the process later.

    Parameters
    ----------
    n_bytes : a lower bound of what is needed.
    where, what, remedy : parts of the sentence, as in ``where: what need 8 GiB of memory, but ...; remedy``.
    """
    if n_bytes <= _ALWAYS_FITS:
        return
    free = free_memory()
    if n_bytes > free:
        raise NotEnoughMemory(f"{where}: {what} need {_gib(n_bytes)} of memory, but {_gib(free)} are free; {remedy}")


@contextmanager
def memory_errors_named(where: str, remedy: str) -> Iterator[None]:
    """Turn a MemoryError into a sentence."""
    try:
        yield
    except NotEnoughMemory:
        raise
    except MemoryError as error:
        raise NotEnoughMemory(not_enough(where, error, remedy)) from None


def not_enough(where: str, error: BaseException | None, remedy: str) -> str:
    """Build the sentence for a MemoryError; NumPy's holds the size."""
    return f"{where}: there is not enough memory ({error}); {remedy}"


def _gib(n_bytes: int) -> str:
    return f"{n_bytes / 2**30:,.1f} GiB"


def _free_on_machine() -> int:
    try:
        facts = dict(line.split(":") for line in Path("/proc/meminfo").read_text("ascii").splitlines())
        return 1024 * int(facts["MemAvailable"].split()[0])
    except (OSError, ValueError, KeyError):
        pass
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_AVPHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return _IF_UNKNOWN


def _free_for_process() -> float:
    """Return what the limit of the address space (``ulimit -v``) leaves."""
    try:
        import resource  # noqa: PLC0415  not on every system

        limit, _ = resource.getrlimit(resource.RLIMIT_AS)
        used = int(Path("/proc/self/statm").read_text("ascii").split()[0]) * resource.getpagesize()
    except (ImportError, OSError, ValueError):
        return float("inf")
    return float("inf") if limit == resource.RLIM_INFINITY else max(0, limit - used)
