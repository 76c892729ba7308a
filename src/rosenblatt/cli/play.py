"""``rosenblatt play``: touch the points and watch it learn, in a browser."""

from __future__ import annotations

from typing import Annotated

import typer

from rosenblatt.cli._command import ends_with_a_sentence


def play(
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port of 127.0.0.1; 0: any that is free.")] = 0,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in a browser.")] = True,
) -> None:
    """Open a page where points can be moved and a learner can be watched, step by step.

    The server behind it learns with this package, and can be reached from this machine only.

    Example: rosenblatt play
    """
    from rosenblatt.playground.serve import serve  # noqa: PLC0415  --help must not wait for a server

    with ends_with_a_sentence("nothing was served."):
        serve(port, browser, typer.echo)
