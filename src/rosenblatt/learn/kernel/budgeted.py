"""A kernel learner with a limited number of rows: constant memory, and constant time for each example."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field, replace

import numpy as np

from rosenblatt import _core
from rosenblatt.errors import BadParameter
from rosenblatt.learn.kernel.block import KernelBlock, KernelTally, KernelUpdate
from rosenblatt.learn.kernel.forget import Forget, HeldRows
from rosenblatt.learn.kernel.kernels import QUIET, Kernel, Stored
from rosenblatt.learn.kernel.models import Expanded
from rosenblatt.learn.weights.plane import Plane
from rosenblatt.learn.weights.solution import Pass, Solution
from rosenblatt.rows import Batch, Floats, Indices, Matrix, RowsView

ROWS = 256  # rows that are met together


@dataclass
class Budgeted(Solution):
    """The last weights, as a sum over at most `budget` held rows, oldest first."""

    kernel: Kernel
    n_planes: int
    budget: int
    forget: Forget
    needs_lengths: bool
    seen: int = 0
    n_met: int = 0  # rows in earlier calls
    rows: list[Stored] = field(default_factory=list)  # one each
    support: list[int] = field(default_factory=list)
    coefs: Floats = field(default_factory=lambda: np.zeros((0, 0)))
    _matrix: Matrix | None = None
    _before: Expanded | None = None

    def __post_init__(self) -> None:
        if not self.rows:
            self.coefs = np.zeros((0, self.n_planes))

    # Rows come and go

    def attach(self, view: RowsView) -> None:
        self._matrix = view.matrix

    def detach(self) -> None:
        if self._matrix is not None:
            self.n_met += self._matrix.shape[0]
        self._matrix = self._before = None

    def snapshot(self, rows: _core.Rows | None = None) -> Callable[[], None]:
        before = {**vars(self), "rows": self.rows.copy(), "support": self.support.copy()}
        before |= {"coefs": self.coefs.copy(), "forget": deepcopy(self.forget)}
        return lambda: vars(self).update(before)

    @QUIET
    def begin_epoch(self) -> None:
        self._before = self.last_model()

    def weight_change(self) -> float:
        assert self._before is not None, "begin_epoch comes first"
        now, before = self.last_model(), self._before
        length2 = self._product(now, now)
        change2 = length2 - 2 * self._product(now, before) + self._product(before, before)
        if change2 <= 1e-15 * length2:  # no more than rounding
            return 0.0
        return float(np.sqrt(change2 / length2)) if length2 > 0.0 else np.inf

    def _product(self, one: Expanded, other: Expanded) -> float:
        """Multiply two weights: the sum of coefficient * kernel * coefficient."""
        if not (len(one.coefficients) and len(other.coefficients)):
            return 0.0
        values = self.kernel.among(self._on, one.stored, other.stored)
        return float(np.sum(one.coefficients * (values @ other.coefficients)))

    @property
    def _on(self) -> Matrix:
        assert self._matrix is not None, "rows are attached first"
        return self._matrix

    # Learning

    @QUIET
    def walk(self, rows: Pass) -> KernelTally:
        tally, before = KernelTally(), self.seen
        for begin in range(0, len(rows.order), ROWS):
            if tally.is_over(rows.max_updates):
                break
            self._walk_block(rows, begin, before, tally)
            self.seen = before + tally.seen
        return tally

    def _walk_block(self, rows: Pass, begin: int, before: int, tally: KernelTally) -> None:
        block, values = self._block(rows.batch, rows.order[begin : begin + ROWS])

        def apply(update: KernelUpdate) -> None:
            nonlocal values
            values = self._learn(block, update, values)

        block.walk(rows, begin, before, tally, apply)

    def walk_misclassified(self, rows: Pass, random: _core.Random) -> KernelTally:
        """Refuse: any row may be next, so the activations of all would have to be kept, and not only of a budget."""
        raise BadParameter("order='misclassified' must know all rows at once and cannot keep to a budget; take another")

    def would_update(self, learning: _core.Learning, batch: Batch, rows: Indices) -> bool:
        parts = (rows[k : k + ROWS] for k in range(0, len(rows), ROWS))
        return any(self._block(batch, part)[0].would_update(learning) for part in parts)

    def _block(self, batch: Batch, rows: Indices) -> tuple[KernelBlock, Floats]:
        """Return a block, and its kernel values for each row that is held."""
        matrix, needs_lengths = self._on, self.needs_lengths
        block = matrix[rows]
        values = self.kernel(block, self._held()) if self.rows else np.zeros((len(rows), 0))
        scores = values @ self.coefs
        return KernelBlock(self.kernel, matrix, batch, rows, scores, block=block, needs_lengths=needs_lengths), values

    def _learn(self, block: KernelBlock, update: KernelUpdate, values: Floats) -> Floats:
        """Hold the row of an update, drop another if there is no room, and adjust the activations of the block.

        Returns the kernel values of the block for each row that is then held.
        """
        row = block.rows[update.place : update.place + 1]
        before = np.vstack([self.coefs, np.zeros((1, self.n_planes))])
        after = before.copy()
        after[-1] = update.change(self.n_planes)
        values = np.column_stack([values, block.column(update.place)])
        self.rows.append(self.kernel.take(self._on, row))
        self.support.append(self.n_met + int(row[0]))

        held = HeldRows(after, self._kernel_of)
        is_needed = self.forget.added(held)
        place = len(after) - 1 if not is_needed else None
        if is_needed and len(after) > self.budget:
            place = self.forget.drop(held)
            self.forget.dropped(place)
        if place is not None:
            after[place] = 0.0
        block.scores += values @ (after - before)
        self.coefs = after
        if place is None:
            return values
        del self.rows[place], self.support[place]
        self.coefs = np.delete(after, place, axis=0)
        return np.delete(values, place, axis=1)

    def _held(self) -> Stored:
        return self.kernel.join(self.rows)

    def _kernel_of(self, place: int) -> Floats:
        """Compute the kernel of one held row with each."""
        values: Floats = self.kernel.among(self._on, self.rows[place], self._held())[0]
        return values

    # Predicting

    def model(self) -> Expanded:
        return self.last_model()

    def last_model(self) -> Expanded:
        stored = self._held() if self.rows else np.zeros((0, 0))
        return Expanded(self.kernel, stored, self.coefs.copy())

    def coefficients(self) -> Floats:
        """Return the coefficients of the held rows, one row per held row."""
        return self.coefs

    # New classes: a column of coefficients is to a class what a column of weights is

    def opposite(self) -> Budgeted:
        return self._with_coefs(self._as_plane().opposite())

    def per_class(self) -> Budgeted:
        return self._with_coefs(self._as_plane().per_class())

    def add_class(self, place: int) -> Budgeted:
        return self._with_coefs(self._as_plane().add_class(place))

    def _as_plane(self) -> Plane:
        return Plane(self.coefs if self.n_planes > 1 else self.coefs[:, 0], np.zeros(self.n_planes))

    def _with_coefs(self, plane: Plane) -> Budgeted:
        coefs = plane.weights.reshape(len(self.coefs), -1)
        return replace(
            self,
            coefs=coefs,
            n_planes=coefs.shape[1],
            rows=self.rows.copy(),
            support=self.support.copy(),
            forget=deepcopy(self.forget),
        )
