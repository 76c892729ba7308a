"""What is kept of all the weights that a learner passes through: the last, their average, or the best."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, NamedTuple, Protocol, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from rosenblatt import _core
from rosenblatt.rows import Batch, Floats, Indices, Matrix, RowsView, Targets

Self = TypeVar("Self", bound="Last")

# What a walk said of each row: its activation or, where several classes are learned jointly, the class it guessed.
Answers: TypeAlias = NDArray[Any]


class Tally(Protocol):
    """What happened in a walk."""

    @property
    def seen(self) -> int: ...
    @property
    def mistakes(self) -> int: ...
    @property
    def updates(self) -> int: ...
    @property
    def loss(self) -> float: ...
    @property
    def overflowed_at(self) -> int: ...


class Walked(NamedTuple):
    """Rows that a plane has just learned from in this order; who holds the plane of before can walk the same way."""

    learning: _core.Learning
    batch: Batch
    order: Indices
    tally: _core.Tally


class Seen(NamedTuple):
    """Rows that a kernel learner has met one after another, up to its next update.

    There is no plane to tell the rest: `activations` are in a row each, one a plane. If the last row made an update,
    `change` is what it added to the coefficients of that row, and `size` the step.
    """

    rows: Indices
    activations: Floats
    size: float
    change: Floats | None


See: TypeAlias = "Callable[[Walked | Seen], None]"  # someone who wants to see every row after it was learned from


@dataclass
class TallySum:
    """What happened in several walks together."""

    seen: int = 0
    mistakes: int = 0
    updates: int = 0
    loss: float = 0.0
    overflowed_at: int = -1

    def add(self, later: Tally) -> None:
        """Count in a walk that went on from here."""
        self.seen += later.seen
        self.mistakes += later.mistakes
        self.updates += later.updates
        self.loss += later.loss
        self.overflowed_at = later.overflowed_at

    def is_over(self, max_updates: int) -> bool:
        """Whether there must be no further walk."""
        return self.updates >= max_updates or self.overflowed_at >= 0


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

    def in_columns(self, places: Indices, n_columns: int) -> Plane:
        """Move the weights to these of more columns; the others have weights of zero."""
        weights = np.zeros((n_columns, *self.weights.shape[1:]))
        weights[places] = self.weights
        return Plane(weights, self.bias)

    def with_class(self, place: int) -> Plane:
        """Take in a class with weights of zero."""
        return Plane(np.insert(self.weights, place, 0.0, axis=1), np.insert(self.bias, place, 0.0))


class Kept(ABC):
    """What a learner is learning: it walks over rows, changes, and gives a model that predicts."""

    seen: int

    @abstractmethod
    def walk(
        self,
        learning: _core.Learning,
        batch: Batch,
        order: Indices,
        max_updates: int = 2**62,
        answers: Answers | None = None,
        *,
        see: See | None = None,
    ) -> Tally:
        """Learn from rows in the given order; if asked to, notes what was said of each before it was learned."""

    @abstractmethod
    def walk_misclassified(
        self,
        learning: _core.Learning,
        batch: Batch,
        order: Indices,
        max_updates: int,
        random: _core.Random,
        *,
        see: See | None = None,
    ) -> Tally:
        """Learn from a random one of the rows that now ask for an update, as often as there are rows."""

    @abstractmethod
    def asks(self, learning: _core.Learning, batch: Batch, rows: Indices) -> bool:
        """Say whether one of the rows asks for an update."""

    @abstractmethod
    def begin_epoch(self) -> None:
        """Take note of an epoch's beginning."""

    @abstractmethod
    def weight_change(self) -> float:
        """Say how far the weights moved since the epoch began, as a share of their length."""

    @abstractmethod
    def remember(self, rows: _core.Rows) -> Callable[[], None]:
        """Give a function that undoes what these rows will have done."""

    @abstractmethod
    def model(self) -> Model:
        """Give what predicts."""

    @abstractmethod
    def last_model(self) -> Model:
        """Give what predicts by the last weights."""

    @abstractmethod
    def changed(self, how: str, *args: Any) -> Kept:
        """Change every part in the way that a method of `Plane` says, to take in a new class."""

    def meet(self, matrix: Matrix) -> None:  # noqa: B027  # most need not know
        """Take note of the rows that are learned from next."""

    def leave(self) -> None:  # noqa: B027
        """Let go of the rows that were learned from."""

    def weigh(self, mistakes_of: Callable[[Model], float]) -> None:  # noqa: B027
        """Take note of an epoch's end."""


