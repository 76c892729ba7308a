"""Scores of held-out rows: those that choose calibrate a model, and those that judge judge its probabilities.

A calibration is fitted to scores by a learner that did not learn from these rows: that of the attempt which was stopped
by them. The final learner is fitted to all rows, for as many epochs, and its scores have nearly the same scale: on
fourteen published sets the length of its weights was .88 to 1.12 times that of the attempt, and correcting for it
changed the log loss on test rows by at most 5 %, for the better or the worse. So they are not corrected.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rosenblatt.evaluate.probability_scores import ProbabilityTally
from rosenblatt.learn.base import Classifier
from rosenblatt.learn.calibration.methods import Calibration, fit_calibration
from rosenblatt.learn.calibration.sigmoid import Sigmoid
from rosenblatt.learn.calibration.temperature import Temperature
from rosenblatt.learn.metrics import Metric
from rosenblatt.rows import Floats

AUTO = "auto"
# Standard errors by which sigmoids must be better than a temperature to be chosen. Of fourteen published sets they are
# on two, of several classes and over five thousand rows that choose: by 9.9 and 4.6, and on the others by at most 2.3.
MANY, N_FOLDS, FEWEST_ROWS = 3.0, 5, 50
MOST_NUMBERS = 2**20  # scores of more rows would take memory, and make no better calibration


class RowScores(NamedTuple):
    """The numbers of the classes of rows, and their scores by a learner that did not learn from them."""

    places: NDArray[np.intp]
    scores: Floats


def sample_step(classes: NDArray[Any], n_rows: int) -> int:
    """Return k if the scores of every k-th row are kept: 1 if all of them take little memory."""
    return -(-n_rows * (len(classes) if len(classes) > 2 else 1) // MOST_NUMBERS) or 1


class ScoreSample:
    """Collects the scores of rows that come in blocks, or of every second, third or later row, to take little memory.

    Parameters
    ----------
    classes : the labels.
    n_rows : how many rows come.
    """

    def __init__(self, classes: NDArray[Any], n_rows: int) -> None:
        self._classes = classes
        self._step = sample_step(classes, n_rows)
        self._n_rows = 0
        self._kept: list[RowScores] = []

    def add(self, labels: NDArray[Any], scores: Floats) -> None:
        """Add the next rows."""
        rows = slice(-self._n_rows % self._step, None, self._step)
        self._n_rows += len(labels)
        self._kept.append(RowScores(np.searchsorted(self._classes, labels[rows]), scores[rows].copy()))

    def scores(self) -> RowScores:
        """Return what was kept."""
        return joined(self._kept) if self._kept else RowScores(np.empty(0, np.intp), np.empty(0))


def joined(several: Sequence[RowScores]) -> RowScores:
    """Return the scores of rows one after another."""
    places, scores = zip(*several, strict=True)
    return RowScores(np.concatenate(places), np.concatenate(scores))


def calibrate_by(learner: Classifier, method: str | None, metric: Metric, held_out: Sequence[RowScores]) -> None:
    """Calibrate a learner and move its threshold, by scores of rows that choose, of one split or of several folds.

    Parameters
    ----------
    learner : changed in place.
    method : that of the calibration; None for none.
    metric : for which the threshold is best.
    held_out : the scores.
    """
    learner._calibrate(calibration_by(method, held_out))
    places, scores = joined(held_out)
    learner._move_threshold(metric.threshold(scores, places))


def calibration_by(method: str | None, held_out: Sequence[RowScores]) -> Calibration | None:
    """Fit a calibration to scores of rows that choose; None without a method."""
    if method is None:
        return None
    places, scores = joined(held_out)
    return fit_calibration(better_method(scores, places) if method == AUTO else method, scores, places)


def better_method(scores: Floats, places: NDArray[np.intp]) -> str:
    """Return ``"sigmoid"`` if its log loss in folds of these rows is less than that of a temperature, beyond chance.

    A temperature has one number to fit, and its most probable class is always the predicted one.
    """
    if len(places) < FEWEST_ROWS:
        return Temperature.method
    gains = _losses(Temperature.method, scores, places) - _losses(Sigmoid.method, scores, places)
    is_better = gains.mean() > MANY * gains.std() / np.sqrt(len(gains))
    return Sigmoid.method if is_better else Temperature.method


def _losses(method: str, scores: Floats, places: NDArray[np.intp]) -> Floats:
    """Return the log loss of each row, by a calibration on the other folds."""
    fold = np.arange(len(places)) % N_FOLDS
    losses = np.empty(len(places))
    for left_out in (fold == number for number in range(N_FOLDS)):
        calibration = fit_calibration(method, scores[~left_out], places[~left_out])
        of_true = calibration.probabilities(scores[left_out])[np.arange(np.count_nonzero(left_out)), places[left_out]]
        losses[left_out] = -np.log(np.maximum(of_true, np.finfo(np.float64).tiny))
    return losses


def add_judged(tally: ProbabilityTally, calibration: Calibration | None, judging: RowScores) -> None:
    """Add the probabilities of rows that judge, by a calibration on the rows that choose alone."""
    if calibration is not None and len(judging.places):
        tally.add(tally.classes[judging.places], calibration.probabilities(judging.scores))
