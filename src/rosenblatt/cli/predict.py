"""``rosenblatt predict``: a guess for each row of a file."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, TextIO

import typer

from rosenblatt.cli._command import ends_with_a_sentence
from rosenblatt.errors import BadParameter
from rosenblatt.judge.whole_file import whole_file


def predict(
    model: Annotated[Path, typer.Argument(help="A model that train wrote.")],
    file: Annotated[str, typer.Argument(help="Rows in any format that can be read; - for standard input.")] = "-",
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Where guesses go: .csv or .jsonl; else standard output.")
    ] = None,
    scores: Annotated[bool, typer.Option("--scores", help="Write a score for each class, too.")] = False,
    file_format: Annotated[str | None, typer.Option("--format", help="Format, if the ending does not tell it.")] = None,
) -> None:
    """Guess the label of each row: one line a row, in order.

    Columns are found by name, and those that the model does not know are left out, the label among them.
    A bad row ends it with a sentence, and a file of guesses is whole or not there. Blank lines are no rows.
    Standard output gets JSON lines if FILE is such, else CSV.

    Example: rosenblatt predict fruit.rosenblatt examples/fruit.csv -o guesses.csv
    """
    with ends_with_a_sentence("no file was written."):
        from rosenblatt.cli._predictions import WRITERS  # noqa: PLC0415
        from rosenblatt.judge.model import load_model, open_for  # noqa: PLC0415  --help must not wait for NumPy

        if output is not None and output.suffix not in WRITERS:
            raise BadParameter(f"{output}: guesses can be written to a file that ends with {', '.join(WRITERS)}")
        if output is not None and output.exists() and any(_is_same(output, other) for other in (model, Path(file))):
            raise BadParameter(f"{output}: guesses would replace what they are made from; say another file with -o")
        guesser = load_model(model)
        batches = open_for(guesser, file, file_format)
        ending = output.suffix if output is not None else ".jsonl" if batches.format == "jsonl" else ".csv"
        with _opened(output) as stream:
            write = WRITERS[ending](stream, guesser.classes, scores)
            for batch in batches:
                X = guesser.rows(batch)
                write(guesser.learner.predict(X), guesser.scores(X) if scores else None)


def _is_same(output: Path, other: Path) -> bool:
    return other.exists() and output.samefile(other)


@contextmanager
def _opened(output: Path | None) -> Iterator[TextIO]:
    if output is None:
        yield sys.stdout
        sys.stdout.flush()
        return
    with whole_file(output) as stream:
        yield stream
