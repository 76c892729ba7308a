"""``rosenblatt evaluate``: the accuracy of a model on labelled rows."""

from __future__ import annotations

import json
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from typing import Any

import click

import rosenblatt as rb
from rosenblatt.cli._command import Command, WholeNumber, argument, echo, ends_with_a_sentence
from rosenblatt.cli._option_words import in_option_words
from rosenblatt.cli._reading_options import label_options, reading_options, reading_parameters


@click.command(cls=Command)
@argument("model", type=Path, help="A model that train wrote.")
@argument("file", help="Labelled rows in any format that can be read; - for standard input.")
@click.option("--label", metavar="COLUMN", help="Column that holds the label; by default that of the training.")
@label_options
@reading_options
@click.option("--skip-bad", type=WholeNumber(0), default=0, metavar="N", help="Skip up to N bad lines.")
@click.option("--progressive", is_flag=True, help="Learn each row after it was predicted, as in a stream.")
@click.option("--json", "as_json", is_flag=True, help="Print the scores as one JSON document.")
def evaluate(  # noqa: PLR0917  the parameters are the options of the command
    model: Path,
    file: str,
    label: str | None,
    map_label: tuple[tuple[str, str], ...],
    skip_bad: int,
    progressive: bool,
    as_json: bool,
    reading: dict[str, Any],
) -> None:
    """Compare the predictions of a model with the labels of a file.

    A row whose label the model does not know counts as a wrong prediction. If the model has probabilities, a table
    shows how often the most probable class is right, beside its probability. With --progressive the model learns each
    row after it was predicted, including new classes; its file is not changed. A file is read as that of the training
    was, unless options say otherwise. Rows without a label are left out.

    Example: rosenblatt evaluate fruit.rosenblatt examples/fruit.csv
    """
    with ends_with_a_sentence("nothing was written."):
        from rosenblatt.evaluate.evaluation import evaluate as compare  # noqa: PLC0415  slow to import
        from rosenblatt.evaluate.loaded_model import judge, load_model, open_for  # noqa: PLC0415
        from rosenblatt.evaluate.progressive import progressive as online  # noqa: PLC0415
        from rosenblatt.evaluate.unknown_labels import unknown_labels  # noqa: PLC0415
        from rosenblatt.show.evaluation_table import (  # noqa: PLC0415
            draw_evaluation,
            draw_left_out,
            draw_progressive,
            draw_reliability,
            draw_unknown_labels,
        )
        from rosenblatt.show.terminal import plain, show  # noqa: PLC0415

        loaded = load_model(model)
        facts = rb.saved_facts(model)
        how: dict[str, Any] = {"label": label or facts.get("label_column"), "like": facts.get("reading")}
        how |= {"skip_bad": skip_bad, "skip_unlabelled": True, "map_label": dict(map_label)}
        batches = open_for(loaded, file, **how, **reading_parameters(reading))
        if progressive:
            points = online(loaded, batches)
            result, drawn = asdict(points), draw_progressive(points, plain(file))
        else:
            judged = judge(loaded, batches)
            evaluation, scores = compare(judged.labels, judged.predictions), judged.probabilities
            result = {**asdict(evaluation), "probabilities": None if scores is None else asdict(scores)}
            drawn = chain(draw_evaluation(evaluation, f"rows of {plain(file)}"), draw_reliability(scores))
        met = points.whole if progressive else evaluation
        unknown = unknown_labels(met, loaded.classes.tolist())
        left_out: dict[str, Any] = {
            "unlabelled": batches.n_unlabelled,
            "bad_lines": [in_option_words(one) for one in batches.bad_lines],
        }
        if as_json:
            result |= {name: value for name, value in left_out.items() if value}
            echo(json.dumps({**result, **({"unknown_labels": asdict(unknown)} if unknown.rows else {})}, indent=2))
        else:
            show([*drawn, *draw_left_out(**left_out), *draw_unknown_labels(unknown)])
