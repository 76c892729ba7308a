"""The memory that is available."""

from __future__ import annotations

import os
from pathlib import Path

_IF_UNKNOWN = 2**30


def free_memory() -> int:
    """Return the bytes that a process may still allocate, or 1 GiB where the system does not report them."""
    try:
        facts = dict(line.split(":") for line in Path("/proc/meminfo").read_text("ascii").splitlines())
        return 1024 * int(facts["MemAvailable"].split()[0])
    except (OSError, ValueError, KeyError):
        pass
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_AVPHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return _IF_UNKNOWN
