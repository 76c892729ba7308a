"""Records every step during `fit`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from rosenblatt import _core
from rosenblatt.learn.input.labels import places_of
from rosenblatt.learn.weights.plane import Plane, Variances
from rosenblatt.learn.weights.solution import KernelWalk, Observer, PlaneWalk
from rosenblatt.rows import Floats, Indices, RowsView
from rosenblatt.tracing._row_entries import entries_of
from rosenblatt.tracing.step import Change, ModelState, Part, Step, StepLog, Terms

# Limit on the numbers that the steps of one part store: 160 MB. Rows of a million columns reach it in a few steps.
MAX_NUMBERS = 20_000_000
# Rows whose activations are computed together; those after an update are computed again.
BATCH_ROWS = 32


class RecordingJob(NamedTuple):
    """The problem to record: rows, targets and labels, and the part of the trace to fill."""

    view: RowsView
    targets: NDArray[Any]
    labels: list[Any]
    part: Part
    last_wins: bool
    name_of: Callable[[int], str]
    max_steps: int


class RecordedUpdate(NamedTuple):
    """An update: the index of its row among those just learned from, its size and its result."""

    place: int
    size: float
    change: Change


@dataclass
class Recorder(ABC):
    """Records the steps of one problem. `state` is the state after the last recorded step."""

    job: RecordingJob
    state: ModelState
    n_numbers: int = 0

    @abstractmethod
    def current_state(self) -> ModelState:
        """Return the present state of the learner."""

    @abstractmethod
    def _record(self, epoch: int, walk: PlaneWalk | KernelWalk) -> None:
        """Record the rows that were just learned from."""

    @abstractmethod
    def _terms(self, row: int, state: ModelState) -> Terms:
        """Return the terms of a row's activation."""

    @property
    def log(self) -> StepLog:
        """The recorded steps."""
        return self.job.part.log

    @property
    def is_full(self) -> bool:
        """Whether no more steps are recorded."""
        return len(self.log) >= self.job.max_steps or self.n_numbers >= MAX_NUMBERS

    def of_epoch(self, epoch: int) -> Observer | None:
        """Return the observer of an epoch; None if no more steps are recorded."""
        return None if self.is_full else lambda walk: self._record(epoch, walk)

    def append(self, epoch: int, rows: Indices, activations: Floats, updates: list[RecordedUpdate]) -> None:
        """Append rows that were learned from one after another, and the updates among them."""
        targets = places_of(self.job.targets[rows])
        log, begin = self.log, len(self.log)
        log.epochs.extend([epoch] * len(rows))
        log.rows.extend(rows.tolist())
        log.activations.extend(activations.tolist())
        log.targets.extend(targets.tolist())
        log.predictions.extend(_core.strongest(activations, self.job.last_wins).tolist())
        if activations.ndim == 2:
            log.rivals.extend(_strongest_but(targets, activations))
        log.sizes.extend([0.0] * len(rows))
        for place, size, change in updates:
            log.sizes[begin + place] = size
            log.changes[begin + place + 1] = change

    def make_steps(self) -> list[Step]:
        """Compute all recorded steps from the start."""
        part, log, state = self.job.part, self.log, self.job.part.start.copy()
        steps: list[Step] = []
        n_mistakes = 0
        for k, row in enumerate(log.rows):
            target, activations, is_mistake = log.targets[k], log.activations[k], log.predictions[k] != log.targets[k]
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
                    name=self.job.name_of(row),
                    label=self.job.labels[row],
                    sign=sign,
                    activation=tuple(activations) if several else activations,
                    prediction=part.classes[log.predictions[k]],
                    rival=None if rival is None else part.classes[rival],
                    margin=(activations[target] - activations[rival] if several else sign * activations) + 0.0,  # no -0
                    is_mistake=is_mistake,
                    is_update=change is not None,
                    size=log.sizes[k],
                    terms=self._terms(row, state),
                    bias=state.bias.copy(),
                    bias_variances=None if state.bias_variances is None else state.bias_variances.copy(),
                    change=change,
                    n_mistakes=n_mistakes,
                    n_updates=(steps[-1].n_updates if steps else 0) + (change is not None),
                    _part=part,
                )
            )
            if change is not None:
                state.apply(change)
        return steps


