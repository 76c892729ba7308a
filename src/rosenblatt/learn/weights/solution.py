"""What a learner is learning, whatever form it has: planes, stored updates, or rows with coefficients."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeAlias

from numpy.typing import NDArray

from rosenblatt import _core
from rosenblatt.rows import Batch, Floats, Indices, RowsView

UNLIMITED = 2**62  # updates

# What a pass computed for each row before learning it: its activation or, for classes learned jointly, the class
# predicted or the activations of all classes.
Outputs: TypeAlias = NDArray[Any]


class Tally(Protocol):
    """Counts of one pass."""

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


@dataclass
class TallySum:
    """Counts of several passes together."""

    seen: int = 0
    mistakes: int = 0
    updates: int = 0
    loss: float = 0.0
    overflowed_at: int = -1

    def add(self, later: Tally) -> None:
        self.seen += later.seen
        self.mistakes += later.mistakes
        self.updates += later.updates
        self.loss += later.loss
        self.overflowed_at = later.overflowed_at

    def is_over(self, max_updates: int) -> bool:
        """Whether no further row may be learned."""
        return self.updates >= max_updates or self.overflowed_at >= 0


class PlaneWalk(NamedTuple):
    """Rows that a plane has just learned from, in this order; from the plane before, the same walk can be repeated."""

    learning: _core.Learning
    batch: Batch
    order: Indices
    tally: _core.Tally


class KernelWalk(NamedTuple):
    """Rows that a kernel learner has just met, up to and including its next update.

    A kernel learner has no plane from which to repeat the walk, so the `activations` are included, one row of them
    per row and one column per plane. If the last row made an update, `change` is what it added to the coefficients of
    that row, and `size` is the step.
    """

    rows: Indices
    activations: Floats
    size: float
    change: Floats | None


Observer: TypeAlias = "Callable[[PlaneWalk | KernelWalk], None]"  # called after rows have been learned from


class Pass(NamedTuple):
    """One pass over rows: with the solution before it, all that the solution after it depends on.

    `outputs` receives what was computed for each row before it was learned.
    """

    learning: _core.Learning
    batch: Batch
    order: Indices
    max_updates: int = UNLIMITED
    outputs: Outputs | None = None
    observer: Observer | None = None


class Model(Protocol):
    """Anything that computes activations."""

    def activations(self, X: RowsView, which: Indices | None = None) -> Floats:
        """Compute one number per row for two classes, one per class for several, for the chosen rows or for all."""


class Solution(ABC):
    """What a learner is learning: it walks over rows, changes, and returns a model that predicts."""

    seen: int

    @abstractmethod
    def walk(self, rows: Pass) -> Tally:
        """Learn from rows in the given order."""

    @abstractmethod
    def walk_misclassified(self, rows: Pass, random: _core.Random) -> Tally:
        """Learn from a random one of the rows that now require an update, as often as there are rows."""

    @abstractmethod
    def would_update(self, learning: _core.Learning, batch: Batch, rows: Indices) -> bool:
        """Whether one of the rows requires an update, or is predicted wrongly and cannot be learned."""

    @abstractmethod
    def begin_epoch(self) -> None:
        """Store what `weight_change` compares with."""

    @abstractmethod
    def weight_change(self) -> float:
        """Compute how far the weights moved since the epoch began, as a share of their length."""

    @abstractmethod
    def snapshot(self, rows: _core.Rows | None = None) -> Callable[[], None]:
        """Return a function that restores the present state after these rows have been learned, or any rows."""

    @abstractmethod
    def model(self) -> Model:
        """Return what predicts."""

    @abstractmethod
    def last_model(self) -> Model:
        """Return what predicts by the last weights."""

    # New classes

    @abstractmethod
    def opposite(self) -> Solution:
        """Return the solution with the two classes exchanged."""

    @abstractmethod
    def per_class(self) -> Solution:
        """Return the solution of two classes as one of several classes learned jointly."""

    @abstractmethod
    def add_class(self, place: int) -> Solution:
        """Return the solution with one more class, of weights zero."""

    # Rows and epochs, which most solutions need not know

    def attach(self, view: RowsView) -> None:  # noqa: B027
        """Prepare to learn from these rows."""

    def detach(self) -> None:  # noqa: B027
        """Release the rows that were learned from."""

    def end_epoch(self, error_of: Callable[[Model], float]) -> None:  # noqa: B027
        """Record the end of an epoch; `error_of` computes the share of mistakes of a model."""
