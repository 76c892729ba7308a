"""The average of all weights: nearly as good as a vote, and as cheap as one model."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TypeVar

import numpy as np

from rosenblatt import _core
from rosenblatt.learn.weights.last import Last
from rosenblatt.learn.weights.plane import Plane
from rosenblatt.rows import Floats

Self = TypeVar("Self", bound="Average")


@dataclass
class Average(Last):
    """The mean of the weights after every example, updated or not.

    The core keeps only how far the sum lags behind (core/learn/state.hpp): the sum over T examples is T w - lag.
    """

    lag: Plane = field(default_factory=lambda: Plane(np.zeros(0), np.zeros(0)))

    def __post_init__(self) -> None:
        if self.seen == 0:
            self.lag = Plane(np.zeros_like(self.plane.weights), np.zeros_like(self.plane.bias))

    def state(self) -> _core.State:
        return _core.State(*self.plane, *self.lag, self.seen, False, *self.variance_arrays)

    def changed_in_place(self) -> list[Plane]:
        return [*super().changed_in_place(), self.lag]

    def result(self) -> Plane:
        if self.seen == 0:
            return self.plane.copy()
        return Plane(*map(self._mean, self.plane, self.lag))

    def _mean(self, last: Floats, lag: Floats) -> Floats:
        mean = self.seen * last
        mean -= lag  # in place: these may be the largest arrays of all
        mean /= self.seen
        return mean

    def with_planes(self: Self, change: Callable[[Plane], Plane]) -> Self:
        return replace(super().with_planes(change), lag=change(self.lag))
