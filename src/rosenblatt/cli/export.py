"""``rosenblatt export``: a saved model in the format of another program."""

from __future__ import annotations

from pathlib import Path

import click

from rosenblatt.cli._command import Command, argument, echo, ends_with_a_sentence
from rosenblatt.cli._target import ENDING, refuse_target
from rosenblatt.errors import BadParameter

ENDINGS = {"onnx": ".onnx", "sklearn": ".joblib", "csv": ".csv", "slim": f".slim{ENDING}"}


@click.command(cls=Command)
@argument("model", type=Path, help="A model that train wrote.")
@click.option("--to", type=click.Choice(list(ENDINGS)), required=True, help="The format.")
@click.option(
    "-o",
    "--output",
    type=Path,
    metavar="FILE",
    help=f"Where to write; by default MODEL's name with .onnx, .joblib, .csv or .slim{ENDING}, in this folder.",
)
@click.option(
    "--rows",
    metavar="FILE",
    help="With --to slim: leave out features that change no prediction for these rows, which were not learned from.",
)
@click.option("--force", is_flag=True, help="Replace an existing file.")
def export(model: Path, to: str, output: Path | None, rows: str | None, force: bool) -> None:
    """Write a model as an ONNX graph, a scikit-learn pipeline, a table of its weights, or a slim model file.

    The ONNX graph holds the planes, the scaling of numbers and the calibration; words and categories must be encoded
    before it, and the command reports whether there are any. The pipeline consists of scikit-learn's own parts.
    A slim model file predicts, and cannot continue learning: it has weights of float32, and nothing that only learning
    needs. Without --rows it has all of them.

    Example: rosenblatt export fruit.rosenblatt --to csv
    """
    with ends_with_a_sentence("no file was written.") as outcome:
        from rosenblatt.evaluate.loaded_model import load_model  # noqa: PLC0415
        from rosenblatt.export.csv import export_csv  # noqa: PLC0415  --help must not wait for NumPy
        from rosenblatt.export.onnx import export_onnx  # noqa: PLC0415
        from rosenblatt.export.sklearn import export_sklearn  # noqa: PLC0415
        from rosenblatt.export.slim import export_slim  # noqa: PLC0415

        if rows is not None and to != "slim":
            raise BadParameter("--rows is for --to slim; leave it out")
        target = Path(model.stem + ENDINGS[to]) if output is None else output
        refuse_target(target, force)
        outcome.watch(target, f"the model was exported to {target}.")
        opened = load_model(model)
        if to == "slim":
            summary = export_slim(opened, target, rows)
        else:
            summary = {"onnx": export_onnx, "sklearn": export_sklearn, "csv": export_csv}[to](opened, target)
        echo(f"{target}: {summary}")
