"""Scores of probabilities as text and terminal tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import RenderableType

from rosenblatt.evaluate.probability_scores import ProbabilityScores
from rosenblatt.evaluate.threshold_scores import ThresholdScores
from rosenblatt.show.terminal import make_table, percent, plain


def describe_probabilities(scores: ProbabilityScores) -> str:
    """Return the log loss, the Brier score and the calibration error in words."""
    error = f"calibration error {percent(scores.calibration_error)} ({len(scores.bins)} bins)"
    return f"probabilities: log loss {scores.log_loss:.3g}, Brier score {scores.brier:.3g}, {error}"


def draw_reliability(scores: ProbabilityScores | None) -> Iterator[RenderableType]:
    """Yield the scores of probabilities, and how often the most probable class is right; nothing without any."""
    if scores is None:
        return
    yield ""
    yield describe_probabilities(scores)
    table = make_table("most probable class", "rows", "mean probability", "right")
    for one in scores.bins:
        if one.rows:
            bounds = f"{percent(one.low)} to {percent(one.high)}"
            table.add_row(bounds, f"{one.rows:,}", percent(one.probability), percent(one.right))
    yield table


def draw_thresholds(label: Any, scores: Sequence[ThresholdScores]) -> Iterator[RenderableType]:
    """Yield a table of precision and recall of a class over thresholds of its probability; nothing without any."""
    if not scores:
        return
    yield ""
    table = make_table(f"{plain(label)} if more probable than", "rows", "precision", "recall", "F1")
    for one in scores:
        shares = map(percent, (one.precision, one.recall, one.f1))
        table.add_row(percent(one.threshold), f"{one.predicted:,}", *shares)
    yield table
