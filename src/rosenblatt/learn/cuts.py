"""All ways to cut scores in two, and the cut that is best for a metric."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rosenblatt.rows import Floats, Indices


class Cuts(NamedTuple):
    """Cuts of scores, from the highest to the lowest: rows above a cut are predicted to be of the class.

    Attributes
    ----------
    thresholds : where the cuts are: half way between two scores that follow each other, and 1 beyond the extremes.
    predicted : the number of rows above each cut.
    hits : the number of these that are of the class.
    n_rows, n_of_class : the number of all rows, and of those of the class.
    """

    thresholds: Floats
    predicted: Indices
    hits: Indices
    n_rows: int
    n_of_class: int

    def of_others(self) -> Cuts:
        """Return the same cuts for the other class of two, which is predicted below them."""
        predicted, n_others = self.n_rows - self.predicted, self.n_rows - self.n_of_class
        return Cuts(self.thresholds, predicted, predicted - (self.n_of_class - self.hits), self.n_rows, n_others)

    def f1(self) -> Floats:
        """Compute the harmonic mean of precision and recall at each cut: 2 hits / (of the class + predicted)."""
        return 2 * self.hits / np.maximum(1, self.n_of_class + self.predicted)

    def balanced_accuracy(self) -> Floats:
        """Compute the mean of the recalls of the class and of the others at each cut."""
        others = self.n_rows - self.n_of_class
        false_alarms = self.predicted - self.hits
        return (self.hits / max(1, self.n_of_class) + (others - false_alarms) / max(1, others)) / 2


def cuts(scores: Floats, is_of_class: NDArray[np.bool_]) -> Cuts:
    """Return all cuts of the scores of at least one row.

    Parameters
    ----------
    scores : one per row; the larger, the more it is like the class.
    is_of_class : which rows are of the class.

    Examples
    --------
    >>> import numpy as np
    >>> from rosenblatt.learn.cuts import cuts
    >>> found = cuts(np.array([0.5, -1.0, 2.0, 0.5]), np.array([True, False, True, False]))
    >>> found.thresholds.tolist(), found.predicted.tolist(), found.hits.tolist()
    ([3.0, 1.25, -0.25, -2.0], [0, 1, 3, 4], [0, 1, 2, 2])
    """
    order = np.argsort(-scores, kind="stable")
    falling, hits = scores[order], np.cumsum(is_of_class[order])
    last = np.flatnonzero(falling[:-1] != falling[1:])  # of equal scores
    between = falling[last] / 2 + falling[last + 1] / 2
    ends = np.append(last, len(scores) - 1)
    return Cuts(
        np.concatenate([[falling[0] + 1], between, [falling[-1] - 1]]),
        np.concatenate([[0], ends + 1]),
        np.concatenate([[0], hits[ends]]),
        len(scores),
        int(hits[-1]),
    )


def best_threshold(value: Callable[[Cuts], Floats], scores: Floats, is_of_class: NDArray[np.bool_]) -> float:
    """Return the threshold of the cut with the largest value; 0 if none is better.

    Parameters
    ----------
    value : of each cut, such as ``Cuts.f1``.
    scores, is_of_class : as in `cuts`.
    """
    at_cuts, now = cuts(scores, is_of_class), scores > 0
    present = Cuts(
        np.zeros(1),
        np.array([np.count_nonzero(now)]),
        np.array([np.count_nonzero(now & is_of_class)]),
        at_cuts.n_rows,
        at_cuts.n_of_class,
    )
    values = value(at_cuts)
    best = int(values.argmax())
    return float(at_cuts.thresholds[best]) if values[best] > value(present)[0] else 0.0
