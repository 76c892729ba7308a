"""Metrics, their values and thresholds in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rosenblatt.learn.metrics import BALANCED_ACCURACY, F1, LOG_LOSS
from rosenblatt.show.terminal import percent, plain


def metric_title(name: str, label: Any) -> str:
    """Return the name of a metric; `label` is the class that is to be found, None if there are several."""
    if name == F1:
        return "mean F1" if label is None else f"F1 of {plain(label)}"
    return {BALANCED_ACCURACY: "balanced accuracy", LOG_LOSS: "log loss"}[name]


def value_of_error(name: str, error: float | None) -> str:
    """Return the value of a metric, given its error."""
    if error is None:
        return "-"
    return f"{error:.3g}" if name == LOG_LOSS else percent(1 - error)


def describe_metric(metric: dict[str, Any]) -> Iterator[str]:
    """Yield the value of a metric, and where the threshold is, given the facts of a `MetricReport`."""
    name, label, value = metric["name"], metric["label"], metric["value"]
    if value is not None:
        yield f"{metric_title(name, label)}: {value_of_error(name, value if name == LOG_LOSS else 1 - value)}"
    if metric["threshold"] is not None:
        score = f"score above {metric['threshold']:.3g}"
        probability = metric["probability"]
        where = f"probability above {percent(probability)} ({score})" if probability is not None else score
        yield f"{plain(label)} is predicted by a {where}, the best threshold on the rows that choose"
