"""The part of a learner that predicts probabilities, once it has a calibration."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from rosenblatt.estimator import available_if
from rosenblatt.learn.calibration.methods import Calibration
from rosenblatt.rows import Floats, RowsLike


def _is_calibrated(learner: Any) -> bool:
    if "_calibration" not in learner.__dict__:
        raise AttributeError(f"this {type(learner).__name__} has no calibration; call rb.calibrate(model, X, y) first")
    return True


class WithProbabilities:
    """A learner whose scores may be calibrated; without a calibration it has no ``predict_proba``."""

    _calibration: Calibration

    @abstractmethod
    def decision_function(self, X: RowsLike) -> Floats:
        """Compute the activation of each row."""

    @property
    def calibration_(self) -> Calibration:
        """The calibration, once there is one."""
        _is_calibrated(self)
        return self._calibration

    @available_if(_is_calibrated)
    def predict_proba(self, X: RowsLike) -> Floats:
        """Compute the probability of each class, one row per row of X and one column per class of ``classes_``."""
        return self._calibration.probabilities(self.decision_function(X))
