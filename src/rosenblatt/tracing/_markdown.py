"""The worked example as Markdown."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rosenblatt.tracing.worked.example import Block, Heading, Line, Table, Worked, blocks

if TYPE_CHECKING:
    from rosenblatt.tracing.trace import Trace


def to_markdown(trace: Trace) -> str:
    """Write all blocks."""
    return "\n\n".join(_block(block) for block in blocks(trace)) + "\n"


def _block(block: Block) -> str:
    if isinstance(block, Heading):
        return f"{'#' * block.level} {_plain(block.text)}"
    if isinstance(block, Line):
        return _line(block)
    if isinstance(block, Table):
        lines = [block.header, ["---"] * len(block.header), *block.rows]
        return "\n".join(f"| {' | '.join(cell if cell == '---' else _cell(cell) for cell in line)} |" for line in lines)
    return _worked(block)


def _worked(block: Worked) -> str:
    number = f"{block.number}. "
    first = f"{number}**{_plain(block.name)}**: {_line(block.row)}"
    return "\n".join([first, *(f"{' ' * len(number)}- {_line(line)}" for line in block.lines)])


def _line(line: Line) -> str:
    return " ".join(filter(None, [_plain(line.words), _code(line.formula)]))


def _plain(text: str) -> str:
    """Keep what a name holds from being read as markup, and on one line."""
    return re.sub(r"([\\`*_{}\[\]<>#|~])", r"\\\1", " ".join(text.split()))


def _cell(text: str) -> str:
    return _plain(text)


def _code(formula: str) -> str:
    """A code span, fenced by more backticks than the formula has in a row."""
    if not formula:
        return ""
    formula = " ".join(formula.split())
    fence = "`" * (max(map(len, re.findall("`+", formula)), default=0) + 1)
    pad = " " if formula.startswith("`") or formula.endswith("`") else ""
    return f"{fence}{pad}{formula}{pad}{fence}"
