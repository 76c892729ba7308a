"""Writes down every step while `fit` takes it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rosenblatt.batch import Floats, RowsView
from rosenblatt.judge._rows import entries_of
from rosenblatt.judge.step import Change, Held, Part, Step, Terms
from rosenblatt.learn._final import Plane, See, Seen
from rosenblatt.learn._held_out import strongest

# Numbers that the steps of one part may keep: 160 MB. A row of a million columns fills it in a few steps.
MOST_NUMBERS = 20_000_000


class Asked(NamedTuple):
    """What one learner is asked: the rows, their targets and labels, and the part of the trace that it fills."""

    view: RowsView
    targets: NDArray[Any]
    labels: list[Any]
    part: Part
    last_wins: bool
    name_of: Callable[[int], str]
    max_steps: int


class Told(NamedTuple):
    """What a row was told, one number a plane, what that is the sum of, and what an update wrote."""

    activations: Floats
    terms: Terms
    change: Change | None


@dataclass
class Recorder(ABC):
    """Watches one learner. It holds the weights of before, so that each step can be told from what it changed."""

    asked: Asked
    held: Held
    n_mistakes: int = 0
    n_updates: int = 0
    n_numbers: int = 0

    @abstractmethod
    def now(self) -> Held:
        """Give all that the learner holds."""

    @abstractmethod
    def _tell(self, seen: Seen) -> Told:
        """Tell what a row was told and what was written."""

    @property
    def _has_enough(self) -> bool:
        """Whether no more steps are to be kept."""
        return len(self.asked.part.steps) >= self.asked.max_steps or self.n_numbers >= MOST_NUMBERS

    def of_epoch(self, epoch: int) -> See | None:
        """Give who sees every row of an epoch; None if the trace is long enough."""
        return None if self._has_enough else lambda seen: self._see(epoch, seen)

    def _see(self, epoch: int, seen: Seen) -> None:
        """Write down a row that was just learned from; a row of weight 0 is not there."""
        if seen.tally.seen == 0 or self._has_enough:
            return
        self.n_mistakes += seen.tally.mistakes
        self.n_updates += seen.tally.updates
        bias = self.held.bias.copy()
        told = self._tell(seen)
        numbers = [told.terms.numbers, told.terms.values] + ([] if told.change is None else [told.change.numbers])
        self.n_numbers += sum(one.size for one in numbers) + len(told.terms.entries)
        if told.change is not None:
            self.held.weights[told.change.entries], self.held.bias[:] = told.change.numbers, told.change.bias
        self.asked.part.steps.append(self._step(epoch, seen, told, bias))

    def _step(self, epoch: int, seen: Seen, told: Told, bias: Floats) -> Step:
        part, row, activations = self.asked.part, seen.row, told.activations
        target = int(self.asked.targets[row])
        rival = None if len(activations) == 1 else _strongest_but(target, activations)
        margin = float(target * activations[0] if rival is None else activations[target] - activations[rival])
        as_rows = activations if rival is None else activations[None]
        return Step(
            number=len(part.steps) + 1,
            epoch=epoch,
            row=row,
            name=self.asked.name_of(row),
            label=self.asked.labels[row],
            sign=target if rival is None else None,
            activation=float(activations[0]) if rival is None else tuple(activations.tolist()),
            guess=part.classes[int(strongest(as_rows, self.asked.last_wins)[0])],
            rival=None if rival is None else part.classes[rival],
            margin=margin + 0.0,  # -0 is 0
            is_mistake=bool(seen.tally.mistakes),
            is_update=bool(seen.tally.updates),
            size=seen.tally.step,
            terms=told.terms,
            bias=bias,
            change=told.change,
            n_mistakes=self.n_mistakes,
            n_updates=self.n_updates,
            _part=part,
        )


class PlaneRecorder(Recorder):
    """Watches weights and a bias: an update changes the weights of what its row holds."""

    def __init__(self, asked: Asked, plane: Plane) -> None:
        super().__init__(asked, Held(*plane).copy())
        self._plane = plane

    def now(self) -> Held:
        """Give all that the learner holds."""
        return Held(*self._plane).copy()

    def _tell(self, seen: Seen) -> Told:
        entries, values = entries_of(self.asked.view.matrix, seen.row)
        activations = Plane(*self.held).activations(self.asked.view, np.array([seen.row])).ravel()
        change = None
        if seen.tally.updates:
            change = Change(entries, self._plane.weights[entries], self._plane.bias.copy())
        return Told(activations, Terms(entries, values, self.held.weights[entries]), change)


def _strongest_but(target: int, activations: Floats) -> int:
    """The first of the strongest other classes, as in core/several_classes.hpp."""
    others = activations.copy()
    others[target] = -np.inf
    return int(np.argmax(others))
