"""How much memory there is."""

from __future__ import annotations

import os
from pathlib import Path

_IF_UNKNOWN = 2**30


def free_memory() -> int:
    """Give the bytes that a process may still take, or 1 GiB where the system does not say."""
    try:
        facts = dict(line.split(":") for line in Path("/proc/meminfo").read_text("ascii").splitlines())
        return 1024 * int(facts["MemAvailable"].split()[0])
    except (OSError, ValueError, KeyError):
        pass
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_AVPHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return _IF_UNKNOWN
