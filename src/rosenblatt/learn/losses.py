"""The losses behind the rules, with a subgradient of each: for seeing that the perceptron is gradient descent.

With the margin ``m = y * (w.x + b)`` of each row, both losses are averages over the rows:

- perceptron: ``max(0, -m)``; its slope in m is -1 for m <= 0 and 0 above;
- hinge: ``max(0, 1 - m)``; its slope in m is -1 for m < 1 and 0 above.

At a kink every slope between the two sides is a subgradient. At m = 0 the perceptron takes -1, because then one
step of stochastic gradient descent is the perceptron's update, ties included.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray


class Gradient(NamedTuple):
    """A direction in which a loss rises: for the weights and for the bias."""

    weights: NDArray[np.float64]
    bias: float


def perceptron_loss(weights: ArrayLike, bias: float, X: ArrayLike, y: ArrayLike) -> float:
    """Average over the rows of how far each is on the wrong side, in units of activation.

    Parameters
    ----------
    weights, bias : the plane.
    X, y : rows, and their signs -1 or +1.

    Examples
    --------
    >>> from rosenblatt import perceptron_loss
    >>> perceptron_loss([1.0, 0.0], 0.0, [[2.0, 5.0], [3.0, 5.0]], [1, -1])
    1.5
    """
    return float(np.mean(np.maximum(0.0, -_margins(weights, bias, X, y))))


def perceptron_gradient(weights: ArrayLike, bias: float, X: ArrayLike, y: ArrayLike) -> Gradient:
    """Compute a subgradient of `perceptron_loss`.

    Examples
    --------
    >>> from rosenblatt import perceptron_gradient
    >>> gradient = perceptron_gradient([1.0, 0.0], 0.0, [[3.0, 5.0]], [-1])
    >>> gradient.weights.tolist(), gradient.bias
    ([3.0, 5.0], 1.0)
    """
    return _gradient(np.where(_margins(weights, bias, X, y) <= 0, -1.0, 0.0), X, y)


def hinge_loss(weights: ArrayLike, bias: float, X: ArrayLike, y: ArrayLike) -> float:
    """Average over the rows of how far the margin of each stays below 1.

    Examples
    --------
    >>> from rosenblatt import hinge_loss
    >>> hinge_loss([1.0, 0.0], 0.0, [[2.0, 5.0], [0.5, 5.0]], [1, 1])
    0.25
    """
    return float(np.mean(np.maximum(0.0, 1.0 - _margins(weights, bias, X, y))))


def hinge_gradient(weights: ArrayLike, bias: float, X: ArrayLike, y: ArrayLike) -> Gradient:
    """Compute a subgradient of `hinge_loss`.

    Examples
    --------
    >>> from rosenblatt import hinge_gradient
    >>> gradient = hinge_gradient([1.0, 0.0], 0.0, [[0.5, 5.0]], [1])
    >>> gradient.weights.tolist(), gradient.bias
    ([-0.5, -5.0], -1.0)
    """
    return _gradient(np.where(_margins(weights, bias, X, y) < 1, -1.0, 0.0), X, y)


def _margins(weights: ArrayLike, bias: float, X: ArrayLike, y: ArrayLike) -> NDArray[np.float64]:
    activations = np.asarray(X, dtype=np.float64) @ np.asarray(weights, dtype=np.float64) + bias
    margins: NDArray[np.float64] = np.asarray(y) * activations
    return margins


def _gradient(slope: NDArray[np.float64], X: ArrayLike, y: ArrayLike) -> Gradient:
    """Chain rule: the margin of a row rises by y*x with the weights and by y with the bias."""
    by_row = slope * np.asarray(y) / len(slope)
    return Gradient(np.asarray(X, dtype=np.float64).T @ by_row, float(by_row.sum()))
