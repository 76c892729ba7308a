"""Scores of probabilities: log loss, Brier score, and how often what is called probable happens."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt.learn.input.labels import match, places_of
from rosenblatt.rows import Floats, Indices

N_BINS = 15
_LEAST = np.finfo(np.float64).eps  # a label that the model does not know has the probability 0, whose log is infinite


@dataclass(frozen=True, slots=True)
class ReliabilityBin:
    """The rows whose most probable class has a probability from `low` to `high`.

    Attributes
    ----------
    rows : number of rows; without any, the means are None.
    probability : mean probability of the most probable class.
    right : share of rows that are of that class; near `probability` if the model is calibrated.
    """

    low: float
    high: float
    rows: int
    probability: float | None
    right: float | None


@dataclass(frozen=True, slots=True)
class ProbabilityScores:
    """Scores of the probabilities for labelled rows; the less, the better.

    Attributes
    ----------
    rows : number of rows.
    log_loss : mean of -ln(probability of the true class), which is taken to be at least 2.2e-16.
    brier : mean squared difference from 0 and 1: of two classes that of the second one, of several the sum over all.
    calibration_error : mean absolute difference between `probability` and `right` over the bins, weighted by rows.
    bins : one per fifteenth of the range of probabilities.

    References
    ----------
    Guo, Pleiss, Sun and Weinberger, "On calibration of modern neural networks", ICML 2017, for the calibration error.
    """

    rows: int
    log_loss: float
    brier: float
    calibration_error: float
    bins: tuple[ReliabilityBin, ...]


@dataclass
class ProbabilityTally:
    """Sums over batches of rows, from which the scores are computed.

    Parameters
    ----------
    classes : the labels, in the order of the columns of probabilities.

    Examples
    --------
    >>> import numpy as np
    >>> from rosenblatt.evaluate.probability_scores import ProbabilityTally
    >>> tally = ProbabilityTally(np.array(["bad", "good"]))
    >>> tally.add(np.array(["good", "good", "bad"]), np.array([[0.25, 0.75], [0.25, 0.75], [0.25, 0.75]]))
    >>> scores = tally.scores()
    >>> scores.rows, round(scores.log_loss, 3), round(scores.brier, 3), round(scores.calibration_error, 3)
    (3, 0.654, 0.229, 0.083)
    """

    classes: NDArray[Any]
    n_bins: int = N_BINS
    _losses: float = 0.0
    _squares: float = 0.0
    _rows: Indices = field(init=False)
    _right: Indices = field(init=False)
    _probabilities: Floats = field(init=False)

    def __post_init__(self) -> None:
        self._rows = np.zeros(self.n_bins, np.int64)
        self._right = np.zeros(self.n_bins, np.int64)
        self._probabilities = np.zeros(self.n_bins)

    def add(self, labels: NDArray[Any], probabilities: Floats) -> None:
        """Add rows with their true labels; a label may be unknown to the model."""
        targets, is_known = match(labels, self.classes)
        true = np.where(is_known, places_of(targets), -1)
        is_true = true[:, np.newaxis] == np.arange(len(self.classes))
        of_true = np.where(is_true, probabilities, 0.0).sum(axis=1)
        self._losses += float(-np.log(np.maximum(of_true, _LEAST)).sum())
        off = (probabilities - is_true)[:, 1:] if len(self.classes) == 2 else probabilities - is_true
        self._squares += float((off**2).sum())
        best, most = probabilities.argmax(axis=1), probabilities.max(axis=1)
        places = np.minimum((most * self.n_bins).astype(np.int64), self.n_bins - 1)
        self._rows += np.bincount(places, minlength=self.n_bins)
        self._right += np.bincount(places[best == true], minlength=self.n_bins)
        self._probabilities += np.bincount(places, weights=most, minlength=self.n_bins)

    @property
    def n_rows(self) -> int:
        """The number of rows so far."""
        return int(self._rows.sum())

    def scores(self) -> ProbabilityScores:
        """Compute the scores of at least one row."""
        n_rows = self.n_rows
        return ProbabilityScores(
            rows=n_rows,
            log_loss=self._losses / n_rows,
            brier=self._squares / n_rows,
            calibration_error=float(np.abs(self._probabilities - self._right).sum()) / n_rows,
            bins=tuple(self._bin(place) for place in range(self.n_bins)),
        )

    def _bin(self, place: int) -> ReliabilityBin:
        rows = int(self._rows[place])
        bounds = place / self.n_bins, (place + 1) / self.n_bins
        if rows == 0:
            return ReliabilityBin(*bounds, 0, None, None)
        return ReliabilityBin(*bounds, rows, float(self._probabilities[place]) / rows, int(self._right[place]) / rows)


def score_probabilities(
    labels: NDArray[Any], probabilities: Floats, classes: NDArray[Any], n_bins: int = N_BINS
) -> ProbabilityScores:
    """Compute the scores of the probabilities of labelled rows, with one column per class."""
    tally = ProbabilityTally(classes, n_bins)
    tally.add(labels, probabilities)
    return tally.scores()
