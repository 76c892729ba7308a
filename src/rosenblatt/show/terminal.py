"""Printing of reports, and the formats they share."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from rich.console import Console, RenderableType
from rich.table import Table

_WIDTH_OF_A_FILE = 120


def show(parts: Iterable[RenderableType]) -> None:
    """Print to standard output: with colours and its width if that is a terminal, else plain; never wrap sentences."""
    width = None if sys.stdout.isatty() else _WIDTH_OF_A_FILE
    console = Console(highlight=False, markup=False, emoji=False, width=width)
    for part in parts:
        console.print(part, soft_wrap=isinstance(part, str))


def make_table(*columns: str) -> Table:
    """Return a table without rules: text in the first column, numbers in the others."""
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="bold")
    for place, name in enumerate(columns):
        table.add_column(name, justify="right" if place else "left", overflow="fold")
    return table


def plain(value: Any) -> str:
    """Return a label or name without control characters."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in str(value))


def percent(share: float | None) -> str:
    """Format a share as per cent, None as a dash."""
    return "-" if share is None else f"{100 * share:.1f} %"


def size(n_bytes: int) -> str:
    """Format a number of bytes with two or three digits and a unit."""
    for unit, least in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if n_bytes >= least:
            digits = 0 if n_bytes >= 10 * least else 1
            return f"{n_bytes / least:.{digits}f} {unit}"
    return f"{n_bytes} bytes"