class PlaneRecorder(Recorder):
    """Records a learner of weights: repeats each walk from update to update, with the same bits as the core's."""

    def __init__(self, job: RecordingJob, plane: Plane, variances: Variances | None) -> None:
        super().__init__(job, ModelState(*plane, *_by_weight(variances)).copy())
        self._plane, self._variances = plane, variances
        self._own_variances = None if variances is None else variances.copy()
        self._touches_all = variances is not None and variances.touches_all
        matrix: Any = job.view.matrix
        is_sparse = bool(sp.issparse(matrix))
        lengths = np.diff(matrix.indptr) if is_sparse else np.count_nonzero(matrix, axis=1)
        if self._touches_all:
            lengths = np.full(len(lengths), len(plane.weights))
        n_numbers = len(plane.bias) * (1 if variances is None else 2)
        self._lengths = (n_numbers + 2) * lengths.astype(np.int64)
        self._entries_by_row: dict[int, tuple[NDArray[np.int64], Floats]] = {}

    def current_state(self) -> ModelState:
        return ModelState(*self._plane, *_by_weight(self._variances)).copy()

    def _record(self, epoch: int, walk: PlaneWalk | KernelWalk) -> None:
        assert isinstance(walk, PlaneWalk), "weights are learned by walks of a plane"
        learning, batch, *_ = walk
        order = self._rows_with_room(walk)
        computed, updates, begin = [], [], 0
        while begin < len(order):
            rows = order[begin : begin + BATCH_ROWS]
            weights, bias, *_ = self.state
            activations = Plane(weights, bias).activations(self.job.view, rows)
            variances = (None, None) if self._own_variances is None else self._own_variances.arrays
            core_state = _core.State(weights, bias, None, None, 0, False, *variances)
            tally = learning.walk(batch.rows, batch.targets, batch.weights, rows, core_state, 1)
            computed.append(activations[: tally.seen])
            begin += tally.seen
            if tally.updates:
                self.state = ModelState(weights, bias, *_by_weight(self._own_variances))
                entries = self._entries(int(order[begin - 1]))[0]
                change = self.state.changed(entries)
                updates.append(RecordedUpdate(begin - 1, tally.step, change))
        if computed:
            self.append(epoch, order, np.concatenate(computed), updates)

    def _rows_with_room(self, walk: PlaneWalk) -> Indices:
        """Return the rows that were learned from, as many as there is room for; rows of weight 0 are skipped."""
        order, weights = walk.order, walk.batch.weights
        present = order if weights is None else order[weights[order] != 0]
        present = present[: min(walk.tally.seen, self.job.max_steps - len(self.log))]
        numbers = self.n_numbers + np.cumsum(self._lengths[present])
        room = int(np.count_nonzero(numbers - self._lengths[present] < MAX_NUMBERS))
        self.n_numbers = int(numbers[room - 1]) if room else self.n_numbers
        return present[:room]

    def _entries(self, row: int) -> tuple[NDArray[np.int64], Floats]:
        """Return the columns whose weights a row may change, and its values there: those that are not 0, or all."""
        if row not in self._entries_by_row:
            entries, values = entries_of(self.job.view.matrix, row)
            if self._touches_all:
                dense = np.zeros(len(self._plane.weights))
                dense[entries] = values
                entries, values = np.arange(len(dense)), dense
            self._entries_by_row[row] = entries, values
        return self._entries_by_row[row]

    def _terms(self, row: int, state: ModelState) -> Terms:
        entries, values = self._entries(row)
        variances = None if state.variances is None else state.variances[entries]
        return Terms(entries, values, state.weights[entries], variances)


def _by_weight(variances: Variances | None) -> tuple[Floats | None, Floats | None]:
    """Return the variance of each weight and of each bias, those of a covariance as views of its diagonal."""
    if variances is None or not variances.touches_all:
        return variances or (None, None)
    diagonal = np.einsum("ii->i", variances.weights)
    return diagonal[:-1], diagonal[-1:]


def _strongest_but(targets: NDArray[np.intp], activations: Floats) -> list[int]:
    """Return the first of the strongest other classes, as in core/learn/several_classes.hpp."""
    others = activations.copy()
    others[np.arange(len(targets)), targets] = -np.inf
    rivals: list[int] = others.argmax(axis=1).tolist()
    return rivals
