"""What all commands share: how they end, and that their ``--help`` explains arguments, too.

Every command but ``certify`` ends with 0: done, 1: the data or the command is wrong, 130: interrupted, or 143 or 129:
terminated by SIGTERM or SIGHUP.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import click

from rosenblatt.cli._option_words import in_option_words
from rosenblatt.errors import RosenblattError
from rosenblatt.show.escapes import for_stream

WRONG = 1
INTERRUPTED = 130
IF_NO_MEMORY = "use fewer columns, rows or classes, or a computer with more"


class Terminated(SystemExit):
    """The request of a signal to end: all that was begun is cleaned up on the way, which the signal alone prevents."""


class Outcome:
    """What an interrupted command has written so far.

    It is found on disk: a signal may come before the program could record that a file was written.

    Parameters
    ----------
    if_nothing : the sentence as long as no file was written.
    """

    def __init__(self, if_nothing: str) -> None:
        self._if_nothing = if_nothing
        self._if_written: list[tuple[Path, tuple[int, ...], str]] = []

    def watch(self, path: Path, if_written: str) -> None:
        """Set the sentence that holds as soon as a file is written."""
        self._if_written.append((path, _version(path), if_written))

    def __str__(self) -> str:
        written = [sentence for path, before, sentence in self._if_written if _version(path) != before]
        return written[0] if written else self._if_nothing


def _version(path: Path) -> tuple[int, ...]:
    """Identify the file at a path; each atomic write puts another one there."""
    try:
        found = path.stat()
    except OSError:
        return ()
    return found.st_dev, found.st_ino, found.st_mtime_ns


def echo(text: str, *, err: bool = False, nl: bool = True) -> None:
    """Print text that may come from files: on a terminal, control characters are escaped."""
    click.echo(for_stream(text, sys.stderr if err else sys.stdout), err=err, nl=nl)


@contextmanager
def ends_with_a_sentence(if_interrupted: str) -> Iterator[Outcome]:
    """Turn what went wrong into one sentence on standard error and an exit code."""
    outcome = Outcome(if_interrupted)
    try:
        yield outcome
    except RosenblattError as error:
        echo(f"Error: {in_option_words(str(error))}", err=True)
        raise click.exceptions.Exit(WRONG) from None
    except BrokenPipeError:
        raise  # the reader closed the pipe; click exits quietly
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        echo(f"Error: {where}{error.strerror or error}", err=True)
        raise click.exceptions.Exit(WRONG) from None
    except MemoryError as error:
        echo(f"Error: there is not enough memory ({error}); {IF_NO_MEMORY}", err=True)
        raise click.exceptions.Exit(WRONG) from None
    except KeyboardInterrupt:
        echo(f"Interrupted: {outcome}", err=True)
        raise click.exceptions.Exit(INTERRUPTED) from None
    except Terminated:
        with suppress(OSError):  # the terminal may be gone
            echo(f"Terminated: {outcome}", err=True)
        raise


class Argument(click.Argument):
    """An argument that says what it is."""

    def __init__(self, names: Sequence[str], *, help: str, **attributes: Any) -> None:  # noqa: A002  as of an option
        super().__init__(names, **attributes)
        self.meaning = help + (f"  [default: {attributes['default']}]" if "default" in attributes else "")


argument = partial(click.argument, cls=Argument)


class WholeNumber(click.IntRange):
    """A whole number from ``min`` to ``max``, which click would call an integer range when it is none."""

    name = "whole number"


class Command(click.Command):
    """A command that explains its arguments, and ends with 1, not click's 2, when its options are wrong."""

    if_wrong = WRONG
    allow_extra_args = True  # to refuse them with a remedy

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the options."""
        with _ends_if_wrong(self.if_wrong):
            extra = super().parse_args(ctx, args)
            if extra and not ctx.resilient_parsing:
                ctx.fail(_refusal_of(extra))
            return extra

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the arguments above the options."""
        arguments = self.arguments()
        if arguments:
            with formatter.section("Arguments"):
                formatter.write_dl(arguments)
        super().format_options(ctx, formatter)

    def arguments(self) -> list[tuple[str, str]]:
        """Name each argument and say what it is."""
        return [(param.human_readable_name, param.meaning) for param in self.params if isinstance(param, Argument)]


class Commands(click.Group):
    """Commands that are imported when they are asked for.

    Parameters
    ----------
    names : of the commands, in the order in which a newcomer meets them.
    load : imports the command of a name.
    """

    def __init__(self, *, names: Sequence[str], load: Callable[[str], click.Command], **attributes: Any) -> None:
        super().__init__(**attributes)
        self.names = names
        self.load = load

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.names)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return self.load(cmd_name) if cmd_name in self.names else None

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the options before the name of the command."""
        with _ends_if_wrong(WRONG):
            return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, or say which one is near."""
        with _ends_if_wrong(WRONG):
            if args[0] not in self.names:
                ctx.fail(f"No such command {args[0]!r}.{_near(args[0], self.names)}")
            return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; click itself would end with 1 when interrupted."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise click.exceptions.Exit(INTERRUPTED) from None


@contextmanager
def _ends_if_wrong(code: int) -> Iterator[None]:
    try:
        yield
    except click.UsageError as error:
        error.message = for_stream(error.message, sys.stderr)  # type: ignore[misc]  # as below
        error.exit_code = code  # type: ignore[misc]  # of the class in click's hints, of this error here
        raise


def _refusal_of(extra: Sequence[str]) -> str:
    """Return the message for arguments that a command does not take; most often a shell has expanded a pattern."""
    more = f" and {len(extra) - 1:,} more" if len(extra) > 1 else ""
    files = "; to pass several files, quote a pattern, such as 'data-*.csv'" if Path(extra[0]).exists() else ""
    return f"Got unexpected extra argument {extra[0]!r}{more}{files}"


def _near(word: str, words: Sequence[str]) -> str:
    from difflib import get_close_matches  # noqa: PLC0415  only a wrong word needs it

    near = get_close_matches(word, words)
    return f" Did you mean {', '.join(map(repr, near))}?" if near else ""
