"""``rosenblatt evaluate``: how good a model is on labelled rows that it never saw."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

import rosenblatt as rb
from rosenblatt.cli._command import ends_with_a_sentence


def evaluate(
    model: Annotated[Path, typer.Argument(help="A model that train wrote.")],
    file: Annotated[str, typer.Argument(help="Labelled rows in any format that can be read; - for standard input.")],
    label: Annotated[str | None, typer.Option(help="Column that holds the label; else that of the training.")] = None,
    file_format: Annotated[str | None, typer.Option("--format", help="Format, if the ending does not tell it.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Say it all as one JSON document.")] = False,
) -> None:
    """Compare the guesses of a model with the labels of a file.

    A row whose label the model never met counts as a wrong guess.

    Example: rosenblatt evaluate fruit.rosenblatt examples/fruit.csv
    """
    with ends_with_a_sentence("nothing was written."):
        from rosenblatt.judge.evaluation import evaluate as judged  # noqa: PLC0415
        from rosenblatt.judge.model import guesses_and_labels, load_model, open_for  # noqa: PLC0415  as in train
        from rosenblatt.show.evaluation import draw_evaluation  # noqa: PLC0415
        from rosenblatt.show.terminal import plain, show  # noqa: PLC0415

        guesser = load_model(model)
        column = label or rb.saved_facts(model).get("label_column")
        guesses, labels = guesses_and_labels(guesser, open_for(guesser, file, file_format, column))
        result = judged(labels, guesses)
        if as_json:
            typer.echo(json.dumps(asdict(result), indent=2))
            return
        show(draw_evaluation(result, f"rows of {plain(file)}"))
