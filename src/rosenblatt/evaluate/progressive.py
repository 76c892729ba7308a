"""Online scores: each row is guessed before it is learned."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt.errors import BadData
from rosenblatt.evaluate.evaluation import Evaluation, evaluate
from rosenblatt.evaluate.loaded_model import LoadedModel
from rosenblatt.read.open_batches import Batches
from rosenblatt.train.reread import no_label

FIRST_POINT = 100


@dataclass(frozen=True, slots=True)
class Point:
    """How many of the first rows were guessed right, and of those since the point before."""

    rows: int
    right: int
    rows_since: int
    right_since: int


@dataclass(frozen=True, slots=True)
class ProgressiveScores:
    """The scores of all guesses, and how they went: a point wherever the rows have doubled, and at the end."""

    whole: Evaluation
    points: tuple[Point, ...]


def progressive(model: LoadedModel, batches: Batches) -> ProgressiveScores:
    """Guess each row, then learn it; the file of the model stays as it is.

    Parameters
    ----------
    model : guesses and learns, and is changed by it.
    batches : labelled rows, in the order of the stream. A class that was never met is learned when it comes.
    """
    guesses: list[Any] = []
    labels: list[Any] = []
    if not hasattr(model.learner, "predict_learn"):
        raise BadData(f"{model.path}: this {type(model.learner).__name__} cannot learn from a stream")
    for batch in batches:
        if batch.labels is None:
            raise no_label(batches)
        guesses.append(model.learner.predict_learn(model.rows(batch), batch.labels))
        labels.append(batch.labels)
    if not labels:
        raise BadData(f"{batches.paths[0]}: there are no rows to judge by")
    right, guessed = np.concatenate(labels), np.concatenate(guesses)
    return ProgressiveScores(evaluate(right, guessed), points_of(guessed == right))


def points_of(is_right: NDArray[np.bool_]) -> tuple[Point, ...]:
    """Count right guesses up to each doubling of the rows, and to the end.

    Parameters
    ----------
    is_right : of each row in order.

    Examples
    --------
    >>> import numpy as np
    >>> from rosenblatt.evaluate.progressive import points_of
    >>> [(point.rows, point.right, point.right_since) for point in points_of(np.arange(250) >= 50)]
    [(100, 50, 50), (200, 150, 100), (250, 200, 50)]
    """
    doublings = [FIRST_POINT << k for k in range(60) if FIRST_POINT << k < len(is_right)]
    points = []
    before = right_before = 0
    for rows in [*doublings, len(is_right)]:
        right = int(np.count_nonzero(is_right[:rows]))
        points.append(Point(rows, right, rows - before, right - right_before))
        before, right_before = rows, right
    return tuple(points)
