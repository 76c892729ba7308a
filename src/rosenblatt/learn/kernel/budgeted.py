"""At most so many rows, whatever comes: constant memory, and constant time for each example."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field, replace

import numpy as np

from rosenblatt import _core
from rosenblatt.errors import BadParameter
from rosenblatt.learn.kernel.block import Block, KernelTally, Step
from rosenblatt.learn.kernel.forget import Forget, Held
from rosenblatt.learn.kernel.kernels import QUIET, Kernel, Stored
from rosenblatt.learn.kernel.models import Expanded
from rosenblatt.learn.weights.solution import Answers, Kept, Plane, See
from rosenblatt.rows import Batch, Floats, Indices, Matrix

ROWS = 256  # rows that are met together


@dataclass
class Budgeted(Kept):
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

    def meet(self, matrix: Matrix) -> None:
        """Take note of the rows that are learned from next."""
        self._matrix = matrix

    def leave(self) -> None:
        """Let go of the rows that were learned from."""
        if self._matrix is not None:
            self.n_met += self._matrix.shape[0]
        self._matrix = self._before = None

    def remember(self, rows: _core.Rows) -> Callable[[], None]:
        """Give a function that undoes what these rows will have done."""
        before = {**vars(self), "rows": self.rows.copy(), "support": self.support.copy()}
        before |= {"coefs": self.coefs.copy(), "forget": deepcopy(self.forget)}
        return lambda: vars(self).update(before)

    @QUIET
    def begin_epoch(self) -> None:
        """Take note of an epoch's beginning."""
        self._before = self.last_model()

    def weight_change(self) -> float:
        """Say how far the weights moved since the epoch began, as a share of their length."""
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
        assert self._matrix is not None, "meet comes first"
        return self._matrix

    # Learning

    @QUIET
    def walk(
        self,
        learning: _core.Learning,
        batch: Batch,
        order: Indices,
        max_updates: int = 2**62,
        answers: Answers | None = None,
        *,
        see: See | None = None,
    ) -> KernelTally:
        """Learn from rows in the given order; if asked to, notes what was said of each before it was learned."""
        tally, before = KernelTally(), self.seen
        for begin in range(0, len(order), ROWS):
            if tally.is_over(max_updates):
                break
            rows = order[begin : begin + ROWS]
            block, values = self._block(batch, rows)
            said = None if answers is None else answers[begin : begin + ROWS]
            for step in block.steps(learning, before, tally, max_updates, said, see=see):
                values = self._learn(block, step, values)
            self.seen = before + tally.seen
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
    ) -> KernelTally:
        """Refuse: any row may be next, so the activations of all would have to be kept, and not only of a budget."""
        raise BadParameter("order='misclassified' must know all rows at once and cannot keep to a budget; take another")

    def asks(self, learning: _core.Learning, batch: Batch, rows: Indices) -> bool:
        """Say whether one of the rows asks for an update."""
        parts = (rows[k : k + ROWS] for k in range(0, len(rows), ROWS))
        return any(len(self._block(batch, part)[0].asking(learning)) > 0 for part in parts)

    def _block(self, batch: Batch, rows: Indices) -> tuple[Block, Floats]:
        """Set up a block, with its kernel values for each row that is held."""
        block = self._on[rows]
        values = self.kernel(block, self._held()) if self.rows else np.zeros((len(rows), 0))
        scores = values @ self.coefs
        return Block(self.kernel, self._on, batch, rows, scores, block=block, needs_lengths=self.needs_lengths), values

    def _learn(self, block: Block, step: Step, values: Floats) -> Floats:
        """Hold the row of an update, forget another if there is no room, and let the block's activations follow."""
        row = block.rows[step.place : step.place + 1]
        before = np.vstack([self.coefs, np.zeros((1, self.n_planes))])
        after = before.copy()
        after[-1] = step.change(self.n_planes)
        values = np.column_stack([values, block.column(step.place)])
        self.rows.append(self.kernel.take(self._on, row))
        self.support.append(self.n_met + int(row[0]))

        held = Held(after, self._kernel_of)
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
        """Give what predicts."""
        return self.last_model()

    def last_model(self) -> Expanded:
        """Give what predicts by the last weights."""
        stored = self._held() if self.rows else np.zeros((0, 0))
        return Expanded(self.kernel, stored, self.coefs.copy())

    def coefficients(self) -> Floats:
        """Give what each held row counts, in a row each."""
        return self.coefs

    def changed(self, how: str, *args: int) -> Budgeted:
        """Change the coefficients in the way that a method of `Plane` says, to take in a new class."""
        as_plane = Plane(self.coefs if self.n_planes > 1 else self.coefs[:, 0], np.zeros(self.n_planes))
        weights = getattr(as_plane, how)(*args).weights.reshape(len(self.coefs), -1)
        return replace(
            self,
            coefs=weights,
            n_planes=weights.shape[1],
            rows=self.rows.copy(),
            support=self.support.copy(),
            forget=deepcopy(self.forget),
        )
