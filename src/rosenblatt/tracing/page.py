"""A trace as a self-contained page that plays it, with the worked example below."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape
from importlib import resources
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from rosenblatt.atomic_file import atomic_text
from rosenblatt.tracing.field import Window, fields
from rosenblatt.tracing.held_out import HeldOutRows
from rosenblatt.tracing.recording import record
from rosenblatt.tracing.seeds import seed_lines
from rosenblatt.tracing.worked.example import Element, Heading, Table, TextLine, WorkedStep, elements

if TYPE_CHECKING:
    from rosenblatt.tracing.trace import Trace

# Built from page/ by `make page`.
_PAGE = "tracing/static/page.html"
_NO_RECORDING = '<script type="application/json" id="recording">null</script>'
_NOT_WORKED = '<section id="worked"></section>'
_MAX_WORKED_STEPS = 1000


def empty_page() -> str:
    """Return the page without a trace, as the playground serves it."""
    return resources.files("rosenblatt").joinpath(_PAGE).read_text(encoding="utf-8")


def write(trace: Trace, path: Path) -> None:
    """Write the page to a file."""
    with atomic_text(path) as stream:
        stream.write(to_html(trace))


def to_html(
    trace: Trace, window: Window | None = None, note: str | None = None, tests: HeldOutRows | None = None
) -> str:
    """Return the page with a trace to play and, for printing and browsers without scripts, the worked example.

    Parameters
    ----------
    trace : the trace.
    window : the part of the plane that the board shows; None for the window that fits the rows.
    note : a sentence to show beside the stop reason.
    tests : rows that were not learned from, to show beside the others.
    """
    page = empty_page()
    assert page.count(_NO_RECORDING) == page.count(_NOT_WORKED) == 1, "the page has one place for each"
    n_steps = sum(len(part.log) for part in trace.parts)
    worked = "\n".join(_all(list(elements(trace)))) if n_steps <= _MAX_WORKED_STEPS else ""
    filled = page.replace(_NOT_WORKED, _NOT_WORKED.replace("><", f">\n{worked}\n<"))
    return filled.replace(_NO_RECORDING, _NO_RECORDING.replace("null", _recording(trace, window, note, tests)))


def _recording(trace: Trace, window: Window | None, note: str | None, tests: HeldOutRows | None) -> str:
    """Return JSON that cannot end the script element around it."""
    content = record(trace, tests=tests) | {"note": note, "seeds": seed_lines(trace)}
    content["window"] = window or content["window"]
    if content["needs_fields"] and content["window"]:
        content["fields"] = fields(trace, content["window"])
    return json.dumps(content, allow_nan=False, separators=(",", ":")).replace("<", "\\u003c")


def _all(content: list[Element]) -> Iterator[str]:
    for is_step, group in groupby(content, key=lambda element: isinstance(element, WorkedStep)):
        if is_step:
            yield "<ol>"
            yield from (_worked(element) for element in group if isinstance(element, WorkedStep))
            yield "</ol>"
        else:
            yield from (_element(element) for element in group)


def _element(element: Element) -> str:
    if isinstance(element, Heading):
        level = element.level + 1  # level 1 is the title of the page
        return f"<h{level}>{escape(element.text)}</h{level}>"
    if isinstance(element, Table):
        head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in element.header)
        rows = "\n".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in element.rows)
        return f'<div class="scroll"><table>\n<tr>{head}</tr>\n{rows}\n</table></div>'
    assert isinstance(element, TextLine), "steps are written as a list"
    return f"<p>{_line(element)}</p>"


def _worked(element: WorkedStep) -> str:
    lines = "\n".join(f"<li>{_line(line)}</li>" for line in element.lines)
    kind = ' class="wrong"' if element.is_mistake else ""
    first = (
        f'<span class="number">{element.number}.</span> <strong>{escape(element.name)}</strong>: {_line(element.row)}'
    )
    return f"<li{kind}>{first}\n<ul>\n{lines}\n</ul></li>"


def _line(line: TextLine) -> str:
    formula = f"<code>{escape(line.formula)}</code>" if line.formula else ""
    return " ".join(filter(None, [escape(line.words), formula]))
