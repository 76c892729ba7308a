"""Progressive validation: each row is predicted before it is learned."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt.errors import BadData
from rosenblatt.evaluate.evaluation import Evaluation, evaluate
from rosenblatt.evaluate.loaded_model import LoadedModel
from rosenblatt.read.open_batches import Batches

FIRST_POINT = 100


@dataclass(frozen=True, slots=True)
class Point:
    """Counts of rows and of right predictions, from the first row and since the previous point."""

    rows: int
    right: int
    rows_since: int
    right_since: int


@dataclass(frozen=True, slots=True)
class ProgressiveScores:
    """The scores of all predictions, and one point per doubling of the number of rows and at the end."""

    whole: Evaluation
    points: tuple[Point, ...]


def progressive(model: LoadedModel, batches: Batches) -> ProgressiveScores:
    """Predict each row, then learn it.

    Parameters
    ----------
    model : the model in memory, which learns; its file does not change.
    batches : labelled rows in stream order. A new class is learned with its first row.
    """
    predictions: list[Any] = []
    labels: list[Any] = []
    if not hasattr(model.learner, "predict_learn"):
        raise BadData(f"{model.path}: this {type(model.learner).__name__} cannot learn from a stream")
    for batch in batches:
        labels.append(batches.labels_of(batch))
        predictions.append(model.learner.predict_learn(model.rows(batch), labels[-1]))
    if not labels:
        raise BadData(f"{batches.paths[0]}: there are no rows to evaluate")
    true, predicted = np.concatenate(labels), np.concatenate(predictions)
    return ProgressiveScores(evaluate(true, predicted), points_of(predicted == true))


def points_of(is_right: NDArray[np.bool_]) -> tuple[Point, ...]:
    """Count right predictions up to each doubling of the number of rows, and up to the end.

    Parameters
    ----------
    is_right : one flag per row, in stream order.

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
