"""Temperature scaling: one factor for all scores."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from rosenblatt.learn.calibration.scores import in_few_digits, of_two, softmax
from rosenblatt.rows import Floats, Indices

_MOST_STEPS, _CLOSE = 200, 1e-12


@dataclass(frozen=True, slots=True)
class Temperature:
    """Probabilities are proportional to exp(score / T): the softmax of scores that were divided by a temperature.

    The most probable class is the one with the largest score, which `predict` returns. T is the one with the least log
    loss on the rows of the calibration; to keep it above 0 where all of n rows are predicted rightly, 1 / (n + 2) of
    each row is taken to be of other classes.

    Attributes
    ----------
    factor : 1 / T, at least 0; at 0, where scores say nothing, all classes are equally probable.

    References
    ----------
    Guo, Pleiss, Sun and Weinberger, "On calibration of modern neural networks", ICML 2017.
    """

    method: ClassVar[str] = "temperature"

    factor: float

    @classmethod
    def fit(cls, scores: Floats, places: Indices) -> Temperature:
        """Find the temperature by scores of labelled rows; `places` are the numbers of their classes."""
        several = np.stack([np.zeros_like(scores), scores], axis=1) if scores.ndim == 1 else scores
        spread = float(np.mean(several.max(axis=1) - several.min(axis=1)))
        if not (0.0 < spread < np.inf):
            return cls(0.0)
        factor = _root(_slope_and_curvature(several / spread, places))
        return cls(in_few_digits(factor / spread))

    def probabilities(self, scores: Floats) -> Floats:
        """Return one probability per row and class."""
        if scores.ndim == 2:
            return softmax(scores, self.factor)
        with np.errstate(over="ignore"):
            return of_two(self.factor * scores)


def _slope_and_curvature(scores: Floats, places: Indices) -> Callable[[float], tuple[float, float]]:
    """Return the first and second derivative of the log loss by the factor; the loss is convex in it."""
    n_rows, n_classes = scores.shape
    smoothing = 1 / (n_rows + 2)
    # One row per class: NumPy is quick along many numbers, and slow along few.
    of_classes = np.ascontiguousarray((scores - scores.max(axis=1, keepdims=True)).T)
    true = of_classes[places, np.arange(n_rows)]
    others = (of_classes.sum(axis=0) - true) / (n_classes - 1)
    wanted = (1 - smoothing) * true + smoothing * others

    def derivatives(factor: float) -> tuple[float, float]:
        with np.errstate(over="ignore"):
            weights = np.exp(factor * of_classes)
        shares = weights / weights.sum(axis=0)
        means = (shares * of_classes).sum(axis=0)
        variances = (shares * (of_classes - means) ** 2).sum(axis=0)
        return float((means - wanted).sum()), float(variances.sum())

    return derivatives


def _root(derivatives: Callable[[float], tuple[float, float]]) -> float:
    """Find where a rising slope is 0, at 0 or above: Newton's steps between bounds."""
    if derivatives(0.0)[0] >= 0:
        return 0.0
    low, high, factor = 0.0, np.inf, 1.0
    for _ in range(_MOST_STEPS):
        slope, curvature = derivatives(factor)
        low, high = (low, factor) if slope > 0 else (factor, high)
        step = factor - slope / curvature if curvature > 0 else np.inf
        if not (low <= step <= high and step < np.inf):  # a step onto a bound has found it
            step = 2 * factor if high == np.inf else (low + high) / 2
        is_close = abs(step - factor) <= _CLOSE * factor
        factor = step
        if is_close:
            break
    return factor
