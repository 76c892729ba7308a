"""``rosenblatt evaluate``: how good a model is on labelled rows that it never saw."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

import rosenblatt as rb
from rosenblatt.cli._command import ends_with_a_sentence
from rosenblatt.cli._how_to_read import Encoding, FileFormat, ZeroBased


def evaluate(  # noqa: PLR0917  the parameters are the options of the command
    model: Annotated[Path, typer.Argument(help="A model that train wrote.")],
    file: Annotated[str, typer.Argument(help="Labelled rows in any format that can be read; - for standard input.")],
    label: Annotated[str | None, typer.Option(help="Column that holds the label; else that of the training.")] = None,
    file_format: FileFormat = None,
    encoding: Encoding = "utf-8",
    zero_based: ZeroBased = False,
    progressive: Annotated[
        bool, typer.Option("--progressive", help="Learn each row after it was guessed, as in a stream.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Say it all as one JSON document.")] = False,
) -> None:
    """Compare the guesses of a model with the labels of a file.

    A row whose label the model never met counts as a wrong guess. With --progressive the model learns each row once it
    was guessed, new classes too; its file stays as it is.

    Example: rosenblatt evaluate fruit.rosenblatt examples/fruit.csv
    """
    with ends_with_a_sentence("nothing was written."):
        from rosenblatt.judge.evaluation import evaluate as judged  # noqa: PLC0415  as in train
        from rosenblatt.judge.model import guesses_and_labels, load_model, open_for  # noqa: PLC0415
        from rosenblatt.judge.progressive import progressive as online  # noqa: PLC0415
        from rosenblatt.show.evaluation import draw_evaluation, draw_progressive  # noqa: PLC0415
        from rosenblatt.show.terminal import plain, show  # noqa: PLC0415

        guesser = load_model(model)
        column = label or rb.saved_facts(model).get("label_column")
        batches = open_for(guesser, file, format=file_format, label=column, encoding=encoding, zero_based=zero_based)
        if progressive:
            scores = online(guesser, batches)
            result, drawn = asdict(scores), draw_progressive(scores, plain(file))
        else:
            guesses, labels = guesses_and_labels(guesser, batches)
            evaluation = judged(labels, guesses)
            result, drawn = asdict(evaluation), draw_evaluation(evaluation, f"rows of {plain(file)}")
        if as_json:
            typer.echo(json.dumps(result, indent=2))
        else:
            show(drawn)
