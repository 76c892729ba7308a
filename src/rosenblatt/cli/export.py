"""``rosenblatt export``: a model for other programs."""

from __future__ import annotations

from pathlib import Path

import click

from rosenblatt.cli._command import Command, argument, ends_with_a_sentence
from rosenblatt.cli._where import refuse_target

ENDINGS = {"onnx": ".onnx", "sklearn": ".joblib", "csv": ".csv"}


@click.command(cls=Command)
@argument("model", type=Path, help="A model that train wrote.")
@click.option("--to", type=click.Choice(list(ENDINGS)), required=True, help="What to write.")
@click.option(
    "-o",
    "--output",
    type=Path,
    metavar="FILE",
    help="Where to; else MODEL's name with .onnx, .joblib or .csv, here.",
)
@click.option("--force", is_flag=True, help="Replace a file that is already there.")
def export(model: Path, to: str, output: Path | None, force: bool) -> None:
    """Write a model for other programs: as an ONNX graph, a scikit-learn pipeline, or a table of its weights.

    ONNX gets the planes and the scaling of numbers; words and categories must go through the features first, and the
    command says so. The pipeline is made of scikit-learn's own parts only.

    Example: rosenblatt export fruit.rosenblatt --to csv
    """
    with ends_with_a_sentence("no file was written."):
        from rosenblatt.evaluate.loaded_model import load_model  # noqa: PLC0415
        from rosenblatt.export.csv import export_csv  # noqa: PLC0415  --help must not wait for NumPy
        from rosenblatt.export.onnx import export_onnx  # noqa: PLC0415
        from rosenblatt.export.sklearn import export_sklearn  # noqa: PLC0415

        target = Path(model.stem + ENDINGS[to]) if output is None else output
        refuse_target(target, force)
        write = {"onnx": export_onnx, "sklearn": export_sklearn, "csv": export_csv}[to]
        click.echo(f"{target}: {write(load_model(model), target)}")