@dataclass
class Last(Kept):
    """The weights after the last example."""

    parts: ClassVar[tuple[str, ...]] = ("plane",)
    plane: Plane
    seen: int = 0
    _before: Plane | None = None

    # Learning

    def walk(
        self,
        learning: _core.Learning,
        batch: Batch,
        order: Indices,
        max_updates: int = 2**62,
        answers: Answers | None = None,
        *,
        see: See | None = None,
    ) -> Tally:
        """Learn from rows in the given order; if asked to, notes what was said of each before it was learned."""
        state = self.state()
        tally = learning.walk(batch.rows, batch.targets, batch.weights, order, state, max_updates, answers)
        self.took(state, batch.targets)
        if see is not None:
            see(Walked(learning, batch, order, tally))
        return tally

    def walk_misclassified(
        self,
        learning: _core.Learning,
        batch: Batch,
        order: Indices,
        max_updates: int,
        random: _core.Random,
        *,
        see: See | None = None,
    ) -> Tally:
        """Learn from a random one of the rows that now ask for an update, as often as there are rows."""
        whole = TallySum()
        picks = None if see is None else 1
        while whole.seen < len(order) and not whole.is_over(max_updates):
            state = self.state()
            left = max_updates - whole.updates
            tally = learning.walk_misclassified(
                batch.rows, batch.targets, batch.weights, order, state, left, random, picks
            )
            self.took(state, batch.targets)
            whole.add(tally)
            if see is None or tally.seen == 0:
                break
            see(Walked(learning, batch, np.array([tally.picked]), tally))
        return whole

    def asks(self, learning: _core.Learning, batch: Batch, rows: Indices) -> bool:
        """Say whether one of the rows asks for an update."""
        trial = _core.State(*self.plane.copy(), None, None, 0)
        return learning.walk(batch.rows, batch.targets, batch.weights, rows, trial, 1).updates > 0

    def begin_epoch(self) -> None:
        """Take note of an epoch's beginning."""
        self._before = self.plane.copy()

    def weight_change(self) -> float:
        """Say how far the weights moved since the epoch began, as a share of their length."""
        return 0.0 if self._before is None else relative_change(self._before, self.plane)

    def remember(self, rows: _core.Rows) -> Callable[[], None]:
        """Give a function that undoes what these rows will have done.

        Of a few sparse rows only their own columns are kept: one row of text must not cost a copy of all weights.
        """
        columns, seen, planes = rows.columns, self.seen, self.changed_in_place()
        touched = slice(None) if columns is None or len(columns) > rows.n_columns else columns
        copies = [(plane.weights[touched].copy(), plane.bias.copy()) for plane in planes]

        def put_back() -> None:
            self.seen = seen
            for plane, (weights, bias) in zip(planes, copies, strict=True):
                plane.weights[touched] = weights
                plane.bias[:] = bias

        return put_back

    def state(self) -> _core.State:
        """Give the core what it changes in place."""
        return _core.State(*self.plane, None, None, self.seen)

    def changed_in_place(self) -> list[Plane]:
        """Name the arrays that a walk writes to."""
        return [self.plane]

    def leave(self) -> None:
        """Let go of the rows that were learned from."""
        self._before = None

    def took(self, state: _core.State, targets: Targets) -> None:
        """Take note of a walk's end."""
        self.seen = state.seen

    def result(self) -> Plane:
        """Give the weights to predict with."""
        return self.plane

    def model(self) -> Model:
        """Give what predicts."""
        return self.result()

    def last_model(self) -> Model:
        """Give what predicts by the last weights."""
        return self.plane

    def changed(self: Self, how: str, *args: Any) -> Self:
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

    def weigh(self, mistakes_of: Callable[[Model], float]) -> None:
        """Take note of an epoch's end: of equals, the earlier one stays in the pocket."""
        mistakes = mistakes_of(self.plane)
        if mistakes < self.fewest:
            self.best, self.fewest = self.plane.copy(), mistakes

    def result(self) -> Plane:
        """Give the weights to predict with."""
        return self.plane if self.best is None else self.best


FINALS = {"last": Last, "average": Average, "best": Best}


def relative_change(before: Plane, after: Plane) -> float:
    """Compute |(w, b) - (w, b) before| / |(w, b)|."""
    moved = _length(Plane(after.weights - before.weights, after.bias - before.bias))
    if moved == 0.0:
        return 0.0
    length = _length(after)
    return moved / length if length > 0.0 else math.inf


def _length(plane: Plane) -> float:
    """By the core's sum and not by BLAS: the same bits on every CPU, and no second thread left spinning."""
    return math.sqrt(_core.norm2(plane.weights) + _core.norm2(plane.bias))
