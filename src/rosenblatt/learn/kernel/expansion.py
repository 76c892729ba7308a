"""Weights that are never formed: a sum over the updates, each a stored row with its step.

The activation of a row is the sum of step * k(stored row, row) over the updates. It is carried along for every row
that is learned from: when a row is met again, only the updates since its last visit are added. Rows are met in
blocks, whose kernel values with the stored rows come from one product of matrices.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from rosenblatt import _core
from rosenblatt.learn.kernel.block import Block, KernelTally, Size, Step, as_step
from rosenblatt.learn.kernel.kernels import QUIET, Kernel
from rosenblatt.learn.kernel.models import Expanded, KernelVoters, coefficients
from rosenblatt.learn.kernel.store import Store
from rosenblatt.learn.weights.solution import Answers, Kept, Model, See, Seen
from rosenblatt.learn.weights.votes import Updates, joined, no_updates, survival
from rosenblatt.rows import Batch, Floats, Indices, Matrix

METHODS = ("last", "average", "vote")

CHUNK = 1024  # stored rows that are multiplied at once: BLAS does not hear Ctrl-C


class Carried:
    """The activations of all rows that are being learned from, and how many updates those of each row know of."""

    def __init__(self, matrix: Matrix, n_planes: int) -> None:
        n = matrix.shape[0]
        self.matrix = matrix
        self.scores: Floats = np.zeros((n, n_planes))
        self.upto: Indices = np.zeros(n, dtype=np.int64)
        self.is_met: NDArray[np.bool_] = np.zeros(n, dtype=bool)
        self.places: Indices = np.full(n, -1)  # where each row is stored
        # Of the epoch: the scores and the number of updates when it began, and the squared length of what it added.
        self.first_scores, self.first_update, self.change2 = self.scores, 0, 0.0


@dataclass
class Expansion(Kept):
    """Every update with its row: enough for the last model, for the average and for a vote, after any epoch."""

    kernel: Kernel
    n_planes: int
    final: str
    last_wins: bool
    needs_lengths: bool
    seen: int = 0
    n_met: int = 0  # rows in earlier calls
    updates: Updates = field(default_factory=no_updates)
    store: Store = field(default_factory=Store)
    support: Indices = field(default_factory=lambda: np.zeros(0, dtype=np.int64))  # numbers of the stored rows
    epoch_ends: list[int] = field(default_factory=list)  # examples seen by then
    length2: float = 0.0  # of the weights
    size: Size = field(default_factory=Size)
    _carried: Carried | None = None

    # Rows come and go

    def meet(self, matrix: Matrix) -> None:
        """Take note of the rows that are learned from next."""
        self._carried = Carried(matrix, self.n_planes)

    def leave(self) -> None:
        """Let go of the rows that were learned from."""
        if self._carried is not None:
            self.n_met += self._carried.matrix.shape[0]
        self._carried = None

    def remember(self, rows: _core.Rows) -> Callable[[], None]:
        """Give a function that undoes what these rows will have done."""
        names = ("seen", "n_met", "updates", "support", "length2", "_carried")
        before = {name: getattr(self, name) for name in names}
        n_stored = len(self.store)

        def put_back() -> None:
            vars(self).update(before)
            self.store.shrink_to(n_stored)

        return put_back

    @QUIET
    def begin_epoch(self) -> None:
        """Bring all rows that were met up to date, those together that were met together."""
        carried = self._on
        for upto in np.unique(carried.upto[carried.is_met]):
            rows = np.flatnonzero(carried.is_met & (carried.upto == upto))
            for part in self._parts(rows):
                self._bring_up_to_date(part, carried.matrix[part])
        carried.first_scores, carried.first_update = carried.scores.copy(), len(self.updates.rows)
        carried.change2 = 0.0

    def weigh(self, mistakes_of: Callable[[Model], float]) -> None:
        """Take note of an epoch's end."""
        self.epoch_ends.append(self.seen)

    def weight_change(self) -> float:
        """Say how far the weights moved since the epoch began, as a share of their length."""
        change2, length2 = self._on.change2, self.length2
        if change2 <= 0.0:
            return 0.0
        return math.sqrt(change2 / length2) if 0.0 < length2 < math.inf else math.inf

    @property
    def _on(self) -> Carried:
        assert self._carried is not None, "meet comes first"
        return self._carried

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
        tally, begin, before = KernelTally(), 0, self.seen
        while begin < len(order) and not tally.is_over(max_updates):
            rows = order[begin : begin + self.size.rows]
            block = self._block(batch, rows)
            steps = []
            said = None if answers is None else answers[begin : begin + len(rows)]
            for step in block.steps(learning, before, tally, max_updates, said, see=see):
                self._measure(step, rows[step.place], block.scores[step.place], block.column(step.place)[step.place])
                block.add(step.place, step.change(self.n_planes))
                steps.append(step)
            self._keep(rows, steps)
            self._on.scores[rows] = block.scores
            self._on.upto[rows] = len(self.updates.rows)
            self.size.adapt(len(steps))
            begin += len(rows)
            self.seen = before + tally.seen
        return tally

    @QUIET
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
        """Learn from a random one of the rows that now ask for an update, as often as there are rows.

        Any row may be next, so all of them follow every update at once.
        """
        carried, all_rows = self._on, np.sort(order)
        for part in self._parts(all_rows):
            self._scores_of(part, carried.matrix[part])
        lengths2 = np.zeros(len(carried.scores))
        if self.needs_lengths:
            lengths2[all_rows] = self.kernel.lengths2(carried.matrix, all_rows)
        view = _core.Rows.scored(lengths2)
        tally = KernelTally()
        while tally.seen < len(order) and not tally.is_over(max_updates):
            state = _core.State(carried.scores, np.zeros(self.n_planes), None, None, self.seen + tally.seen, True)
            walked = learning.walk_misclassified(view, batch.targets, batch.weights, order, state, 1, random, 1)
            tally.add(walked)  # the rows are numbered as they are
            if walked.seen == 0:
                break
            picked, change = np.array([walked.picked]), None
            activations = carried.scores[picked]
            if walked.updates:
                place, met, step, rivals = (values.tolist() for values in state.updates())
                taken = as_step(int(batch.targets[place[0]]), place[0], step[0], met[0] - 1, rivals)
                change = taken.change(self.n_planes)
                self._follow(all_rows, taken)
            if see is not None:
                see(Seen(picked, activations, walked.step, change))
        self.seen += tally.seen
        return tally

    def _follow(self, rows: Indices, step: Step) -> None:
        """Let the activations of all rows follow an update of one of them."""
        carried, row = self._on, np.array([step.place])
        own = float(self.kernel(carried.matrix[row], self.kernel.take(carried.matrix, row))[0, 0])
        self._measure(step, step.place, carried.scores[step.place], own)
        self._keep(np.arange(len(carried.scores)), [step])
        for part in self._parts(rows):
            self._bring_up_to_date(part, carried.matrix[part])

    def asks(self, learning: _core.Learning, batch: Batch, rows: Indices) -> bool:
        """Say whether one of the rows asks for an update."""
        return any(len(self._block(batch, part).asking(learning)) > 0 for part in self._parts(rows))

    def _block(self, batch: Batch, rows: Indices) -> Block:
        block = self._on.matrix[rows]
        scores = self._scores_of(rows, block)
        return Block(self.kernel, self._on.matrix, batch, rows, scores, block=block, needs_lengths=self.needs_lengths)

    def _parts(self, rows: Indices) -> Iterator[Indices]:
        return (rows[k : k + self.size.rows] for k in range(0, len(rows), self.size.rows))

    def _scores_of(self, rows: Indices, block: Matrix) -> Floats:
        """Give the activations of rows as things stand."""
        self._bring_up_to_date(rows, block)
        self._on.is_met[rows] = True
        return self._on.scores[rows]

    def _bring_up_to_date(self, rows: Indices, block: Matrix) -> None:
        """Add the updates since the last visit of each row; how it stood when the epoch began is noted on the way."""
        carried, now = self._on, len(self.updates.rows)
        known = carried.upto[rows]
        are_alike = bool((known == known[:1]).all())
        for upto in known[:1].tolist() if are_alike else np.unique(known).tolist():
            is_one = slice(None) if are_alike else known == upto
            those, part, since = rows[is_one], block[is_one], upto  # a row that comes twice gets the same sum twice
            if upto < carried.first_update:
                self._add_updates(those, part, upto, carried.first_update)
                carried.first_scores[those] = carried.scores[those]
                since = carried.first_update
            self._add_updates(those, part, since, now)
        carried.upto[rows] = now

    def _add_updates(self, rows: Indices, block: Matrix, begin: int, end: int) -> None:
        if begin == end:
            return
        part = self.updates.between(begin, end)
        which, place = np.unique(part.rows, return_inverse=True)
        steps = coefficients(part._replace(rows=place), len(which), self.n_planes)
        for k in range(0, len(which), CHUNK):
            chosen = slice(k, k + CHUNK)
            self._on.scores[rows] += self.kernel(block, self.store.choose(which[chosen])) @ steps[chosen]

    def _measure(self, step: Step, row: int, scores: Floats, own: float) -> None:
        """Keep the squared length of the weights and of what the epoch added to them.

        |w + t x|^2 = |w|^2 + 2 t w.x + t^2 |x|^2, and w.x is the activation before the update.
        """
        change = step.change(self.n_planes)
        longer = own * float(change @ change)
        self.length2 += 2.0 * float(change @ scores) + longer
        self._on.change2 += 2.0 * float(change @ (scores - self._on.first_scores[row])) + longer

    def _keep(self, rows: Indices, steps: list[Step]) -> None:
        """Store the rows of these updates that are not stored yet, and note the updates."""
        if not steps:
            return
        carried = self._on
        updated = rows[[step.place for step in steps]]
        new = np.unique(updated[carried.places[updated] < 0])
        if len(new):
            carried.places[new] = np.arange(len(self.store), len(self.store) + len(new))
            self.store.append(self.kernel.take(carried.matrix, new))
            self.support = np.concatenate([self.support, self.n_met + new])
        _, sizes, before, gains, loses = zip(*steps, strict=True)
        entries = Updates(
            carried.places[updated],
            np.array(sizes),
            np.array(before, dtype=np.int64),
            np.array(gains, dtype=np.int32),
            np.array(loses, dtype=np.int32),
        )
        self.updates = joined([self.updates, entries])

    # Predicting

    def model(self) -> Model:
        """Give what predicts."""
        return self.model_by(self.final, self.seen)

    def last_model(self) -> Model:
        """Give what predicts by the last weights."""
        return self.model_by("last", self.seen)

    def model_by(self, method: str, seen: int) -> Model:
        """Give what predicts by a method, as it was after so many examples; after the last, it survives."""
        updates = self.updates.between(0, int(np.searchsorted(self.updates.before, seen)))
        stored = self.store.all()
        if method == "vote":
            survived = survival(updates, seen)
            return KernelVoters(self.kernel, stored, updates, survived, self.n_planes, self.last_wins)
        share = (seen - updates.before) / seen if method == "average" else 1.0
        return Expanded(self.kernel, stored, coefficients(updates, len(self.store), self.n_planes, share))

    def coefficients(self) -> Floats:
        """Give what each stored row counts in the last weights, in a row each."""
        return coefficients(self.updates, len(self.store), self.n_planes)

    def seen_after(self, epoch: float) -> int:
        """Count the examples seen after so many epochs, whole or not; the last epoch would have gone on the same."""
        ends = [0, *self.epoch_ends]
        whole = min(int(epoch), len(ends) - 2)
        length = ends[whole + 1] - ends[whole]
        return ends[whole] + round((epoch - whole) * length)

    def changed(self, how: str, *args: int) -> Expansion:
        """Change every part in the way that a method of `Plane` says, to take in a new class."""
        n_planes = {"opposite": 1, "of_each_class": 2, "with_class": self.n_planes + 1}[how]
        updates = getattr(self.updates, how)(*args)
        return replace(self, updates=updates, n_planes=n_planes, store=deepcopy(self.store), size=Size())
