"""Platt scaling: a logistic curve of the score."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from rosenblatt.learn.calibration.scores import (
    in_few_digits,
    leads,
    logistic,
    of_two,
    one_against_rest,
    platt_targets,
    shares,
)
from rosenblatt.rows import Floats, Indices

_MOST_STEPS, _MOST_HALVINGS, _ENOUGH, _RIDGE = 100, 30, 1e-4, 1e-12


@dataclass(frozen=True, slots=True)
class Sigmoid:
    """The probability of the second of two classes is 1 / (1 + exp(-(slope * score + bias))).

    Of several classes, each has a slope and a bias for its lead over the strongest of the others, fitted against the
    rest, and the probabilities are shares of their sum (Zadrozny and Elkan 2002). A slope is at least 0, so that the
    probability of a class rises with its score.

    Attributes
    ----------
    slopes, biases : one for two classes, else one per class.

    References
    ----------
    Platt, "Probabilistic outputs for support vector machines", Advances in large margin classifiers, 1999. Lin, Lin and
    Weng, "A note on Platt's probabilistic outputs for support vector machines", Machine Learning 68 (2007), for
    Newton's steps. Zadrozny and Elkan, "Transforming classifier scores into accurate multiclass probability estimates",
    KDD 2002.
    """

    method: ClassVar[str] = "sigmoid"

    slopes: Floats
    biases: Floats

    @classmethod
    def fit(cls, scores: Floats, places: Indices) -> Sigmoid:
        """Fit the curves to scores of labelled rows; `places` are the numbers of their classes."""
        curves = np.array([_fit_curve(*problem) for problem in one_against_rest(scores, places)])
        return cls(np.ascontiguousarray(curves[:, 0]), np.ascontiguousarray(curves[:, 1]))

    def probabilities(self, scores: Floats) -> Floats:
        """Return one probability per row and class."""
        with np.errstate(over="ignore"):
            if scores.ndim == 1:
                return of_two(self.slopes[0] * scores + self.biases[0])
            return shares(logistic(self.slopes * leads(scores) + self.biases))


def _fit_curve(scores: Floats, is_of_class: NDArray[np.bool_]) -> tuple[float, float]:
    """Return the slope and the bias with the least log loss, by Newton's steps with backtracking."""
    targets = platt_targets(is_of_class)
    scale = float(np.sqrt(np.mean(scores**2))) or 1.0
    x = scores / scale
    share = float(targets.mean())
    flat = np.array([0.0, np.log(share / (1 - share))])
    curve = flat
    loss = _loss(curve, x, targets)
    for _ in range(_MOST_STEPS):
        p = logistic(curve[0] * x + curve[1])
        off, weights = p - targets, p * (1 - p)
        gradient = np.array([(off * x).sum(), off.sum()])
        mixed = (weights * x).sum()
        hessian = np.array([[(weights * x * x).sum() + _RIDGE, mixed], [mixed, weights.sum() + _RIDGE]])
        step = -np.linalg.solve(hessian, gradient)
        descent = float(gradient[0] * step[0] + gradient[1] * step[1])
        new, new_loss = curve, loss
        for halving in range(_MOST_HALVINGS):
            new = curve + 0.5**halving * step
            new_loss = _loss(new, x, targets)
            if new_loss <= loss + _ENOUGH * 0.5**halving * descent:
                break
        if not new_loss < loss:
            break
        curve, loss = new, new_loss
    slope, bias = curve if curve[0] > 0 else flat  # the loss is convex: below 0, the best slope of those allowed is 0
    return in_few_digits(slope / scale), in_few_digits(bias)


def _loss(curve: Floats, x: Floats, targets: Floats) -> float:
    z = curve[0] * x + curve[1]
    return float((np.logaddexp(0.0, z) - targets * z).sum())
