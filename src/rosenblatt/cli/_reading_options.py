"""Options for reading files, the same in every command that has them."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import click

Function = TypeVar("Function", bound=Callable[..., Any])


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
    click.option("--table", metavar="NAME", help="Table of an SQLite file; by default the only one."),
    click.option(
        "--query", metavar="SELECT", help="Rows of an SQLite file, as in 'SELECT * FROM a JOIN b USING (id)'."
    ),
)
_FLAGS = ("zero_based",)
_NAMES = (*_FLAGS, "format", "encoding", "table", "query")


def reading_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options for reading files; the command receives those that are given as one dict, `reading`."""

    @wraps(function)
    def command(*arguments: Any, **values: Any) -> Any:
        given = {name: values.pop(name) for name in _NAMES}
        return function(
            *arguments, **values, reading={name: one for name, one in given.items() if _is_given(name, one)}
        )

    return in_order(*_OPTIONS)(command)


def _is_given(name: str, value: Any) -> bool:
    return bool(value) if name in _FLAGS else value not in (None, ())


def reading_parameters(reading: dict[str, Any]) -> dict[str, Any]:
    """Return the parameters of `open_batches` for the options of a command."""
    return dict(reading)
