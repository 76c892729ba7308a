"""The command ``rosenblatt``."""

from __future__ import annotations

import os
import sys

import click

import rosenblatt
from rosenblatt.cli._command import WRONG, Commands
from rosenblatt.cli._later import start_quickly
from rosenblatt.cli._process import check_streams, end_on_signals


@click.group(
    "rosenblatt",
    cls=Commands,
    names=("certify", "trace", "train", "predict", "evaluate", "inspect", "export", "play"),
    invoke_without_command=True,
    subcommand_metavar="COMMAND [ARGS]...",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100, "show_default": True},
)
@click.version_option(rosenblatt.__version__, message="rosenblatt %(version)s", help="Print the version.")
@click.pass_context
def app(context: click.Context) -> None:
    """The perceptron family: fast, exact about what it learned, clear enough to teach from.

    In Python: import rosenblatt as rb; rb.Perceptron().fit(X, y)
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def main() -> None:
    """Run the command, and end at once.

    To take all modules down in good order would take Python longer than some commands. And it would end as if nobody
    had heard Ctrl-C where that came while a package was loading by `exec`, as SciPy does.
    """
    start_quickly(sys.argv[1:])
    try:
        check_streams()
        end_on_signals()
        app()
    except SystemExit as end:
        code = int(end.code or 0)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:  # the disk is full, or nobody reads any more
            code = code or WRONG
    os._exit(code)


if __name__ == "__main__":
    main()
