"""The command ``rosenblatt``."""

from __future__ import annotations

import os
import sys

import click

import rosenblatt
from rosenblatt.cli._command import WRONG, Commands
from rosenblatt.cli._process import check_streams, end_on_signals


def load(name: str) -> click.Command:
    """Import one command, so that no other has to be imported for it."""
    command: click.Command
    match name:
        case "certify":
            from rosenblatt.cli.certify import certify as command
        case "trace":
            from rosenblatt.cli.trace import trace as command
        case "train":
            from rosenblatt.cli.train import train as command
        case "predict":
            from rosenblatt.cli.predict import predict as command
        case "evaluate":
            from rosenblatt.cli.evaluate import evaluate as command
        case "inspect":
            from rosenblatt.cli.inspect import inspect as command
        case "export":
            from rosenblatt.cli.export import export as command
        case "play":
            from rosenblatt.cli.play import play as command
        case _:
            raise ValueError(name)
    return command


@click.group(
    "rosenblatt",
    cls=Commands,
    names=("certify", "trace", "train", "predict", "evaluate", "inspect", "export", "play"),
    load=load,
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

    Taking all modules down in good order takes Python longer than some commands. It would also end as if Ctrl-C had not
    come where that came while a package was loading by `exec`, as SciPy does.
    """
    # pyarrow shares malloc with NumPy and the core, so that one reuses what the other frees: `train` on 1,000 texts
    # takes 81 MB in place of 91.
    os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
    try:
        check_streams()
        end_on_signals()
        app()
    except SystemExit as end:
        code = int(end.code or 0)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:  # the disk is full, or the reader closed the pipe
            code = code or WRONG
    os._exit(code)


if __name__ == "__main__":
    main()
