"""Summaries of models and explanations of predictions, for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import RenderableType

from rosenblatt.evaluate.explanation import Explanation
from rosenblatt.evaluate.features import ClassFeatures, FoundFeature
from rosenblatt.show.metric_texts import describe_metric
from rosenblatt.show.terminal import make_table, percent, plain
from rosenblatt.show.training_summary import draw_strongest


def draw_model(
    kind: str,
    n_features: int,
    facts: Mapping[str, Any],
    strongest: tuple[ClassFeatures, ...],
    calibration: str | None = None,
    *,
    is_slim: bool = False,
) -> Iterator[RenderableType]:
    """Yield what the model is, what it was trained on if that is stored, and the strongest features per class.

    Parameters
    ----------
    kind, n_features : the class of the learner, and the number of its columns.
    facts : those of the model file.
    strongest : features of each class.
    calibration : the method by which it has probabilities, if it has any.
    is_slim : whether it is for prediction only.
    """
    yield f"{kind} with {n_features:,} features and {len(strongest)} classes"
    if is_slim:
        yield "slim: for prediction only, it cannot continue learning"
    if {"made", "version", "file", "rows", "learner", "seed", "held_out"} <= facts.keys():
        source = f"{plain(facts['file'])}, {facts['rows']:,} rows"
        yield f"made {facts['made']} by rosenblatt {facts['version']} from {source}"
        yield f"learner {facts['learner']}, seed {facts['seed']}"
        yield f"{percent(facts['held_out']['accuracy'])} right on {facts['held_out']['rows']:,} held-out rows"
    if facts.get("metric") is not None:
        yield from describe_metric(facts["metric"])
    if calibration is not None:
        scores = facts.get("probabilities") or {}
        loss = f", log loss {scores['log_loss']:.3g} on held-out rows" if "log_loss" in scores else ""
        yield f"probabilities by calibration: {calibration}{loss}"
    yield ""
    yield from draw_strongest(strongest)


def draw_found(found: Sequence[FoundFeature], labels: Sequence[Any]) -> Iterator[RenderableType]:
    """Yield a table of the weights of features, one column per class."""
    table = make_table("feature", *(f"for {plain(label)}" for label in labels))
    for one in found:
        table.add_row(plain(one.name), *(f"{weight:+.3g}" for weight in one.weights))
    yield table


def draw_explanation(explanation: Explanation) -> Iterator[RenderableType]:
    """Yield the prediction and a table of the contributions of features."""
    prediction, rival = plain(explanation.prediction), plain(explanation.rival)
    yield f"{prediction}, ahead of {rival} by {explanation.lead:.3g}"
    table = make_table("feature", f"for {prediction}")
    for one in explanation.contributions:
        table.add_row(plain(one.name), f"{one.weight:+.3g}")
    table.add_row("bias", f"{explanation.bias:+.3g}")
    yield table
