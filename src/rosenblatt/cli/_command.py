"""How every command but ``certify`` ends: 0 done, 1 the data or the command is wrong, 130 interrupted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from rosenblatt.errors import RosenblattError

WRONG = 1
INTERRUPTED = 130
_WRONG_IN_CLICK = 2


@contextmanager
def ends_with_a_sentence(if_interrupted: str) -> Iterator[None]:
    """Turn what went wrong into one sentence on standard error and an exit code."""
    try:
        yield
    except RosenblattError as error:
        typer.echo(f"Error: {error}", err=True)
        raise typer.Exit(WRONG) from None
    except BrokenPipeError:
        raise  # whoever reads has read enough; click ends quietly
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        typer.echo(f"Error: {where}{error.strerror or error}", err=True)
        raise typer.Exit(WRONG) from None
    except KeyboardInterrupt:
        typer.echo(f"Interrupted: {if_interrupted}", err=True)
        raise typer.Exit(INTERRUPTED) from None


class Command(TyperCommand):
    """A command that ends with 1, not 2, when its options are wrong."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the options."""
        with _ends_with_1():
            return super().parse_args(ctx, args)


class Commands(TyperGroup):
    """Commands of which an unknown one ends with 1."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command."""
        with _ends_with_1():
            return super().resolve_command(ctx, args)


@contextmanager
def _ends_with_1() -> Iterator[None]:
    try:
        yield
    except Exception as error:
        if getattr(error, "exit_code", None) == _WRONG_IN_CLICK:  # known by this: typer may bring a click of its own
            error.exit_code = WRONG  # type: ignore[attr-defined]
        raise
