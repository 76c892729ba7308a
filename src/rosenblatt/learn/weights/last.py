"""The last weights: what the perceptron of the textbook keeps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar, cast

import numpy as np

from rosenblatt import _core
from rosenblatt.learn.weights.plane import Plane, Variances, relative_change
from rosenblatt.learn.weights.solution import Model, Pass, PlaneWalk, Solution, Tally, TallySum
from rosenblatt.rows import Batch, Floats, Indices, Targets

Self = TypeVar("Self", bound="Last")


@dataclass
class Last(Solution):
    """The weights after the last example; of a confidence-weighted learner, with their variances."""

    plane: Plane
    seen: int = 0
    _before: Plane | None = None
    variances: Variances | None = None

    def walk(self, rows: Pass) -> Tally:
        learning, batch, order, max_updates, outputs, observer = rows
        state = self.state()
        tally = learning.walk(batch.rows, batch.targets, batch.weights, order, state, max_updates, outputs)
        self.after_walk(state, batch.targets)
        if observer is not None:
            observer(PlaneWalk(learning, batch, order, tally))
        return tally

    def walk_misclassified(self, rows: Pass, random: _core.Random) -> Tally:
        learning, batch, order, max_updates, _, observer = rows
        whole = TallySum()
        picks = None if observer is None else 1
        while whole.seen < len(order) and not whole.is_over(max_updates):
            state = self.state()
            left = max_updates - whole.updates
            tally = learning.walk_misclassified(
                batch.rows, batch.targets, batch.weights, order, state, left, random, picks
            )
            self.after_walk(state, batch.targets)
            whole.add(tally)
            if observer is None or tally.seen == 0:
                break
            observer(PlaneWalk(learning, batch, np.array([tally.picked]), tally))
        return whole

    def would_update(self, learning: _core.Learning, batch: Batch, rows: Indices) -> bool:
        variances = (None, None) if self.variances is None else self.variances.copy().arrays
        trial = _core.State(*self.plane.copy(), None, None, 0, False, *variances)
        tally = learning.walk(batch.rows, batch.targets, batch.weights, rows, trial, 1)
        return tally.updates + tally.mistakes > 0

    def begin_epoch(self) -> None:
        if self._before is None or self._before.weights.shape != self.plane.weights.shape:
            self._before = self.plane.copy()
        else:  # fresh memory for each epoch would take longer than the copy
            self.plane.copy_to(self._before)

    def weight_change(self) -> float:
        return 0.0 if self._before is None else relative_change(self._before, self.plane)

    def snapshot(self, rows: _core.Rows | None = None) -> Callable[[], None]:
        """Return a function that restores the present state after these rows have been learned, or any rows.

        Of a few sparse rows only their own columns are copied: one row of text must not cost a copy of all weights.
        """
        if self.variances is not None and self.variances.touches_all:
            rows = None
        columns, seen, planes = None if rows is None else rows.columns, self.seen, self.changed_in_place()
        touched = ... if columns is None or len(columns) > len(self.plane.weights) else columns
        copies = [(plane.weights[touched].copy(), plane.bias.copy()) for plane in planes]

        def restore() -> None:
            self.seen = seen
            for plane, (weights, bias) in zip(planes, copies, strict=True):
                plane.weights[touched] = weights
                plane.bias[:] = bias

        return restore

    def detach(self) -> None:
        self._before = None

    def state(self) -> _core.State:
        """Return what the core changes in place."""
        return _core.State(*self.plane, None, None, self.seen, False, *self.variance_arrays)

    @property
    def variance_arrays(self) -> tuple[Floats | None, Floats | None]:
        """The variances as the core wants them."""
        return (None, None) if self.variances is None else self.variances.arrays

    def changed_in_place(self) -> list[Plane]:
        """Return the planes that a walk writes to."""
        return [self.plane] if self.variances is None else [self.plane, self.variances]

    def after_walk(self, state: _core.State, targets: Targets) -> None:
        """Take over what a walk recorded besides the weights."""
        self.seen = state.seen

    def result(self) -> Plane:
        """Return the weights to predict with."""
        return self.plane

    def result_variances(self) -> Variances | None:
        """Return the variances to go on from."""
        return self.variances

    def model(self) -> Model:
        return self.result()

    def last_model(self) -> Model:
        return self.plane

    # New classes and columns

    def opposite(self: Self) -> Self:
        return self.with_planes(lambda plane: plane.opposite())

    def per_class(self: Self) -> Self:
        return self.with_planes(lambda plane: plane.per_class())

    def add_class(self: Self, place: int) -> Self:
        return self.with_planes(lambda plane: plane.add_class(place))

    def in_columns(self: Self, places: Indices, n_columns: int) -> Self:
        """Return the solution with its weights moved to `places` among `n_columns` columns."""
        return self.with_planes(lambda plane: plane.in_columns(places, n_columns))

    def with_planes(self: Self, change: Callable[[Plane], Plane]) -> Self:
        """Return the solution with a change applied to all of its planes."""
        variances = None if self.variances is None else cast(Variances, change(self.variances))
        return replace(self, plane=change(self.plane), variances=variances)
