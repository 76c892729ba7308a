"""``rosenblatt predict``: one prediction per row of a file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

import rosenblatt as rb
from rosenblatt.cli._command import Command, argument, echo, ends_with_a_sentence
from rosenblatt.cli._option_words import in_option_words
from rosenblatt.cli._reading_options import reading_options, reading_parameters
from rosenblatt.errors import BadParameter


@click.command(cls=Command)
@argument("model", type=Path, help="A model that train wrote.")
@argument("file", default="-", help="Rows in any format that can be read; - for standard input.")
@click.option(
    "-o",
    "--output",
    type=Path,
    metavar="FILE",
    help="Where to write: .csv, .jsonl or .parquet; by default standard output.",
)
@click.option("--scores", is_flag=True, help="Write one score per class, too.")
@click.option("--proba", is_flag=True, help="Write the probability of each class, too.")
@click.option("--line-buffered", is_flag=True, help="Write each prediction as soon as its row arrives.")
@reading_options
def predict(  # noqa: PLR0917  the parameters are the options of the command
    model: Path,
    file: str,
    output: Path | None,
    scores: bool,
    proba: bool,
    line_buffered: bool,
    reading: dict[str, Any],
) -> None:
    """Predict the label of each row: one output line per input line, in order.

    Columns are found by name; those that the model does not know, such as the label, are ignored. A file is read as
    that of the training was, unless options say otherwise. A blank line is a row whose values are all missing. A line
    that cannot be read has an empty prediction, and standard error gives the reason. An output file is written
    completely or not at all. Standard output is JSON lines if FILE is JSON, else CSV. Probabilities have six decimals,
    in Parquet files all digits.

    Example: rosenblatt predict fruit.rosenblatt examples/fruit.csv -o predictions.csv
    """
    with ends_with_a_sentence("no file was written.") as outcome:
        from rosenblatt.evaluate.loaded_model import load_model, open_for  # noqa: PLC0415
        from rosenblatt.evaluate.predictions import FilePredictions  # noqa: PLC0415  --help must not wait for NumPy
        from rosenblatt.show.prediction_writers import ENDINGS, opened  # noqa: PLC0415
        from rosenblatt.show.unknown_summary import describe_unknown  # noqa: PLC0415

        if output is not None and output.suffix not in ENDINGS:
            raise BadParameter(f"{output}: -o must end with one of {', '.join(ENDINGS)}")
        if output is not None and output.exists() and any(_is_same(output, other) for other in (model, Path(file))):
            raise BadParameter(f"{output}: predictions must not replace the model or FILE; pass another file with -o")
        if scores and proba:
            raise BadParameter("--scores and --proba exclude each other; use one of them")
        loaded = load_model(model)
        if proba and not loaded.has_probabilities:
            raise BadParameter(
                f"{model}: this model has no probabilities, because it was trained without a calibration; train it "
                "anew, or calibrate it in Python with rb.calibrate"
            )
        numbers = "probabilities" if proba else "scores" if scores else None
        batch_rows = 1 if line_buffered else 4_000
        how = {"like": rb.saved_facts(model).get("reading"), **reading_parameters(reading)}
        batches = open_for(loaded, file, **how, every_line=True, batch_rows=batch_rows)
        ending = output.suffix if output is not None else ".jsonl" if batches.format in ("jsonl", "json") else ".csv"
        predictions = FilePredictions(loaded, batches, numbers)
        if output is not None:
            outcome.watch(output, f"the predictions were written to {output}.")
        with opened(output, ending, loaded.classes.tolist(), numbers) as write:
            for some in predictions:
                write(some)
                if line_buffered:
                    sys.stdout.flush()
        strange = {name: one for name, one in predictions.unknown.items() if one.is_nearly_all}
        for line in describe_unknown(strange):
            echo(line, err=True)
        if predictions.first_bad is not None:
            lines = "line has" if predictions.n_bad == 1 else "lines have"
            first = in_option_words(predictions.first_bad)
            echo(f"{predictions.n_bad:,} {lines} no prediction; the first: {first}", err=True)


def _is_same(output: Path, other: Path) -> bool:
    return other.exists() and output.samefile(other)
