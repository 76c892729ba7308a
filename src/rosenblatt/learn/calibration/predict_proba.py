"""The part of a learner that predicts probabilities, once it has a calibration."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from numpy.typing import NDArray

from rosenblatt.estimator import available_if
from rosenblatt.learn.calibration.methods import Calibration
from rosenblatt.learn.calibration.online import OnlineSigmoid
from rosenblatt.rows import Floats, Indices, RowsLike


def _is_calibrated(learner: Any) -> bool:
    if "_calibration" not in learner.__dict__:
        raise AttributeError(f"this {type(learner).__name__} has no calibration; call rb.calibrate(model, X, y) first")
    return True


class WithProbabilities:
    """A learner whose scores may be calibrated; without a calibration it has no ``predict_proba``.

    While rows of a stream are met, an online calibration is kept. It takes the place of another one as soon as it has
    met enough rows, and is used from the first row on if there is none.
    """

    classes_: NDArray[Any]
    _calibration: Calibration
    _online: OnlineSigmoid  # one that is not used yet

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

    def _calibrate(self, calibration: Calibration | None) -> None:
        """Use a calibration, or none; an online calibration begins anew."""
        self.__dict__.pop("_online", None)
        self.__dict__.pop("_calibration", None)
        if calibration is not None:
            self._calibration = calibration

    def _calibrates_online(self) -> bool:
        """Whether predictions are by the weights that are being learned, whose scores a stream knows."""
        return getattr(self, "final", None) == "last" and len(self.classes_) > 1

    def _follow(self, scores: Floats, places: Indices) -> None:
        """Move the online calibration by rows that were scored before they were learned."""
        current = self.__dict__.get("_calibration")
        known = current if isinstance(current, OnlineSigmoid) else self.__dict__.get("_online")
        online = (known or OnlineSigmoid.start(len(self.classes_))).updated(scores, places)
        if current is None or known is current or online.is_ready:
            self._calibrate(online)
        else:
            self._online = online
