"""Isotonic calibration: any curve that rises with the score."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rosenblatt.learn.calibration.scores import leads, one_against_rest, platt_targets, shares
from rosenblatt.rows import Floats, Indices


class Curve(NamedTuple):
    """Values at rising scores, with straight lines between them; beyond the ends, those of the ends."""

    scores: Floats
    values: Floats

    def __call__(self, scores: Floats) -> Floats:
        """Return the value at each score; to the last bit, a higher score never has a lower one."""
        last = len(self.scores) - 1
        if last == 0:
            return np.full(scores.shape, self.values[0])
        x = np.clip(scores, self.scores[0], self.scores[-1])
        place = np.clip(np.searchsorted(self.scores, x, side="right") - 1, 0, last - 1)
        low, high = self.values[place], self.values[place + 1]
        share = (x - self.scores[place]) / (self.scores[place + 1] - self.scores[place])
        return np.minimum(low + share * (high - low), high)


@dataclass(frozen=True, slots=True)
class Isotonic:
    """The rising curve of the score that is nearest to the labels in the sum of squares.

    It follows any shape, and needs a few thousand rows to be better than a logistic curve. Several classes are treated
    as by `Sigmoid`. Labels count as 0 and 1 less a little (`platt_targets`), so that no probability is 0.

    Attributes
    ----------
    curves : one for two classes, else one per class.

    References
    ----------
    Zadrozny and Elkan, "Transforming classifier scores into accurate multiclass probability estimates", KDD 2002. Ayer,
    Brunk, Ewing, Reid and Silverman, "An empirical distribution function for sampling with incomplete information",
    Annals of Mathematical Statistics 26 (1955), for pooling adjacent violators.
    """

    method: ClassVar[str] = "isotonic"

    curves: tuple[Curve, ...]

    @classmethod
    def fit(cls, scores: Floats, places: Indices) -> Isotonic:
        """Fit the curves to scores of labelled rows; `places` are the numbers of their classes."""
        return cls(tuple(_fit_curve(*problem) for problem in one_against_rest(scores, places)))

    def probabilities(self, scores: Floats) -> Floats:
        """Return one probability per row and class."""
        if scores.ndim == 1:
            second = self.curves[0](scores)
            return np.stack([1.0 - second, second], axis=1)
        ahead = leads(scores)
        return shares(np.stack([curve(ahead[:, place]) for place, curve in enumerate(self.curves)], axis=1))


def _fit_curve(scores: Floats, is_of_class: NDArray[np.bool_]) -> Curve:
    order = np.argsort(scores, kind="stable")
    rising, targets = scores[order], platt_targets(is_of_class)[order]
    starts = np.flatnonzero(np.concatenate([[True], rising[1:] != rising[:-1]]))  # equal scores are one point
    points, counts = rising[starts], np.diff([*starts, len(rising)]).astype(np.float64)
    values = pooled(np.add.reduceat(targets, starts) / counts, counts)
    if len(points) == 1:
        return Curve(points, values)
    # Of points with the same value, only the first and the last matter.
    is_bend = np.ones(len(points), np.bool_)
    is_bend[1:-1] = (values[1:-1] != values[:-2]) | (values[1:-1] != values[2:])
    return Curve(points[is_bend], values[is_bend])


def pooled(values: Floats, counts: Floats) -> Floats:
    """Return the rising numbers nearest to the given ones: neighbours that fall are replaced by their mean.

    Parameters
    ----------
    values : the numbers.
    counts : how often each of them counts.

    Examples
    --------
    >>> import numpy as np
    >>> from rosenblatt.learn.calibration.isotonic import pooled
    >>> pooled(np.array([0.0, 3.0, 1.0, 5.0]), np.ones(4)).tolist()
    [0.0, 2.0, 2.0, 5.0]
    """
    means: list[float] = []
    weights: list[float] = []
    lengths: list[int] = []
    for value, count in zip(values.tolist(), counts.tolist(), strict=True):
        mean, weight, length = value, count, 1
        while means and means[-1] >= mean:
            weight_before = weights.pop()
            mean = (means.pop() * weight_before + mean * weight) / (weight_before + weight)
            weight += weight_before
            length += lengths.pop()
        means.append(mean)
        weights.append(weight)
        lengths.append(length)
    return np.repeat(means, lengths)
