"""What all calibrations compute with scores: leads, logistic values, and shares of 1.

Every function works row by row, so that a row has the same probabilities in any batch.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rosenblatt.rows import Floats, Indices

_LOWEST = np.finfo(np.float64).min


def logistic(z: Floats) -> Floats:
    """Compute 1 / (1 + exp(-z)), without loss of digits where it is small.

    Examples
    --------
    >>> import numpy as np
    >>> from rosenblatt.learn.calibration.scores import logistic
    >>> logistic(np.array([0.0, 1000.0])).tolist()[:2]
    [0.5, 1.0]
    """
    small = np.exp(-np.abs(z))
    large: Floats = 1.0 / (1.0 + small)
    return np.where(z >= 0, large, small * large)


def of_two(z: Floats) -> Floats:
    """Return the probabilities of the first and the second of two classes, of which z is the log odds of the second."""
    return np.stack([logistic(-z), logistic(z)], axis=1)


def softmax(scores: Floats, factor: float) -> Floats:
    """Compute exp(factor * score) of each class as a share of their sum over the classes; the factor is at least 0."""
    with np.errstate(over="ignore"):
        below_best = np.maximum(scores - scores.max(axis=1, keepdims=True), _LOWEST)
        return shares(np.exp(factor * below_best))


def shares(values: Floats) -> Floats:
    """Return positive numbers as shares of the sum of their row."""
    result: Floats = values / values.sum(axis=1, keepdims=True)
    return result


def leads(scores: Floats) -> Floats:
    """Return the lead of each class over the strongest of the others.

    A score of classes that were learned jointly means little on its own: only differences decide.

    Examples
    --------
    >>> import numpy as np
    >>> from rosenblatt.learn.calibration.scores import leads
    >>> leads(np.array([[5.0, 1.0, 7.0]])).tolist()
    [[-2.0, -6.0, 2.0]]
    """
    second, first = np.partition(scores, scores.shape[1] - 2, axis=1)[:, -2:].T[:, :, np.newaxis]
    with np.errstate(over="ignore"):
        result: Floats = np.clip(scores - np.where(scores == first, second, first), _LOWEST, -_LOWEST)
    return result


def platt_targets(is_of_class: NDArray[np.bool_]) -> Floats:
    """Return what the probability of a class should be for each row: not quite 1 and 0.

    With n rows of the class it is (n + 1) / (n + 2), and with m others 1 / (m + 2), as if one row of either kind had
    been on the other side (Platt 1999). So no probability is 0 or 1, whatever the rows.
    """
    n_of_class = int(np.count_nonzero(is_of_class))
    n_others = len(is_of_class) - n_of_class
    return np.where(is_of_class, (n_of_class + 1) / (n_of_class + 2), 1 / (n_others + 2))


def one_against_rest(scores: Floats, places: Indices) -> list[tuple[Floats, NDArray[np.bool_]]]:
    """Return the score of each row for a class, and whether it is of the class: of the second of two, or of each.

    Parameters
    ----------
    scores : one per row for two classes; one per row and class for several.
    places : the number of the class of each row.
    """
    if scores.ndim == 1:
        return [(scores, places == 1)]
    ahead = leads(scores)
    return [(ahead[:, place], places == place) for place in range(scores.shape[1])]


def in_few_digits(value: float) -> float:
    """Round to nine digits: the last bits of exp differ between CPUs, and a model should not."""
    return float(f"{value:.9g}")
