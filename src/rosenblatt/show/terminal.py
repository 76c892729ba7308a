"""Where reports are printed, and the words they share."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from rich.console import Console, RenderableType
from rich.table import Table

_WIDTH_OF_A_FILE = 120


def show(parts: Iterable[RenderableType]) -> None:
    """Print to standard output: with colours and its width if that is a terminal, else plain; sentences stay whole."""
    width = None if sys.stdout.isatty() else _WIDTH_OF_A_FILE
    console = Console(highlight=False, markup=False, emoji=False, width=width)
    for part in parts:
        console.print(part, soft_wrap=isinstance(part, str))


def make_table(*columns: str) -> Table:
    """Make a table without lines: words first, then numbers."""
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="bold")
    for place, name in enumerate(columns):
        table.add_column(name, justify="right" if place else "left", overflow="fold")
    return table


def plain(value: Any) -> str:
    """Write a label or a name without anything that a terminal would obey."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in str(value))


def percent(share: float | None) -> str:
    """Write a share as per cent; one that cannot be said is a dash."""
    return "-" if share is None else f"{100 * share:.1f} %"


def size(n_bytes: int) -> str:
    """Write a size so that a person sees it at a glance."""
    for unit, least in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if n_bytes >= least:
            digits = 0 if n_bytes >= 10 * least else 1
            return f"{n_bytes / least:.{digits}f} {unit}"
    return f"{n_bytes} bytes"
