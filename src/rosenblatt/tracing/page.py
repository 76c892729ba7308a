"""A trace as one page that needs nothing else: it plays the trace, and has the worked example below."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape
from importlib import resources
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from rosenblatt.atomic_file import whole_file
from rosenblatt.tracing.field import fields, has_field, window_of
from rosenblatt.tracing.recording import record
from rosenblatt.tracing.worked.example import Block, Heading, Line, Table, Worked, blocks

if TYPE_CHECKING:
    from rosenblatt.tracing.trace import Trace

# Built from page/ by `make page`; the playground serves the same file.
_PAGE = "tracing/static/page.html"
_NO_RECORDING = '<script type="application/json" id="recording">null</script>'
_NOT_WORKED = '<section id="worked"></section>'
_MOST_WORKED = 1000


def write(trace: Trace, path: Path) -> None:
    """Write the page to a file."""
    with whole_file(path) as stream:
        stream.write(to_html(trace))


def to_html(trace: Trace) -> str:
    """Fill the page with a trace to play and, for who prints it or has no scripts, with the worked example."""
    page = resources.files("rosenblatt").joinpath(_PAGE).read_text(encoding="utf-8")
    assert page.count(_NO_RECORDING) == page.count(_NOT_WORKED) == 1, "the page has a place for each"
    worked = "\n".join(_all(list(blocks(trace)))) if sum(len(part.log) for part in trace.parts) <= _MOST_WORKED else ""
    filled = page.replace(_NOT_WORKED, _NOT_WORKED.replace("><", f">\n{worked}\n<"))
    return filled.replace(_NO_RECORDING, _NO_RECORDING.replace("null", _recording(trace)))


def _recording(trace: Trace) -> str:
    """Write JSON in which nothing can end the script it stands in."""
    content = record(trace)
    if has_field(trace):
        content["fields"] = fields(trace, window_of(trace.X))
    return json.dumps(content, allow_nan=False, separators=(",", ":")).replace("<", "\\u003c")


def _all(content: list[Block]) -> Iterator[str]:
    for is_step, group in groupby(content, key=lambda block: isinstance(block, Worked)):
        if is_step:
            yield "<ol>"
            yield from (_worked(block) for block in group if isinstance(block, Worked))
            yield "</ol>"
        else:
            yield from (_block(block) for block in group)


def _block(block: Block) -> str:
    if isinstance(block, Heading):
        level = block.level + 1  # the page has a heading of its own
        return f"<h{level}>{escape(block.text)}</h{level}>"
    if isinstance(block, Table):
        head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in block.header)
        rows = "\n".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in block.rows)
        return f'<div class="scroll"><table>\n<tr>{head}</tr>\n{rows}\n</table></div>'
    assert isinstance(block, Line), "steps are written as a list"
    return f"<p>{_line(block)}</p>"


def _worked(block: Worked) -> str:
    lines = "\n".join(f"<li>{_line(line)}</li>" for line in block.lines)
    kind = ' class="wrong"' if block.is_mistake else ""
    first = f'<span class="number">{block.number}.</span> <strong>{escape(block.name)}</strong>: {_line(block.row)}'
    return f"<li{kind}>{first}\n<ul>\n{lines}\n</ul></li>"


def _line(line: Line) -> str:
    formula = f"<code>{escape(line.formula)}</code>" if line.formula else ""
    return " ".join(filter(None, [escape(line.words), formula]))
