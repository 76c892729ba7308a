"""``rosenblatt evaluate``: the accuracy of a model on labelled rows."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import rosenblatt as rb
from rosenblatt.cli._command import Command, WholeNumber, argument, echo, ends_with_a_sentence
from rosenblatt.cli._option_words import in_option_words
from rosenblatt.cli._reading_options import label_options, reading_options, reading_parameters
from rosenblatt.errors import BadParameter

if TYPE_CHECKING:
    from rich.console import RenderableType

    from rosenblatt.evaluate.loaded_model import LoadedModel
    from rosenblatt.read.open_batches import Batches


@click.command(cls=Command)
@argument("model", type=Path, help="A model that train wrote.")
@argument("file", help="Labelled rows in any format that can be read; - for standard input.")
@click.option("--label", metavar="COLUMN", help="Column that holds the label; by default that of the training.")
@label_options
@reading_options
@click.option("--skip-bad", type=WholeNumber(0), default=0, metavar="N", help="Skip up to N bad lines.")
@click.option(
    "--threshold",
    type=float,
    metavar="NUMBER",
    help="Predict the rarer of two classes by a probability above this one, or by a score if there are none, "
    "instead of the threshold of the model.",
)
@click.option("--progressive", is_flag=True, help="Learn each row after it was predicted, as in a stream.")
@click.option("--json", "as_json", is_flag=True, help="Print the scores as one JSON document.")
def evaluate(  # noqa: PLR0917  the parameters are the options of the command
    model: Path,
    file: str,
    label: str | None,
    map_label: tuple[tuple[str, str], ...],
    skip_bad: int,
    threshold: float | None,
    progressive: bool,
    as_json: bool,
    reading: dict[str, Any],
) -> None:
    """Compare the predictions of a model with the labels of a file.

    A row whose label the model does not know counts as a wrong prediction. If the model has probabilities, a table
    shows how often the most probable class is right, beside its probability; of two classes, a second table shows
    precision and recall of the rarer one in the training over thresholds of its probability. With --progressive the
    model learns each row after it was predicted, including new classes; its file is not changed. A file is read as that
    of the training was, unless options say otherwise. Rows without a label are left out.

    Example: rosenblatt evaluate fruit.rosenblatt examples/fruit.csv
    """
    with ends_with_a_sentence("nothing was written."):
        from rosenblatt.evaluate.loaded_model import load_model, open_for  # noqa: PLC0415  slow to import
        from rosenblatt.show.terminal import show  # noqa: PLC0415

        loaded = load_model(model)
        facts = rb.saved_facts(model)
        how: dict[str, Any] = {"label": label or facts.get("label_column"), "like": facts.get("reading")}
        how |= {"skip_bad": skip_bad, "skip_unlabelled": True, "map_label": dict(map_label)}
        batches = open_for(loaded, file, **how, **reading_parameters(reading))
        _refuse_threshold(loaded, threshold, is_online=progressive)
        if progressive:
            scores, drawn = _scores_online(loaded, batches, file)
        else:
            scores, drawn = _scores(loaded, batches, file, facts, threshold)
        left_out: dict[str, Any] = {
            "unlabelled": batches.n_unlabelled,
            "bad_lines": [in_option_words(one) for one in batches.bad_lines],
        }
        if as_json:
            echo(json.dumps({**scores, **{name: value for name, value in left_out.items() if value}}, indent=2))
        else:
            from rosenblatt.show.evaluation_table import draw_left_out  # noqa: PLC0415

            show([*drawn, *draw_left_out(**left_out)])


def _refuse_threshold(model: LoadedModel, threshold: float | None, *, is_online: bool) -> None:
    """Raise if there cannot be this threshold."""
    if threshold is None:
        return
    if is_online:
        raise BadParameter("--threshold is not for --progressive, which predicts as it learns; leave out one of them")
    if len(model.classes) != 2:
        raise BadParameter(f"--threshold is for two classes; {model.path} knows {len(model.classes)}")
    if model.has_probabilities and not 0 <= threshold <= 1:
        raise BadParameter(f"--threshold must be a probability from 0 to 1, got {threshold:g}")


def _scores(
    model: LoadedModel, batches: Batches, file: str, facts: dict[str, Any], threshold: float | None
) -> tuple[dict[str, Any], Iterator[RenderableType]]:
    """Judge a model; return the scores, and their tables."""
    from rosenblatt.evaluate.evaluation import evaluate as compare  # noqa: PLC0415
    from rosenblatt.evaluate.loaded_model import judge  # noqa: PLC0415
    from rosenblatt.evaluate.threshold_scores import place_to_find  # noqa: PLC0415
    from rosenblatt.evaluate.unknown_labels import unknown_labels  # noqa: PLC0415
    from rosenblatt.show.evaluation_table import draw_evaluation, draw_unknown_labels  # noqa: PLC0415
    from rosenblatt.show.probability_tables import draw_reliability, draw_thresholds  # noqa: PLC0415
    from rosenblatt.show.terminal import plain  # noqa: PLC0415
    from rosenblatt.show.unknown_summary import describe_unknown  # noqa: PLC0415

    place = place_to_find(model.classes, facts)
    judged = judge(model, batches, place, threshold)
    evaluation, scores = compare(judged.labels, judged.predictions), judged.probabilities
    labels = unknown_labels(evaluation, model.classes.tolist())
    result = {**asdict(evaluation), "probabilities": None if scores is None else asdict(scores)}
    label = model.classes.tolist()[place] if judged.thresholds else None
    result |= (
        {"thresholds": {"label": label, "scores": list(map(asdict, judged.thresholds))}} if judged.thresholds else {}
    )
    result |= {"unknown_labels": asdict(labels)} if labels.rows else {}
    values = {name: one._asdict() for name, one in judged.unknown.items()}
    result |= {"unknown_values": values} if values else {}
    rows = f"rows of {plain(file)}" if threshold is None else f"rows of {plain(file)} at the threshold {threshold:g}"
    tables = chain(
        draw_evaluation(evaluation, rows), draw_reliability(scores), draw_thresholds(label, judged.thresholds)
    )
    return result, chain(tables, draw_unknown_labels(labels), map(plain, describe_unknown(judged.unknown)))


def _scores_online(model: LoadedModel, batches: Batches, file: str) -> tuple[dict[str, Any], Iterator[RenderableType]]:
    """Judge a model that learns; return the scores, and their tables."""
    from rosenblatt.evaluate.progressive import progressive  # noqa: PLC0415
    from rosenblatt.show.evaluation_table import draw_progressive  # noqa: PLC0415
    from rosenblatt.show.terminal import plain  # noqa: PLC0415

    points = progressive(model, batches)
    return asdict(points), draw_progressive(points, plain(file))
