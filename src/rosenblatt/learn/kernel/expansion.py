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

from rosenblatt import _core
from rosenblatt.learn.kernel.block import (
    BlockSize,
    KernelBlock,
    KernelTally,
    KernelUpdate,
    last_update,
)
from rosenblatt.learn.kernel.carried import Carried
from rosenblatt.learn.kernel.kernels import QUIET, Kernel
from rosenblatt.learn.kernel.models import Expanded, KernelVoters, coefficients
from rosenblatt.learn.kernel.store import Store
from rosenblatt.learn.weights.solution import KernelWalk, Model, Pass, Solution
from rosenblatt.learn.weights.votes import Updates, joined, no_updates, survival
from rosenblatt.rows import Batch, Floats, Indices, Matrix, RowsView

METHODS = ("last", "average", "vote")

CHUNK = 1024  # stored rows that are multiplied at once: BLAS does not react to Ctrl-C


@dataclass
class Expansion(Solution):
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
    size: BlockSize = field(default_factory=BlockSize)
    _carried: Carried | None = None

    # Rows come and go

    def attach(self, view: RowsView) -> None:
        self._carried = Carried(view.matrix, self.n_planes)

    def detach(self) -> None:
        if self._carried is not None:
            self.n_met += self._carried.matrix.shape[0]
        self._carried = None

    def snapshot(self, rows: _core.Rows | None = None) -> Callable[[], None]:
        names = ("seen", "n_met", "updates", "support", "length2", "_carried")
        before = {name: getattr(self, name) for name in names}
        n_stored, n_epochs = len(self.store), len(self.epoch_ends)

        def restore() -> None:
            vars(self).update(before)
            self.store.shrink_to(n_stored)
            del self.epoch_ends[n_epochs:]

        return restore

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

    def end_epoch(self, error_of: Callable[[Model], float]) -> None:
        self.epoch_ends.append(self.seen)

    def weight_change(self) -> float:
        change2, length2 = self._on.change2, self.length2
        if change2 <= 0.0:
            return 0.0
        return math.sqrt(change2 / length2) if 0.0 < length2 < math.inf else math.inf

    @property
    def _on(self) -> Carried:
        assert self._carried is not None, "rows are attached first"
        return self._carried

    # Learning

    @QUIET
    def walk(self, rows: Pass) -> KernelTally:
        tally, begin, before = KernelTally(), 0, self.seen
        while begin < len(rows.order) and not tally.is_over(rows.max_updates):
            those = rows.order[begin : begin + self.size.rows]
            updates = self._walk_block(rows, begin, those, before, tally)
            self.size.adapt(len(updates))
            begin += len(those)
            self.seen = before + tally.seen
        return tally

    def _walk_block(
        self, rows: Pass, begin: int, those: Indices, before: int, tally: KernelTally
    ) -> list[KernelUpdate]:
        """Learn from the rows that are met together, and store the updates."""
        block = self._block(rows.batch, those)
        updates: list[KernelUpdate] = []

        def apply(update: KernelUpdate) -> None:
            column = block.column(update.place)
            self._measure(update, those[update.place], block.scores[update.place], column[update.place])
            block.scores += column[:, None] * update.change(self.n_planes)
            updates.append(update)

        block.walk(rows, begin, before, tally, apply)
        self._store_updates(those, updates)
        self._on.scores[those] = block.scores
        self._on.upto[those] = len(self.updates.rows)
        return updates

    @QUIET
    def walk_misclassified(self, rows: Pass, random: _core.Random) -> KernelTally:
        """Learn from a random one of the rows that now require an update, as often as there are rows.

        Any row may be next, so all of them follow every update at once.
        """
        learning, batch, order, max_updates, _, observer = rows
        carried, all_rows = self._on, np.sort(order)
        for part in self._parts(all_rows):
            self._scores_of(part, carried.matrix[part])
        lengths2 = np.zeros(len(carried.scores))
        if self.needs_lengths:
            lengths2[all_rows] = self.kernel.lengths2(carried.matrix, all_rows)
        view = _core.Rows.scored(lengths2)
        tally = KernelTally()
        while tally.seen < len(order) and not tally.is_over(max_updates):
            state = _core.State.of_scores(carried.scores, self.seen + tally.seen)
            walked = learning.walk_misclassified(view, batch.targets, batch.weights, order, state, 1, random, 1)
            tally.add(walked)  # the rows are numbered as they are
            if walked.seen == 0:
                break
            picked, change = np.array([walked.picked]), None
            activations = carried.scores[picked]
            if walked.updates:
                update = last_update(state, batch.targets)
                change = update.change(self.n_planes)
                self._follow(all_rows, update)
            if observer is not None:
                observer(KernelWalk(picked, activations, walked.step, change))
        self.seen += tally.seen
        return tally

    def _follow(self, rows: Indices, update: KernelUpdate) -> None:
        """Add an update to the activations of all rows."""
        carried, row = self._on, np.array([update.place])
        own = float(self.kernel(carried.matrix[row], self.kernel.take(carried.matrix, row))[0, 0])
        self._measure(update, update.place, carried.scores[update.place], own)
        self._store_updates(np.arange(len(carried.scores)), [update])
        for part in self._parts(rows):
            self._bring_up_to_date(part, carried.matrix[part])

    def would_update(self, learning: _core.Learning, batch: Batch, rows: Indices) -> bool:
        return any(self._block(batch, part).would_update(learning) for part in self._parts(rows))

    def _block(self, batch: Batch, rows: Indices) -> KernelBlock:
        block = self._on.matrix[rows]
        scores = self._scores_of(rows, block)
        return KernelBlock(
            self.kernel, self._on.matrix, batch, rows, scores, block=block, needs_lengths=self.needs_lengths
        )

    def _parts(self, rows: Indices) -> Iterator[Indices]:
        return (rows[k : k + self.size.rows] for k in range(0, len(rows), self.size.rows))

    def _scores_of(self, rows: Indices, block: Matrix) -> Floats:
        """Return the activations of rows, brought up to date."""
        self._bring_up_to_date(rows, block)
        self._on.is_met[rows] = True
        return self._on.scores[rows]

    def _bring_up_to_date(self, rows: Indices, block: Matrix) -> None:
        """Add the updates since the last visit of each row, and record its activation at the begin of the epoch."""
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

    def _measure(self, update: KernelUpdate, row: int, scores: Floats, own: float) -> None:
        """Update the squared length of the weights and of what the epoch added to them.

        |w + t x|^2 = |w|^2 + 2 t w.x + t^2 |x|^2, and w.x is the activation before the update.
        """
        change = update.change(self.n_planes)
        longer = own * float(change @ change)
        self.length2 += 2.0 * float(change @ scores) + longer
        self._on.change2 += 2.0 * float(change @ (scores - self._on.first_scores[row])) + longer

    def _store_updates(self, rows: Indices, updates: list[KernelUpdate]) -> None:
        """Store the updates, and those of their rows that are not stored yet."""
        if not updates:
            return
        carried = self._on
        updated = rows[[update.place for update in updates]]
        new = np.unique(updated[carried.places[updated] < 0])
        if len(new):
            carried.places[new] = np.arange(len(self.store), len(self.store) + len(new))
            self.store.append(self.kernel.take(carried.matrix, new))
            self.support = np.concatenate([self.support, self.n_met + new])
        _, sizes, before, gains, loses = zip(*updates, strict=True)
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
        return self.model_by(self.final, self.seen)

    def last_model(self) -> Model:
        return self.model_by("last", self.seen)

    def model_by(self, method: str, seen: int) -> Model:
        """Return what predicts by a method, as it was after `seen` examples."""
        updates = self.updates.between(0, int(np.searchsorted(self.updates.before, seen)))
        stored = self.store.all()
        if method == "vote":
            survived = survival(updates, seen)
            return KernelVoters(self.kernel, stored, updates, survived, self.n_planes, self.last_wins)
        share = (seen - updates.before) / seen if method == "average" else 1.0
        return Expanded(self.kernel, stored, coefficients(updates, len(self.store), self.n_planes, share))

    def coefficients(self) -> Floats:
        """Return the coefficients of the stored rows in the last weights, one row per stored row."""
        return coefficients(self.updates, len(self.store), self.n_planes)

    def seen_after(self, epoch: float) -> int:
        """Return the number of examples after `epoch` epochs, whole or not, as if the last one had gone on."""
        ends = [0, *self.epoch_ends]
        whole = min(int(epoch), len(ends) - 2)
        length = ends[whole + 1] - ends[whole]
        return ends[whole] + round((epoch - whole) * length)

    # New classes

    def opposite(self) -> Expansion:
        return self._with_updates(self.updates.opposite(), 1)

    def per_class(self) -> Expansion:
        return self._with_updates(self.updates.per_class(), 2)

    def add_class(self, place: int) -> Expansion:
        return self._with_updates(self.updates.add_class(place), self.n_planes + 1)

    def _with_updates(self, updates: Updates, n_planes: int) -> Expansion:
        return replace(self, updates=updates, n_planes=n_planes, store=deepcopy(self.store), size=BlockSize())
