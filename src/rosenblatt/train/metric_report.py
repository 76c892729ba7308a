"""The record of the metric that decided in a training, and of the threshold."""

from __future__ import annotations

from statistics import mean
from typing import Any

import numpy as np

from rosenblatt.evaluate.evaluation import Evaluation
from rosenblatt.evaluate.probability_scores import ProbabilityScores
from rosenblatt.learn.metrics import ACCURATE, BALANCED_ACCURACY, F1, Metric
from rosenblatt.train.report import MetricReport


def report_metric(
    metric: Metric, learner: Any, evaluation: Evaluation, probabilities: ProbabilityScores | None
) -> MetricReport | None:
    """Describe a metric and what it is on the rows that judge; None for the accuracy, which every report has.

    Parameters
    ----------
    metric : what decided.
    learner : the final learner, with its threshold.
    evaluation, probabilities : of the rows that judge.
    """
    if metric == ACCURATE:
        return None
    finds_one = metric.depends_on_rare_classes and len(learner.classes_) == 2
    label = learner.classes_.tolist()[metric.positive] if finds_one else None
    values: list[float | None]
    if metric.name == F1:
        values = [one.f1 for one in evaluation.classes if label in (None, one.label)]
    elif metric.name == BALANCED_ACCURACY:
        values = [one.recall for one in evaluation.classes]
    else:
        values = [None if probabilities is None else probabilities.log_loss]
    known = [one for one in values if one is not None]
    return MetricReport(metric.name, label, mean(known) if known else None, *_threshold(metric, learner))


def _threshold(metric: Metric, learner: Any) -> tuple[float | None, float | None]:
    """Return the threshold for the class that is to be found, and its probability there."""
    if not learner.threshold_:
        return None, None
    score = learner.threshold_ if metric.positive == 1 else -learner.threshold_
    if not hasattr(learner, "calibration_"):
        return score, None
    (at_threshold,) = learner.calibration_.probabilities(np.array([learner.threshold_]))
    return score, float(at_threshold[metric.positive])
