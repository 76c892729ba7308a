"""``rosenblatt export``: a model for other programs."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from rosenblatt.cli._command import ends_with_a_sentence
from rosenblatt.cli._where import refuse_target

ENDINGS = {"onnx": ".onnx", "sklearn": ".joblib", "csv": ".csv"}


class Target(str, Enum):
    """What to write."""

    onnx = "onnx"
    sklearn = "sklearn"
    csv = "csv"


def export(
    model: Annotated[Path, typer.Argument(help="A model that train wrote.")],
    to: Annotated[Target, typer.Option(help="What to write.")],
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="Where to; else MODEL's name with .onnx, .joblib or .csv, here."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is already there.")] = False,
) -> None:
    """Write a model for other programs: as an ONNX graph, a scikit-learn pipeline, or a table of its weights.

    ONNX gets the planes and the scaling of numbers; words and categories must go through the features first, and the
    command says so. The pipeline is made of scikit-learn's own parts only.

    Example: rosenblatt export fruit.rosenblatt --to csv
    """
    with ends_with_a_sentence("no file was written."):
        from rosenblatt.judge.export_csv import export_csv  # noqa: PLC0415  --help must not wait for NumPy
        from rosenblatt.judge.export_onnx import export_onnx  # noqa: PLC0415
        from rosenblatt.judge.export_sklearn import export_sklearn  # noqa: PLC0415
        from rosenblatt.judge.model import load_model  # noqa: PLC0415

        target = Path(model.stem + ENDINGS[to.value]) if output is None else output
        refuse_target(target, force)
        write = {"onnx": export_onnx, "sklearn": export_sklearn, "csv": export_csv}[to.value]
        typer.echo(f"{target}: {write(load_model(model), target)}")
