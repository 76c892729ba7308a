"""How good guesses are: accuracy with an interval, beside guessing the commonest class, and class by class."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt.read.label_codes import LabelCodes

_Z = 1.959963984540054  # 95 % of a normal distribution lie within so many standard deviations


@dataclass(frozen=True, slots=True)
class ClassScores:
    """How one class fared; None where there is nothing to divide by.

    Attributes
    ----------
    rows : how many rows are of this class.
    precision : the share that is right, of the rows guessed to be of this class.
    recall : the share that is guessed so, of the rows of this class.
    f1 : their harmonic mean.
    """

    label: Any
    rows: int
    precision: float | None
    recall: float | None
    f1: float | None


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What came of guessing the labels of rows.

    Attributes
    ----------
    rows, right : how many rows there are, and how many guesses are right.
    accuracy : the share of right guesses.
    interval : the accuracy lies in it with a confidence of 95 % (Wilson).
    baseline : the accuracy of always guessing the commonest class of these rows.
    commonest : that class.
    classes : the scores of each class.
    confusion : how many rows of each class (first place) were guessed to be of each class (second place).
    """

    rows: int
    right: int
    accuracy: float
    interval: tuple[float, float]
    baseline: float
    commonest: Any
    classes: tuple[ClassScores, ...]
    confusion: tuple[tuple[int, ...], ...]


def evaluate(labels: NDArray[Any], guesses: NDArray[Any]) -> Evaluation:
    """Compare guesses with labels, of one row at least.

    Parameters
    ----------
    labels : the right ones.
    guesses : one a label.

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
    codes = numbers.codes(np.concatenate([labels, guesses]))
    rising = np.argsort(numbers.names())
    classes = numbers.names()[rising]
    true, guessed = np.split(np.argsort(rising)[codes], 2)
    counts = np.bincount(true * len(classes) + guessed, minlength=len(classes) ** 2)
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
    """Bracket a share with a confidence of 95 %.

    Parameters
    ----------
    right, rows : the share is right / rows.

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
    hits, rows, guessed = (int(n) for n in (confusion[place, place], confusion[place].sum(), confusion[:, place].sum()))
    return ClassScores(label, rows, _share(hits, guessed), _share(hits, rows), _share(2 * hits, rows + guessed))


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
