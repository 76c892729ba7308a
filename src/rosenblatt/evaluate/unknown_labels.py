"""Labels of rows that a model does not know, and those that may be meant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rosenblatt.evaluate.evaluation import Evaluation


@dataclass(frozen=True, slots=True)
class UnknownLabels:
    """Labels that a model does not know.

    Attributes
    ----------
    rows : the number of rows that have them.
    labels : the labels.
    alike : the known label that differs only by case, spaces or a final dot, for those that have one.
    """

    rows: int
    labels: tuple[Any, ...]
    alike: dict[str, str] = field(default_factory=dict)


def unknown_labels(evaluation: Evaluation, known: Sequence[Any]) -> UnknownLabels:
    """Find the true labels of an evaluation that a model does not know.

    Examples
    --------
    >>> import numpy as np
    >>> from rosenblatt.evaluate.evaluation import evaluate
    >>> from rosenblatt.evaluate.unknown_labels import unknown_labels
    >>> unknown_labels(evaluate(np.array(["Yes.", "no"]), np.array(["yes", "no"])), ["no", "yes"])
    UnknownLabels(rows=1, labels=('Yes.',), alike={'Yes.': 'yes'})
    """
    others = [one for one in evaluation.classes if one.rows and one.label not in known]
    plain = {_plain(label): str(label) for label in known}
    alike = {str(one.label): plain[_plain(one.label)] for one in others if _plain(one.label) in plain}
    return UnknownLabels(sum(one.rows for one in others), tuple(one.label for one in others), alike)


def _plain(label: Any) -> str:
    return str(label).strip().removesuffix(".").strip().casefold()
