"""Writes down every step of a kernel learner: coefficients of rows in the place of weights of columns."""

from __future__ import annotations

import numpy as np

from rosenblatt.learn.kernel.budgeted import Budgeted
from rosenblatt.learn.kernel.expansion import Expansion
from rosenblatt.learn.weights.solution import KernelWalk, PlaneWalk
from rosenblatt.rows import Floats
from rosenblatt.tracing._recorder import MOST_NUMBERS, Asked, Recorder, Update
from rosenblatt.tracing.step import Change, Held, Terms


class KernelRecorder(Recorder):
    """Watches coefficients, one for each row that can be learned from; those of rows that are not kept are 0."""

    def __init__(self, asked: Asked, solution: Expansion | Budgeted) -> None:
        n_rows = asked.view.matrix.shape[0]
        shape = n_rows if solution.n_planes == 1 else (n_rows, solution.n_planes)
        super().__init__(asked, Held(np.zeros(shape), np.zeros(solution.n_planes)))
        self._solution = solution

    def now(self) -> Held:
        """Give all that the learner holds."""
        held = Held(np.zeros_like(self.held.weights), np.zeros_like(self.held.bias))
        coefficients = self._shaped(self._solution.coefficients())
        np.add.at(held.weights, self._solution.support, coefficients)  # within a budget a row may be kept twice
        return held

    def _see(self, epoch: int, what: PlaneWalk | KernelWalk) -> None:
        assert isinstance(what, KernelWalk), "a kernel learner tells what it computed"
        if self.has_enough:
            return
        n_planes = what.activations.shape[1]
        numbers_a_row = (2 + n_planes) * len(_kept_rows(self.held.weights))
        room = min(self.asked.max_steps - len(self.log), 1 + (MOST_NUMBERS - self.n_numbers) // max(1, numbers_a_row))
        rows = what.rows[:room]
        self.n_numbers += numbers_a_row * len(rows)
        change = self._change(what) if len(rows) == len(what.rows) else None
        updates = []
        if change is not None:
            self.held.take(change)
            self.n_numbers += change.numbers.size
            updates.append(Update(len(rows) - 1, what.size, change))
        activations = what.activations[:room]
        self.write(epoch, rows, activations[:, 0] if n_planes == 1 else activations, updates)

    def _terms(self, row: int, held: Held) -> Terms:
        kernel, matrix, entries = self._solution.kernel, self.asked.view.matrix, _kept_rows(held.weights)
        values = kernel(matrix[[row]], kernel.take(matrix, entries))[0] if len(entries) else np.zeros(0)
        return Terms(entries, values, held.weights[entries])

    def _change(self, seen: KernelWalk) -> Change | None:
        """An update adds to the coefficient of its row; with a budget it may change all."""
        if seen.change is None:
            return None
        before = self.held.weights
        if isinstance(self._solution, Budgeted):
            after = self.now().weights
            entries = _kept_rows(np.column_stack([before, after]))
            return Change(entries, after[entries], self.held.bias.copy())
        row = seen.rows[-1:]
        return Change(row, before[row] + self._shaped(seen.change[None]), self.held.bias.copy())

    def _shaped(self, coefficients: Floats) -> Floats:
        """Of one plane there is a number a row, and not a row of one number."""
        return coefficients.reshape(-1, *self.held.weights.shape[1:])


def _kept_rows(coefficients: Floats) -> np.ndarray:
    return np.flatnonzero(coefficients.reshape(len(coefficients), -1).any(axis=1))
