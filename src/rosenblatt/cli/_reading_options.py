"""Options for reading files, the same in every command that has them."""

from __future__ import annotations

import csv
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from rosenblatt.errors import BadParameter

Function = TypeVar("Function", bound=Callable[..., Any])

_WORDS = {
    "tab": "\t",
    "\\t": "\t",
    "space": " ",
    "spaces": " ",
    "blanks": "\t ",
    "comma": ",",
    "semicolon": ";",
    "bar": "|",
    "none": "",
}


def in_order(*options: Callable[[Any], Any]) -> Callable[[Function], Function]:
    """Join options to one decorator; ``--help`` lists them in the order given."""

    def decorate(function: Function) -> Function:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


_OPTIONS = (
    click.option("--format", metavar="NAME", help="Format, if the ending does not imply it."),
    click.option("--encoding", metavar="NAME", help="Encoding of text files, such as latin-1; by default utf-8."),
    click.option("--zero-based", is_flag=True, help="Count the features of svmlight files from 0."),
    click.option("--sheet", metavar="NAME", help="Sheet of a workbook, or its number; by default the first."),
    click.option("--table", metavar="NAME", help="Table of an SQLite file; by default the only one."),
    click.option(
        "--query", metavar="SELECT", help="Rows of an SQLite file, as in 'SELECT * FROM a JOIN b USING (id)'."
    ),
    click.option(
        "--header/--no-header", default=None, help="The first line of a table names its columns, or is a row."
    ),
    click.option("--names", metavar="NAMES", help="Names of all columns, as in age,job,pay; or a file of them."),
    click.option(
        "--delimiter",
        metavar="CHAR",
        help="Between fields: a character, tab, space (runs of spaces), or blanks (of spaces and tabs).",
    ),
    click.option(
        "--quote", metavar="CHAR", help="Around fields that hold delimiters; none if there is no such character."
    ),
    click.option("--decimal", metavar="CHAR", help="Before fractions: . or a comma."),
    click.option("--comment", metavar="CHAR", help="First character of lines to leave out, such as '#'."),
    click.option("--keep-spaces", is_flag=True, help="Keep the spaces around fields."),
    click.option("--na", multiple=True, metavar="WORD", help="A word for missing values; may be repeated."),
)
_FLAGS = ("zero_based", "keep_spaces")
_NAMES = (
    *_FLAGS,
    "format",
    "encoding",
    "sheet",
    "table",
    "query",
    "header",
    "names",
    "delimiter",
    "quote",
    "decimal",
    "comment",
    "na",
)


def reading_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options for reading files; the command receives those that are given as one dict, `reading`."""

    @wraps(function)
    def command(*arguments: Any, **values: Any) -> Any:
        given = {name: values.pop(name) for name in _NAMES}
        return function(
            *arguments, **values, reading={name: one for name, one in given.items() if _is_given(name, one)}
        )

    return in_order(*_OPTIONS)(command)


label_options = in_order(
    click.option(
        "--map-label", nargs=2, multiple=True, metavar="OLD NEW", help="Read one label as another; may be repeated."
    ),
)


def _is_given(name: str, value: Any) -> bool:
    return bool(value) if name in _FLAGS else value not in (None, ())


def reading_parameters(reading: dict[str, Any]) -> dict[str, Any]:
    """Return the parameters of `open_batches` for the options of a command."""
    parameters = dict(reading)
    for name in {"delimiter", "quote", "comment"} & reading.keys():
        parameters[name] = _WORDS.get(reading[name], reading[name])
    if "names" in reading:
        parameters["names"] = _names(reading["names"])
    return parameters


def _names(given: str) -> list[str]:
    """Return the names in a list, or in a file: one per line, or several with commas between them."""
    try:
        lines = Path(given).read_text(encoding="utf-8").splitlines() if Path(given).is_file() else [given]
    except UnicodeDecodeError:
        raise BadParameter(f"{given}: a file of --names must be UTF-8 text") from None
    names = [name.strip() for fields in csv.reader(lines, skipinitialspace=True) for name in fields]
    repeated = next((name for place, name in enumerate(names) if name in names[:place]), None)
    if repeated is not None:
        raise BadParameter(f"--names has {repeated!r} twice; each column needs a name of its own")
    return names
