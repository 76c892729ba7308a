"""What a training may aim at: an error of the scores of labelled rows, and what each row contributes to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rosenblatt import _core
from rosenblatt.learn.calibration.temperature import Temperature
from rosenblatt.learn.cuts import Cuts, best_threshold
from rosenblatt.rows import Floats, Indices

ACCURACY, F1, BALANCED_ACCURACY, LOG_LOSS = METRICS = ("accuracy", "f1", "balanced-accuracy", "log-loss")
_LEAST = np.finfo(np.float64).tiny


class Outcome(NamedTuple):
    """An error of n rows, and what each row contributes to it.

    Attributes
    ----------
    error : 1 - the metric, or the log loss: the less, the better.
    shares : how much the error changes with the weight of each row, to first order. The difference of two errors of the
        same rows has the standard deviation sqrt(sum of (difference of shares)^2), by the delta method.
    """

    error: float
    shares: Floats


@dataclass(frozen=True, slots=True)
class Metric:
    """A metric.

    Attributes
    ----------
    name : ``"accuracy"``; ``"f1"``: of two classes that of `positive`, of several the mean over all; \
``"balanced-accuracy"``: the mean recall of the classes; or ``"log-loss"``: that of probabilities by a temperature.
    positive : the place of the class, of two, that is to be found: the rarer one.
    """

    name: str = ACCURACY
    positive: int = 1

    @property
    def depends_on_rare_classes(self) -> bool:
        """Whether the rows of each class count as much as those of any other, or even more."""
        return self.name in (F1, BALANCED_ACCURACY)

    def threshold(self, scores: Floats, places: Indices) -> float:
        """Return the score above which the second of two classes is best predicted; 0 for several classes.

        It is 0 for accuracy, too, which learners aim at by their bias, and for the log loss, which has no threshold.

        Parameters
        ----------
        scores : as ``decision_function`` returns them, of rows that the learner did not learn from.
        places : the number of the class of each row.

        Examples
        --------
        >>> import numpy as np
        >>> from rosenblatt.learn.metrics import Metric
        >>> Metric("f1").threshold(np.array([-3.0, -2.0, -1.0, 2.0]), np.array([0, 0, 1, 1]))
        -1.5
        """
        if scores.ndim > 1 or not self.depends_on_rare_classes:
            return 0.0
        return best_threshold(self._values, scores, places == 1)

    def _values(self, found: Cuts) -> Floats:
        """Compute the metric at each cut."""
        if self.name == BALANCED_ACCURACY:
            return found.balanced_accuracy()
        return (found if self.positive == 1 else found.of_others()).f1()

    def outcome(self, scores: Floats, places: Indices) -> Outcome:
        """Compute the error of rows, at the best threshold if there is one."""
        if self.name == LOG_LOSS:
            return _log_loss(scores, places)
        predicted = _core.strongest(scores - self.threshold(scores, places) if scores.ndim == 1 else scores, False)
        if self.name == ACCURACY:
            return accuracy_outcome(predicted != places)
        if self.name == BALANCED_ACCURACY:
            return _mean([_recall(predicted, places, place) for place in np.unique(places).tolist()])
        classes = [self.positive] if scores.ndim == 1 else np.unique(places).tolist()
        return _mean([_f1(predicted, places, place) for place in classes])


ACCURATE = Metric()


def accuracy_outcome(wrong: NDArray[np.bool_]) -> Outcome:
    """Return the share of wrong predictions; 0 without any row."""
    count = max(1, len(wrong))
    return Outcome(np.count_nonzero(wrong) / count, wrong / count)


def _mean(several: list[Outcome]) -> Outcome:
    errors, shares = zip(*several, strict=True)
    return Outcome(float(np.mean(errors)), np.mean(shares, axis=0))


def _recall(predicted: NDArray[np.intp], places: Indices, place: int) -> Outcome:
    """Return 1 - the recall of a class, a mean over its rows."""
    is_of_class = places == place
    count = np.count_nonzero(is_of_class)
    wrong = is_of_class & (predicted != place)
    error = np.count_nonzero(wrong) / count
    return Outcome(error, (wrong - error * is_of_class) / count)


def _f1(predicted: NDArray[np.intp], places: Indices, place: int) -> Outcome:
    """Return 1 - F1 of a class, where F1 is the ratio of two sums over rows: 2 hits / (of the class + predicted)."""
    is_of_class, is_predicted = places == place, predicted == place
    double_hits = 2.0 * (is_of_class & is_predicted)
    counted = is_of_class.astype(np.float64) + is_predicted
    whole = max(1.0, float(counted.sum()))
    value = float(double_hits.sum()) / whole
    return Outcome(1 - value, (value * counted - double_hits) / whole)


def _log_loss(scores: Floats, places: Indices) -> Outcome:
    """Return the mean of -ln(probability of the true class), by the temperature that is best for these rows."""
    of_true = Temperature.fit(scores, places).probabilities(scores)[np.arange(len(places)), places]
    losses = -np.log(np.maximum(of_true, _LEAST))
    return Outcome(float(losses.mean()), losses / len(losses))
