"""Records every step of a kernel learner: coefficients of rows instead of weights of columns."""

from __future__ import annotations

import numpy as np

from rosenblatt.learn.kernel.budgeted import Budgeted
from rosenblatt.learn.kernel.expansion import Expansion
from rosenblatt.learn.weights.solution import KernelWalk, PlaneWalk
from rosenblatt.rows import Floats
from rosenblatt.tracing._recorder import MAX_NUMBERS, RecordedUpdate, Recorder, RecordingJob
from rosenblatt.tracing.step import Change, ModelState, Terms


class KernelRecorder(Recorder):
    """Records coefficients, one per row of X; that of a row that is not kept is 0."""

    def __init__(self, job: RecordingJob, solution: Expansion | Budgeted) -> None:
        n_rows = job.view.matrix.shape[0]
        shape = n_rows if solution.n_planes == 1 else (n_rows, solution.n_planes)
        super().__init__(job, ModelState(np.zeros(shape), np.zeros(solution.n_planes)))
        self._solution = solution

    def current_state(self) -> ModelState:
        state = ModelState(np.zeros_like(self.state.weights), np.zeros_like(self.state.bias))
        coefficients = self._shaped(self._solution.coefficients())
        np.add.at(state.weights, self._solution.support, coefficients)  # within a budget a row may be kept twice
        return state

    def _record(self, epoch: int, walk: PlaneWalk | KernelWalk) -> None:
        assert isinstance(walk, KernelWalk), "a kernel learner reports what it computed"
        if self.is_full:
            return
        n_planes = walk.activations.shape[1]
        numbers_per_row = (2 + n_planes) * len(_kept_rows(self.state.weights))
        room = min(self.job.max_steps - len(self.log), 1 + (MAX_NUMBERS - self.n_numbers) // max(1, numbers_per_row))
        rows = walk.rows[:room]
        self.n_numbers += numbers_per_row * len(rows)
        change = self._change(walk) if len(rows) == len(walk.rows) else None
        updates = []
        if change is not None:
            self.state.apply(change)
            self.n_numbers += change.numbers.size
            updates.append(RecordedUpdate(len(rows) - 1, walk.size, change))
        activations = walk.activations[:room]
        self.append(epoch, rows, activations[:, 0] if n_planes == 1 else activations, updates)

    def _terms(self, row: int, state: ModelState) -> Terms:
        kernel, matrix, entries = self._solution.kernel, self.job.view.matrix, _kept_rows(state.weights)
        values = kernel(matrix[[row]], kernel.take(matrix, entries))[0] if len(entries) else np.zeros(0)
        return Terms(entries, values, state.weights[entries])

    def _change(self, walk: KernelWalk) -> Change | None:
        """Return the result of an update: the coefficient of its row; with a budget, of all rows."""
        if walk.change is None:
            return None
        before = self.state.weights
        if isinstance(self._solution, Budgeted):
            after = self.current_state().weights
            entries = _kept_rows(np.column_stack([before, after]))
            return Change(entries, after[entries], self.state.bias.copy())
        row = walk.rows[-1:]
        return Change(row, before[row] + self._shaped(walk.change[None]), self.state.bias.copy())

    def _shaped(self, coefficients: Floats) -> Floats:
        """Return one number per row for one plane, one row of numbers per row for several."""
        return coefficients.reshape(-1, *self.state.weights.shape[1:])


def _kept_rows(coefficients: Floats) -> np.ndarray:
    return np.flatnonzero(coefficients.reshape(len(coefficients), -1).any(axis=1))
