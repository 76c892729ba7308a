"""Options for reading files, the same in every command that has them."""

from __future__ import annotations

from collections.abc import Callable
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


reading_options = in_order(
    click.option("--format", "file_format", metavar="NAME", help="Format, if the ending does not imply it."),
    click.option("--encoding", default="utf-8", metavar="NAME", help="Encoding of text files, such as latin-1."),
    click.option("--zero-based", is_flag=True, help="Count the features of svmlight files from 0."),
)
