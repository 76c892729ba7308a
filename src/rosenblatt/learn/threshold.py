"""The part of a learner that turns scores into labels, by a threshold if there are two classes."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from rosenblatt import _core
from rosenblatt.rows import Floats


class WithThreshold:
    """A learner that predicts the class of the highest score; of two classes, the second one above a threshold."""

    tie: str
    classes_: NDArray[Any]
    _threshold: float = 0.0

    @property
    def threshold_(self) -> float:
        """The score above which the second of two classes is predicted: 0 after ``fit``.

        ``rosenblatt train --metric f1`` chooses another one, which ``partial_fit`` keeps. Scores, probabilities and
        what ``predict_learn`` returns do not depend on it.
        """
        return self._threshold

    def _move_threshold(self, threshold: float) -> None:
        """Predict the second of two classes above this score."""
        self.__dict__.pop("_threshold", None)
        if threshold:
            self._threshold = threshold

    def _labels_of(self, decision: Floats) -> NDArray[Any]:
        """Return the label of each row, given its score or scores."""
        if len(self.classes_) == 1:
            return self.classes_.repeat(len(decision))
        moved = decision - self._threshold if self._threshold else decision
        return self.classes_.take(_core.strongest(moved, self.tie == "positive"))
