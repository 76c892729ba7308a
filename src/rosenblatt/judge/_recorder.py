"""Writes down every step while `fit` takes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from rosenblatt import _core
from rosenblatt.batch import Floats, Matrix, RowsView
from rosenblatt.judge.step import Change, Held, Part, Step, Terms
from rosenblatt.learn._final import Plane
from rosenblatt.learn._held_out import strongest

# Numbers that the steps of one part may keep: 160 MB. A row of a million columns fills it in a few steps.
MOST_NUMBERS = 20_000_000


class Recorder:
    """Watches one learner. It holds the weights of before, so that each step can be told from what it changed."""

    def __init__(
        self,
        view: RowsView,
        plane: Plane,
        targets: NDArray[Any],
        labels: list[Any],
        part: Part,
        *,
        last_wins: bool,
        name_of: Callable[[int], str],
        max_steps: int,
    ) -> None:
        self.view, self.plane, self.targets, self.labels = view, plane, targets, labels
        self.part, self.last_wins, self.name_of, self.max_steps = part, last_wins, name_of, max_steps
        self.held = Held(*plane).copy()
        self.n_mistakes = self.n_updates = self.n_numbers = 0

    @property
    def has_enough(self) -> bool:
        """Whether no more steps are to be kept."""
        return len(self.part.steps) >= self.max_steps or self.n_numbers >= MOST_NUMBERS

    def see(self, epoch: int, row: int, tally: _core.Tally) -> None:
        """Write down a row that was just learned from; a row of weight 0 is not there."""
        if tally.seen == 0 or self.has_enough:
            return
        self.n_mistakes += tally.mistakes
        self.n_updates += tally.updates
        entries, values = _entries(self.view.matrix, row)
        activations = Plane(*self.held).activations(self.view, np.array([row]))
        activation = activations[0]
        target = int(self.targets[row])
        rival = None if len(self.held.bias) == 1 else _strongest_but(target, activation)
        margin = float(target * activation if rival is None else activation[target] - activation[rival])
        terms = Terms(entries, values, self.held.weights[entries])
        change = None
        bias = self.held.bias.copy()
        if tally.updates:
            change = Change(entries, self.plane.weights[entries], self.plane.bias.copy())
            self.held.weights[entries], self.held.bias[:] = change.numbers, change.bias
        self.n_numbers += terms.numbers.size * (1 if change is None else 2) + 2 * len(entries)
        self.part.steps.append(
            Step(
                number=len(self.part.steps) + 1,
                epoch=epoch,
                row=row,
                name=self.name_of(row),
                label=self.labels[row],
                sign=target if rival is None else None,
                activation=float(activation) if rival is None else tuple(activation.tolist()),
                guess=self.part.classes[int(strongest(activations, self.last_wins)[0])],
                rival=None if rival is None else self.part.classes[rival],
                margin=margin + 0.0,  # -0 is 0
                is_mistake=bool(tally.mistakes),
                is_update=bool(tally.updates),
                size=tally.step,
                terms=terms,
                bias=bias,
                change=change,
                n_mistakes=self.n_mistakes,
                n_updates=self.n_updates,
                _part=self.part,
            )
        )


def _strongest_but(target: int, activations: Floats) -> int:
    """The first of the strongest other classes, as in core/several_classes.hpp."""
    others = activations.copy()
    others[target] = -np.inf
    return int(np.argmax(others))


def _entries(matrix: Matrix, row: int) -> tuple[NDArray[np.int64], Floats]:
    """The columns in which a row is not 0, in rising order, and what it holds there."""
    if sp.issparse(matrix):
        one = sp.csr_array(matrix[[row]], copy=True)
        one.sum_duplicates()
        filled = np.flatnonzero(one.data)
        return one.indices[filled].astype(np.int64), one.data[filled].astype(np.float64)
    columns = np.flatnonzero(matrix[row])
    return columns, matrix[row, columns].astype(np.float64)
