"""The command ``rosenblatt``."""

from __future__ import annotations

import sys

import click

import rosenblatt
from rosenblatt.cli._command import Commands
from rosenblatt.cli._later import start_quickly


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
    """Run the command."""
    start_quickly("".join(sys.argv[1:2]))
    app()


if __name__ == "__main__":
    main()
