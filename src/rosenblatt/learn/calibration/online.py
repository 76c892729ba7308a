"""Online calibration: logistic curves that follow a stream."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from rosenblatt import _core
from rosenblatt.learn.calibration.scores import leads
from rosenblatt.learn.calibration.sigmoid import Sigmoid
from rosenblatt.rows import Floats, Indices

WINDOW = 1000  # rows: what is older counts for less than 1/e
RIDGE = 1.0
READY = WINDOW / 2  # rows, each counted by its age, after which it replaces a calibration that does not follow

# The numbers of a curve, in the order of OnlineCurve in core/learn/online_curves.hpp.
NUMBERS = ("slope", "bias", "h_slope", "h_mixed", "h_bias", "mean_square", "seen")


@dataclass(frozen=True, slots=True, eq=False)
class OnlineSigmoid:
    """The curves of `Sigmoid`, moved by one Newton step per row of a stream, in which later rows count more.

    A row is scored before it is learned, so that its score is as good as that of a new row. The steps are those of
    core/learn/online_curves.hpp.

    Attributes
    ----------
    curves : one row of `NUMBERS` for two classes, else one per class.
    """

    method: ClassVar[str] = "online"

    curves: Floats

    @classmethod
    def start(cls, n_classes: int) -> OnlineSigmoid:
        """Return the calibration before any row."""
        curves = np.zeros((n_classes if n_classes > 2 else 1, len(NUMBERS)))
        curves[:, [NUMBERS.index("h_slope"), NUMBERS.index("h_bias")]] = RIDGE
        return cls(curves)

    def updated(self, scores: Floats, places: Indices) -> OnlineSigmoid:
        """Return the calibration after more rows; `places` are the numbers of their classes."""
        curves = self.curves.copy()
        ahead = scores[:, np.newaxis] if scores.ndim == 1 else leads(scores)
        _core.follow_scores(curves, np.ascontiguousarray(ahead), places.astype(np.int64), 1 - 1 / WINDOW, RIDGE)
        return OnlineSigmoid(curves)

    @property
    def is_ready(self) -> bool:
        """Whether enough rows were met."""
        return bool(self.curves[0, NUMBERS.index("seen")] >= READY)

    def as_sigmoid(self) -> Sigmoid:
        """Return the curves as they are now."""
        slope, bias, mean_square = (self.curves[:, NUMBERS.index(name)] for name in ("slope", "bias", "mean_square"))
        return Sigmoid(slope / np.sqrt(np.where(mean_square > 0, mean_square, 1.0)), bias.copy())

    def probabilities(self, scores: Floats) -> Floats:
        """Return one probability per row and class."""
        return self.as_sigmoid().probabilities(scores)
