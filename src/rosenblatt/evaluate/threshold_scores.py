"""Precision and recall of one of two classes over thresholds of its probability."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rosenblatt.rows import Floats, Indices

THRESHOLDS = tuple(tenth / 10 for tenth in range(1, 10))


@dataclass(frozen=True, slots=True)
class ThresholdScores:
    """Scores of a class that is predicted by a probability above a threshold; None where the divisor is 0.

    Attributes
    ----------
    threshold : the threshold.
    predicted : the number of rows above it.
    precision : share of rows of the class among these.
    recall : share of these among the rows of the class.
    f1 : harmonic mean of precision and recall.
    """

    threshold: float
    predicted: int
    precision: float | None
    recall: float | None
    f1: float | None


@dataclass
class ThresholdTally:
    """Collects probabilities of a class, batch by batch.

    Parameters
    ----------
    label : the class.

    Examples
    --------
    >>> import numpy as np
    >>> from rosenblatt.evaluate.threshold_scores import ThresholdTally
    >>> tally = ThresholdTally("spam")
    >>> tally.add(np.array(["spam", "ham", "spam"]), np.array([0.95, 0.35, 0.15]))
    >>> [(one.threshold, one.precision, one.recall) for one in tally.scores()][1:3]
    [(0.2, 0.5, 0.5), (0.3, 0.5, 0.5)]
    """

    label: Any
    _above: Indices = field(default_factory=lambda: np.zeros(len(THRESHOLDS) + 1, np.int64))
    _hits: Indices = field(default_factory=lambda: np.zeros(len(THRESHOLDS) + 1, np.int64))

    def add(self, labels: NDArray[Any], probabilities: Floats) -> None:
        """Add rows, with the probability that each is of the class."""
        passed = np.searchsorted(THRESHOLDS, probabilities)  # how many thresholds are below each
        size = len(THRESHOLDS) + 1
        self._above += np.bincount(passed, minlength=size)
        self._hits += np.bincount(passed[labels == self.label], minlength=size)

    def scores(self) -> tuple[ThresholdScores, ...]:
        """Return one record per threshold."""
        above, hits = (counts[::-1].cumsum()[::-1] for counts in (self._above, self._hits))
        return tuple(
            _scores(threshold, int(above[place]), int(hits[place]), int(hits[0]))
            for place, threshold in enumerate(THRESHOLDS, 1)
        )


def _scores(threshold: float, predicted: int, hits: int, of_class: int) -> ThresholdScores:
    def share(part: int, whole: int) -> float | None:
        return part / whole if whole else None

    return ThresholdScores(
        threshold, predicted, share(hits, predicted), share(hits, of_class), share(2 * hits, predicted + of_class)
    )


class Cut(NamedTuple):
    """A threshold for one of two classes: that of the place is predicted if its number is above."""

    place: int
    threshold: float

    def labels(self, classes: NDArray[Any], numbers: Floats) -> NDArray[Any]:
        """Return the predicted labels, given one probability or score per row and class."""
        return classes[np.where(numbers[:, self.place] > self.threshold, self.place, 1 - self.place)]


def place_to_find(classes: NDArray[Any], facts: Mapping[str, Any]) -> int:
    """Return the place of the class that is to be found: that of the metric, or the rarer of two, or the second.

    Parameters
    ----------
    classes : the labels of the model.
    facts : those of the model file.
    """
    labels: list[Any] = classes.tolist()
    found = (facts.get("metric") or {}).get("label")
    if found in labels:
        return labels.index(found)
    rows = {one["label"]: one["rows"] for one in facts.get("classes", ())}
    return 0 if len(labels) == 2 and rows.get(labels[0], 0) < rows.get(labels[1], 0) else 1
