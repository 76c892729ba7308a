"""The methods of calibration by name."""

from __future__ import annotations

from typing import Protocol

from rosenblatt.learn.calibration.isotonic import Isotonic
from rosenblatt.learn.calibration.sigmoid import Sigmoid
from rosenblatt.learn.calibration.temperature import Temperature
from rosenblatt.rows import Floats, Indices

DEFAULT = Temperature.method


class Calibration(Protocol):
    """A function from scores to probabilities."""

    @property
    def method(self) -> str:
        """The name of the method."""

    def probabilities(self, scores: Floats) -> Floats:
        """Return one probability per row and class, given one score per row for two classes, else one per class."""


METHODS: dict[str, type[Temperature] | type[Sigmoid] | type[Isotonic]] = {
    kind.method: kind for kind in (Temperature, Sigmoid, Isotonic)
}


def fit_calibration(method: str, scores: Floats, places: Indices) -> Calibration:
    """Fit a calibration to scores of labelled rows.

    Parameters
    ----------
    method : a name in `METHODS`.
    scores : as ``decision_function`` returns them, of rows that the learner did not learn from.
    places : the number of the class of each row.
    """
    return METHODS[method].fit(scores, places)
