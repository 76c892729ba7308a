"""``rosenblatt play``: a page to move points and watch a learner, in a browser."""

from __future__ import annotations

import click

from rosenblatt.cli._command import Command, WholeNumber, ends_with_a_sentence


@click.command(cls=Command)
@click.option(
    "--port", type=WholeNumber(0, 65535), default=0, metavar="N", help="Port of 127.0.0.1; 0 for any free one."
)
@click.option("--browser/--no-browser", default=True, help="Open the page in a browser.")
def play(port: int, browser: bool) -> None:
    """Open a page to move points and watch a learner, step by step.

    The page is served by this package, and can be reached from this machine only.

    Example: rosenblatt play
    """
    from rosenblatt.playground.serve import serve  # noqa: PLC0415  --help must not wait for a server

    with ends_with_a_sentence("nothing was served."):
        serve(port, browser, click.echo)
