"""The worked example as one page that needs nothing else: no script, no font, no picture from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from rosenblatt.judge._worked_example import Block, Heading, Line, Table, Worked, blocks
from rosenblatt.judge.whole_file import whole_file

if TYPE_CHECKING:
    from rosenblatt.judge.trace import Trace

_STYLE = """
:root { color-scheme: light dark; --ink: #1b1b1b; --soft: #5c5c5c; --paper: #fdfdfb; --line: #d8d8d2; --wash: #f1f1ec;
  --wrong: #a03c00; --right: #00588f; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e6e1; --soft: #a5a29b; --paper: #171716; --line: #3a3a37;
  --wash: #242422; --wrong: #ff9d5c; --right: #7cc4f5; } }
body { margin: 0 auto; max-width: 46rem; padding: 2rem 1.25rem 4rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 Georgia, "Times New Roman", serif; }
h1 { font-size: 1.7rem; line-height: 1.2; }
h2, h3 { margin-top: 2.2rem; border-bottom: 1px solid var(--line); padding-bottom: .2rem; }
code { font: .86em/1.5 ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .8rem .25rem 0; text-align: left; border-bottom: 1px solid var(--line); }
ol { padding-left: 0; list-style: none; }
ol > li { margin: 0 0 1rem; padding: .6rem .9rem; background: var(--wash); border-left: 4px solid var(--right); }
ol > li.wrong { border-left-color: var(--wrong); border-left-style: double; }
ol > li > ul { margin: .3rem 0 0; padding-left: 1.1rem; }
.number { color: var(--soft); }
"""


def write(trace: Trace, path: Path) -> None:
    """Write the page to a file."""
    with whole_file(path) as stream:
        stream.write(to_html(trace))


def to_html(trace: Trace) -> str:
    """Write all blocks, the steps of an epoch as one list."""
    content = list(blocks(trace))
    title = content[0].text if isinstance(content[0], Heading) else ""
    body = "\n".join(_all(content))
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{escape(title)}</title>\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


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
        return f"<h{block.level}>{escape(block.text)}</h{block.level}>"
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
