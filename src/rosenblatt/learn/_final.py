"""What is kept of all the weights that a learner passes through: the last, their average, or the best."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from rosenblatt import _core
from rosenblatt.batch import Floats, Indices


class Plane(NamedTuple):
    """Weights and bias: of shape (columns,) and (1,) for two classes, (columns, classes) and (classes,) for several."""

    weights: Floats
    bias: Floats

    def copy(self) -> Plane:
        """Make a plane with arrays of its own."""
        return Plane(self.weights.copy(), self.bias.copy())

    def activations(self, rows: _core.Rows, which: Indices | None = None) -> Floats:
        """Compute w.x + b for the chosen rows or for all: one number a row for two classes, one a class for several."""
        if len(self.bias) == 1:
            return rows.activations(which, self.weights, self.bias[0])
        return rows.class_activations(which, self.weights, self.bias)


@dataclass
class Last:
    """The weights after the last example."""

    plane: Plane
    seen: int = 0

    def state(self) -> _core.State:
        """Give the core what it changes in place."""
        return _core.State(*self.plane, None, None, self.seen)

    def changed_in_place(self) -> list[Plane]:
        """Name the arrays that a walk writes to."""
        return [self.plane]

    def weigh(self, mistakes_of: Callable[[Plane], float]) -> None:
        """Take note of an epoch's end."""

    def result(self) -> Plane:
        """Give the weights to predict with."""
        return self.plane


@dataclass
class Average(Last):
    """The mean of the weights after every example, updated or not.

    The core keeps only how far the sum lags behind (core/learning.hpp): the sum over T examples is T w - lag.
    """

    lag: Plane = field(init=False)

    def __post_init__(self) -> None:
        self.lag = Plane(np.zeros_like(self.plane.weights), np.zeros_like(self.plane.bias))

    def state(self) -> _core.State:
        """Give the core what it changes in place."""
        return _core.State(*self.plane, *self.lag, self.seen)

    def changed_in_place(self) -> list[Plane]:
        """Name the arrays that a walk writes to."""
        return [self.plane, self.lag]

    def result(self) -> Plane:
        """Give the weights to predict with."""
        if self.seen == 0:
            return self.plane.copy()
        return Plane(*((self.seen * last - lag) / self.seen for last, lag in zip(self.plane, self.lag, strict=True)))


@dataclass
class Best(Last):
    """The weights that made the fewest mistakes over a whole pass, of those at the end of each epoch.

    Gallant, "Perceptron-based learning algorithms", IEEE Transactions on Neural Networks 1 (1990): the pocket,
    here with a check over all rows in place of a count of the run of right guesses.
    """

    best: Plane | None = None
    fewest: float = float("inf")

    def weigh(self, mistakes_of: Callable[[Plane], float]) -> None:
        """Take note of an epoch's end: of equals, the earlier one stays in the pocket."""
        mistakes = mistakes_of(self.plane)
        if mistakes < self.fewest:
            self.best, self.fewest = self.plane.copy(), mistakes

    def result(self) -> Plane:
        """Give the weights to predict with."""
        return self.plane if self.best is None else self.best


FINALS = {"last": Last, "average": Average, "best": Best}
