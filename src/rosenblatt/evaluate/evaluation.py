"""Scores of predictions: accuracy with an interval, the baseline of the most common class, and scores per class."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt.read.label_codes import LabelCodes

_Z = 1.959963984540054  # 95 % of a normal distribution lie within this many standard deviations


@dataclass(frozen=True, slots=True)
class ClassScores:
    """Scores of one class; None where the divisor is 0.

    Attributes
    ----------
    rows : number of rows of this class.
    precision : share of right predictions among the rows predicted to be of this class.
    recall : share of right predictions among the rows of this class.
    f1 : harmonic mean of precision and recall.
    """

    label: Any
    rows: int
    precision: float | None
    recall: float | None
    f1: float | None


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Scores of the predictions for labelled rows.

    Attributes
    ----------
    rows, right : number of rows, and of right predictions.
    accuracy : share of right predictions.
    interval : 95 % confidence interval of the accuracy (Wilson).
    baseline : accuracy of always predicting the most common class of these rows.
    commonest : that class.
    classes : the scores of each class.
    confusion : number of rows per true class (first index) and predicted class (second index).
    """

    rows: int
    right: int
    accuracy: float
    interval: tuple[float, float]
    baseline: float
    commonest: Any
    classes: tuple[ClassScores, ...]
    confusion: tuple[tuple[int, ...], ...]


def evaluate(labels: NDArray[Any], predictions: NDArray[Any]) -> Evaluation:
    """Compare predictions with the true labels of at least one row.

    Parameters
    ----------
    labels : the true labels.
    predictions : one predicted label per true one.

    Examples
    --------
    >>> import numpy as np
    >>> from rosenblatt.evaluate.evaluation import evaluate
    >>> result = evaluate(np.array(["bad", "good", "good", "good"]), np.array(["bad", "good", "bad", "good"]))
    >>> result.accuracy, result.baseline, result.commonest, result.confusion
    (0.75, 0.75, 'good', ((1, 0), (1, 2)))
    >>> [(one.label, one.precision, one.recall) for one in result.classes]
    [('bad', 0.5, 1.0), ('good', 1.0, 0.6666666666666666)]
    """
    numbers = LabelCodes()
    codes = numbers.codes(np.concatenate([labels, predictions]))
    rising = np.argsort(numbers.names())
    classes = numbers.names()[rising]
    true, predicted = np.split(np.argsort(rising)[codes], 2)
    counts = np.bincount(true * len(classes) + predicted, minlength=len(classes) ** 2)
    confusion = counts.reshape(len(classes), len(classes))
    of_class = confusion.sum(axis=1)
    right, commonest = int(confusion.trace()), int(of_class.argmax())
    return Evaluation(
        rows=len(labels),
        right=right,
        accuracy=right / len(labels),
        interval=wilson_interval(right, len(labels)),
        baseline=int(of_class[commonest]) / len(labels),
        commonest=classes[commonest].item(),
        classes=tuple(_scores(classes[place].item(), confusion, place) for place in range(len(classes))),
        confusion=tuple(tuple(row) for row in confusion.tolist()),
    )


def wilson_interval(right: int, rows: int) -> tuple[float, float]:
    """Compute the 95 % confidence interval of the share right / rows.

    Examples
    --------
    >>> from rosenblatt.evaluate.evaluation import wilson_interval
    >>> [round(bound, 3) for bound in wilson_interval(90, 100)]
    [0.826, 0.945]

    References
    ----------
    Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927).
    """
    share, z2 = right / rows, _Z * _Z
    middle = (share + z2 / (2 * rows)) / (1 + z2 / rows)
    half = _Z * math.sqrt(share * (1 - share) / rows + z2 / (4 * rows * rows)) / (1 + z2 / rows)
    low = 0.0 if right == 0 else middle - half
    high = 1.0 if right == rows else middle + half
    return low, high


def _scores(label: Any, confusion: NDArray[np.intp], place: int) -> ClassScores:
    hits, rows, predicted = map(int, (confusion[place, place], confusion[place].sum(), confusion[:, place].sum()))
    return ClassScores(label, rows, _share(hits, predicted), _share(hits, rows), _share(2 * hits, rows + predicted))


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
