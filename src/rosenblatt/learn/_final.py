"""What is kept of all the weights that a learner passes through: the last, their average, or the best."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import ClassVar, NamedTuple, Protocol, TypeVar

import numpy as np

from rosenblatt import _core
from rosenblatt.batch import Floats, Indices, Matrix, RowsView, Targets

Kept = TypeVar("Kept", bound="Last")


class Model(Protocol):
    """Something that predicts."""

    def activations(self, X: RowsView, which: Indices | None = None) -> Floats:
        """Give one number a row for two classes, one a class for several, of the chosen rows or of all."""


class Plane(NamedTuple):
    """Weights and bias: of shape (columns,) and (1,) for two classes, (columns, classes) and (classes,) for several."""

    weights: Floats
    bias: Floats

    def copy(self) -> Plane:
        """Make a plane with arrays of its own."""
        return Plane(self.weights.copy(), self.bias.copy())

    def activations(self, X: RowsView, which: Indices | None = None) -> Floats:
        """Compute w.x + b for the chosen rows or for all: one number a row for two classes, one a class for several."""
        if len(self.bias) == 1:
            return X.rows.activations(which, self.weights, self.bias[0])
        return X.rows.class_activations(which, self.weights, self.bias)

    # How a new class is taken in

    def opposite(self) -> Plane:
        """Let the two classes change places."""
        return Plane(-self.weights, -self.bias)

    def of_each_class(self) -> Plane:
        """Half for the second class and half against the first: w.x + b is still how far the second is ahead."""
        halves = self.weights / 2, self.bias[0] / 2
        return Plane(np.column_stack([-halves[0], halves[0]]), np.array([-halves[1], halves[1]]))

    def with_class(self, place: int) -> Plane:
        """Take in a class with weights of zero."""
        return Plane(np.insert(self.weights, place, 0.0, axis=1), np.insert(self.bias, place, 0.0))


@dataclass
class Last:
    """The weights after the last example."""

    parts: ClassVar[tuple[str, ...]] = ("plane",)
    plane: Plane
    seen: int = 0

    def state(self) -> _core.State:
        """Give the core what it changes in place."""
        return _core.State(*self.plane, None, None, self.seen)

    def changed_in_place(self) -> list[Plane]:
        """Name the arrays that a walk writes to."""
        return [self.plane]

    def meet(self, matrix: Matrix) -> None:
        """Take note of the rows that are learned from next."""

    def leave(self) -> None:
        """Let go of the rows that were learned from."""

    def took(self, state: _core.State, targets: Targets) -> None:
        """Take note of a walk's end."""
        self.seen = state.seen

    def weigh(self, mistakes_of: Callable[[Plane], float]) -> None:
        """Take note of an epoch's end."""

    def result(self) -> Plane:
        """Give the weights to predict with."""
        return self.plane

    def model(self) -> Model:
        """Give what predicts."""
        return self.result()

    def changed(self: Kept, how: str, *args: int) -> Kept:
        """Change every part in the way that a method of `Plane` says, to take in a new class."""
        return replace(self, **{name: getattr(getattr(self, name), how)(*args) for name in self.parts})


@dataclass
class Average(Last):
    """The mean of the weights after every example, updated or not.

    The core keeps only how far the sum lags behind (core/learning.hpp): the sum over T examples is T w - lag.
    """

    parts: ClassVar[tuple[str, ...]] = ("plane", "lag")
    lag: Plane = field(default_factory=lambda: Plane(np.zeros(0), np.zeros(0)))

    def __post_init__(self) -> None:
        if self.seen == 0:
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
