"""The command ``rosenblatt``."""

from __future__ import annotations

import sys

import typer

import rosenblatt
from rosenblatt.cli._command import Command, Commands
from rosenblatt.cli._later import start_quickly
from rosenblatt.cli.certify import certify
from rosenblatt.cli.evaluate import evaluate
from rosenblatt.cli.export import export
from rosenblatt.cli.inspect import inspect
from rosenblatt.cli.play import play
from rosenblatt.cli.predict import predict
from rosenblatt.cli.trace import trace
from rosenblatt.cli.train import train

app = typer.Typer(
    cls=Commands,
    add_completion=False,
    rich_markup_mode=None,  # plain help, which needs no rich and so comes at once
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def _version(is_asked: bool) -> None:
    if is_asked:
        typer.echo(f"rosenblatt {rosenblatt.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def rosenblatt_command(
    context: typer.Context,
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Print the version."),
) -> None:
    """The perceptron family: fast, exact about what it learned, clear enough to teach from.

    In Python: import rosenblatt as rb; rb.Perceptron().fit(X, y)
    """
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


app.command()(certify)
app.command(cls=Command)(trace)
app.command(cls=Command)(train)
app.command(cls=Command)(predict)
app.command(cls=Command)(evaluate)
app.command(cls=Command)(inspect)
app.command(cls=Command)(export)
app.command(cls=Command)(play)


def main() -> None:
    """Run the command."""
    start_quickly("".join(sys.argv[1:2]))
    app()


if __name__ == "__main__":
    main()
