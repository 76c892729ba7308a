"""``rosenblatt predict``: a guess for each row of a file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from rosenblatt.cli._command import Command, argument, ends_with_a_sentence
from rosenblatt.cli._how_to_read import encoding_option, format_option, zero_based_option
from rosenblatt.errors import BadParameter


@click.command(cls=Command)
@argument("model", type=Path, help="A model that train wrote.")
@argument("file", default="-", help="Rows in any format that can be read; - for standard input.")
@click.option(
    "-o",
    "--output",
    type=Path,
    metavar="FILE",
    help="Where guesses go: .csv, .jsonl or .parquet; else standard output.",
)
@click.option("--scores", is_flag=True, help="Write a score for each class, too.")
@click.option("--line-buffered", is_flag=True, help="Answer each row as soon as it has come.")
@format_option
@encoding_option
@zero_based_option
def predict(  # noqa: PLR0917  the parameters are the options of the command
    model: Path,
    file: str,
    output: Path | None,
    scores: bool,
    line_buffered: bool,
    file_format: str | None,
    encoding: str,
    zero_based: bool,
) -> None:
    """Guess the label of each row: one line a row, in order.

    Columns are found by name, and those that the model does not know are left out, the label among them. A blank line
    is a row whose values are all missing; a line that cannot be read has an empty guess, and standard error says why.
    A file of guesses is whole or not there. Standard output gets JSON lines if FILE is such, else CSV.

    Example: rosenblatt predict fruit.rosenblatt examples/fruit.csv -o guesses.csv
    """
    with ends_with_a_sentence("no file was written."):
        from rosenblatt.evaluate.loaded_model import load_model, open_for  # noqa: PLC0415
        from rosenblatt.evaluate.predictions import FilePredictions  # noqa: PLC0415  --help must not wait for NumPy
        from rosenblatt.show.prediction_writers import ENDINGS, opened  # noqa: PLC0415

        if output is not None and output.suffix not in ENDINGS:
            raise BadParameter(f"{output}: guesses can be written to a file that ends with {', '.join(ENDINGS)}")
        if output is not None and output.exists() and any(_is_same(output, other) for other in (model, Path(file))):
            raise BadParameter(f"{output}: guesses would replace what they are made from; say another file with -o")
        guesser = load_model(model)
        batch_rows = 1 if line_buffered else 4_000
        how: dict[str, Any] = {"format": file_format, "encoding": encoding, "zero_based": zero_based}
        batches = open_for(guesser, file, **how, every_line=True, batch_rows=batch_rows)
        ending = output.suffix if output is not None else ".jsonl" if batches.format == "jsonl" else ".csv"
        answers = FilePredictions(guesser, batches, scores)
        with opened(output, ending, guesser.classes.tolist(), scores) as write:
            for some in answers:
                write(some)
                if line_buffered:
                    sys.stdout.flush()
        if answers.n_bad:
            lines = "line has" if answers.n_bad == 1 else "lines have"
            click.echo(f"{answers.n_bad:,} {lines} no guess; the first: {answers.first_bad}", err=True)


def _is_same(output: Path, other: Path) -> bool:
    return other.exists() and output.samefile(other)
