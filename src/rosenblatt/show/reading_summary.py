"""How a file was read, as a line for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rich.console import RenderableType

from rosenblatt.show.terminal import plain

_DELIMITERS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars", " ": "spaces", "\t ": "spaces and tabs"}
_USUAL = {"csv": ",", "tsv": "\t", "xlsx": "", "ods": ""}


def draw_reading(reading: Mapping[str, Any]) -> Iterator[RenderableType]:
    """Yield a line about a table that is not written as most are, with the options that read it otherwise."""
    usual = _USUAL.get(reading.get("format", ""))
    if usual is None:
        return
    found = []
    if not reading["header"]:
        found.append("no header line (--header)")
    if usual and reading["delimiter"] != usual:
        between = _DELIMITERS.get(reading["delimiter"], repr(reading["delimiter"]))
        found.append(f"{plain(between)} between fields (--delimiter)")
    if reading["quote"] != '"':
        quote = f"{reading['quote']} as quotes" if reading["quote"] else "no quotes"
        found.append(f"{plain(quote)} (--quote)")
    if reading["decimal"] != ".":
        found.append("commas before fractions (--decimal)")
    if found:
        yield f"read with {', '.join(found)}"
