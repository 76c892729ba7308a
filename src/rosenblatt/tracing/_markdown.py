"""The worked example as Markdown."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rosenblatt.tracing.worked.example import Element, Heading, Table, TextLine, WorkedStep, elements

if TYPE_CHECKING:
    from rosenblatt.tracing.trace import Trace


def to_markdown(trace: Trace) -> str:
    """Return the worked example as Markdown."""
    return "\n\n".join(_element(element) for element in elements(trace)) + "\n"


def _element(element: Element) -> str:
    if isinstance(element, Heading):
        return f"{'#' * element.level} {_plain(element.text)}"
    if isinstance(element, TextLine):
        return _line(element)
    if isinstance(element, Table):
        lines = [element.header, ["---"] * len(element.header), *element.rows]
        return "\n".join(f"| {' | '.join(cell if cell == '---' else _cell(cell) for cell in line)} |" for line in lines)
    return _worked(element)


def _worked(element: WorkedStep) -> str:
    number = f"{element.number}. "
    first = f"{number}**{_plain(element.name)}**: {_line(element.row)}"
    return "\n".join([first, *(f"{' ' * len(number)}- {_line(line)}" for line in element.lines)])


def _line(line: TextLine) -> str:
    return " ".join(filter(None, [_plain(line.words), _code(line.formula)]))


def _plain(text: str) -> str:
    """Escape markup, and join lines."""
    return re.sub(r"([\\`*_{}\[\]<>#|~])", r"\\\1", " ".join(text.split()))


def _cell(text: str) -> str:
    return _plain(text)


def _code(formula: str) -> str:
    """Return a code span, fenced by more backticks than the formula has in a row."""
    if not formula:
        return ""
    formula = " ".join(formula.split())
    fence = "`" * (max(map(len, re.findall("`+", formula)), default=0) + 1)
    pad = " " if formula.startswith("`") or formula.endswith("`") else ""
    return f"{fence}{pad}{formula}{pad}{fence}"
