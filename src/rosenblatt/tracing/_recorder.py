"""Writes down every step while `fit` takes it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from rosenblatt import _core
from rosenblatt.learn.fitting.validation import strongest
from rosenblatt.learn.input.labels import places_of
from rosenblatt.learn.weights.plane import Plane
from rosenblatt.learn.weights.solution import KernelWalk, Observer, PlaneWalk
from rosenblatt.rows import Floats, Indices, RowsView
from rosenblatt.tracing._row_entries import entries_of
from rosenblatt.tracing.step import Change, Held, Log, Part, Step, Terms

# Numbers that the steps of one part may keep: 160 MB. A row of a million columns fills it in a few steps.
MOST_NUMBERS = 20_000_000
# Rows whose activations are computed together, in the hope that no update comes between them.
MOST_AT_ONCE = 32


class Asked(NamedTuple):
    """What one learner is asked: the rows, their targets and labels, and the part of the trace that it fills."""

    view: RowsView
    targets: NDArray[Any]
    labels: list[Any]
    part: Part
    last_wins: bool
    name_of: Callable[[int], str]
    max_steps: int


class Update(NamedTuple):
    """Which of some rows made an update, how large it was, and what it wrote."""

    place: int
    size: float
    change: Change


@dataclass
class Recorder(ABC):
    """Watches one learner. It holds the weights of before, so that each step can be told from what it changed."""

    asked: Asked
    held: Held
    n_numbers: int = 0

    @abstractmethod
    def now(self) -> Held:
        """Give all that the learner holds."""

    @abstractmethod
    def _see(self, epoch: int, what: PlaneWalk | KernelWalk) -> None:
        """Write down what was just learned."""

    @abstractmethod
    def _terms(self, row: int, held: Held) -> Terms:
        """Tell what the activation of a row is the sum of."""

    @property
    def log(self) -> Log:
        """Where to write."""
        return self.asked.part.log

    @property
    def has_enough(self) -> bool:
        """Whether no more steps are to be kept."""
        return len(self.log) >= self.asked.max_steps or self.n_numbers >= MOST_NUMBERS

    def of_epoch(self, epoch: int) -> Observer | None:
        """Give who sees every row of an epoch; None if the trace is long enough."""
        return None if self.has_enough else lambda what: self._see(epoch, what)

    def write(self, epoch: int, rows: Indices, activations: Floats, updates: list[Update]) -> None:
        """Write down rows that were met one after another, and the updates that some of them made."""
        targets = places_of(self.asked.targets[rows])
        log, begin = self.log, len(self.log)
        log.epochs.extend([epoch] * len(rows))
        log.rows.extend(rows.tolist())
        log.activations.extend(activations.tolist())
        log.targets.extend(targets.tolist())
        log.guesses.extend(strongest(activations, self.asked.last_wins).tolist())
        if activations.ndim == 2:
            log.rivals.extend(_strongest_but(targets, activations))
        log.sizes.extend([0.0] * len(rows))
        for place, size, change in updates:
            log.sizes[begin + place] = size
            log.changes[begin + place + 1] = change

    def make_steps(self) -> list[Step]:
        """Work out the arithmetic of all steps, going the way once more."""
        part, log, held = self.asked.part, self.log, self.asked.part.start.copy()
        steps: list[Step] = []
        n_mistakes = 0
        for k, row in enumerate(log.rows):
            target, activations, is_mistake = log.targets[k], log.activations[k], log.guesses[k] != log.targets[k]
            change = log.changes.get(k + 1)
            several = isinstance(activations, list)
            rival = log.rivals[k] if several else None
            sign = None if several else 2 * target - 1
            n_mistakes += is_mistake
            steps.append(
                Step(
                    number=k + 1,
                    epoch=log.epochs[k],
                    row=row,
                    name=self.asked.name_of(row),
                    label=self.asked.labels[row],
                    sign=sign,
                    activation=tuple(activations) if several else activations,
                    guess=part.classes[log.guesses[k]],
                    rival=None if rival is None else part.classes[rival],
                    margin=(activations[target] - activations[rival] if several else sign * activations) + 0.0,  # no -0
                    is_mistake=is_mistake,
                    is_update=change is not None,
                    size=log.sizes[k],
                    terms=self._terms(row, held),
                    bias=held.bias.copy(),
                    change=change,
                    n_mistakes=n_mistakes,
                    n_updates=(steps[-1].n_updates if steps else 0) + (change is not None),
                    _part=part,
                )
            )
            if change is not None:
                held.take(change)
        return steps


class PlaneRecorder(Recorder):
    """Watches weights and a bias, and goes every way again, to each update: the core computes the same bits."""

    def __init__(self, asked: Asked, plane: Plane) -> None:
        super().__init__(asked, Held(*plane).copy())
        self._plane = plane
        matrix: Any = asked.view.matrix
        is_sparse = bool(sp.issparse(matrix))
        lengths = np.diff(matrix.indptr) if is_sparse else np.count_nonzero(matrix, axis=1)
        self._lengths = (len(plane.bias) + 2) * lengths.astype(np.int64)
        self._held_by: dict[int, tuple[NDArray[np.int64], Floats]] = {}

    def now(self) -> Held:
        """Give all that the learner holds."""
        return Held(*self._plane).copy()

    def _see(self, epoch: int, what: PlaneWalk | KernelWalk) -> None:
        assert isinstance(what, PlaneWalk), "a plane can be walked with"
        learning, batch, *_ = what
        order = self._with_room_for(what)
        said, updates, begin = [], [], 0
        while begin < len(order):
            rows = order[begin : begin + MOST_AT_ONCE]
            activations = Plane(*self.held).activations(self.asked.view, rows)
            state = _core.State(*self.held, None, None, 0)
            tally = learning.walk(batch.rows, batch.targets, batch.weights, rows, state, 1)
            said.append(activations[: tally.seen])
            begin += tally.seen
            if tally.updates:
                entries = self._entries(int(order[begin - 1]))[0]
                change = Change(entries, self.held.weights[entries], self.held.bias.copy())
                updates.append(Update(begin - 1, tally.step, change))
        if said:
            self.write(epoch, order, np.concatenate(said), updates)

    def _with_room_for(self, walked: PlaneWalk) -> Indices:
        """Of the rows that were met, as many as there is room for; a row of weight 0 is not there."""
        order, weights = walked.order, walked.batch.weights
        present = order if weights is None else order[weights[order] != 0]
        present = present[: min(walked.tally.seen, self.asked.max_steps - len(self.log))]
        numbers = self.n_numbers + np.cumsum(self._lengths[present])
        room = int(np.count_nonzero(numbers - self._lengths[present] < MOST_NUMBERS))
        self.n_numbers = int(numbers[room - 1]) if room else self.n_numbers
        return present[:room]

    def _entries(self, row: int) -> tuple[NDArray[np.int64], Floats]:
        if row not in self._held_by:
            self._held_by[row] = entries_of(self.asked.view.matrix, row)
        return self._held_by[row]

    def _terms(self, row: int, held: Held) -> Terms:
        entries, values = self._entries(row)
        return Terms(entries, values, held.weights[entries])


def _strongest_but(targets: NDArray[np.intp], activations: Floats) -> list[int]:
    """The first of the strongest other classes, as in core/learn/several_classes.hpp."""
    others = activations.copy()
    others[np.arange(len(targets)), targets] = -np.inf
    rivals: list[int] = others.argmax(axis=1).tolist()
    return rivals
