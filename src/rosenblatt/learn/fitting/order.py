"""In which order an epoch meets the rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike

from rosenblatt import _core
from rosenblatt.errors import BadParameter
from rosenblatt.learn.weights.solution import Kept, See, Tally
from rosenblatt.rows import Batch, Indices


class Order(Protocol):
    """One epoch of learning over a batch, with at most so many updates."""

    def walk(self, learning: _core.Learning, batch: Batch, kept: Kept, max_updates: int, *, see: See | None) -> Tally:
        """Learn from the rows of one epoch."""

    def met_all(self, learning: _core.Learning, batch: Batch, kept: Kept) -> bool:
        """Say whether an epoch without updates shows that no row asks for one."""


class Fixed:
    """The same rows in the same order each epoch."""

    def __init__(self, rows: Indices) -> None:
        self.rows = rows

    def prepare(self) -> None:
        """Get the order of the next epoch ready."""

    def walk(self, learning: _core.Learning, batch: Batch, kept: Kept, max_updates: int, *, see: See | None) -> Tally:
        """Learn from the rows of one epoch."""
        self.prepare()
        return kept.walk(learning, batch, self.rows, max_updates, see=see)

    def met_all(self, learning: _core.Learning, batch: Batch, kept: Kept) -> bool:
        """Say whether an epoch without updates shows that no row asks for one."""
        return True


class Shuffled(Fixed):
    """Every row once, shuffled anew each epoch."""

    def __init__(self, rows: Indices, random: _core.Random) -> None:
        super().__init__(rows.copy())
        self.random = random

    def prepare(self) -> None:
        """Get the order of the next epoch ready."""
        self.random.shuffle(self.rows)


class Drawn(Fixed):
    """As many rows as there are, each drawn from all of them, so that some come twice and some not at all."""

    def __init__(self, rows: Indices, random: _core.Random) -> None:
        super().__init__(np.empty_like(rows))
        self.all_rows = rows
        self.random = random

    def prepare(self) -> None:
        """Get the order of the next epoch ready."""
        self.random.draw(self.all_rows, self.rows)

    def met_all(self, learning: _core.Learning, batch: Batch, kept: Kept) -> bool:
        """Say whether an epoch without updates shows that no row asks for one: try those that were not drawn."""
        return not kept.asks(learning, batch, self.all_rows)


class Misclassified:
    """A random one of the rows that now ask for an update, as often as there are rows or until none asks."""

    def __init__(self, rows: Indices, random: _core.Random) -> None:
        self.rows = rows.copy()
        self.random = random

    def walk(self, learning: _core.Learning, batch: Batch, kept: Kept, max_updates: int, *, see: See | None) -> Tally:
        """Learn from the rows of one epoch."""
        return kept.walk_misclassified(learning, batch, self.rows, max_updates, self.random, see=see)

    def met_all(self, learning: _core.Learning, batch: Batch, kept: Kept) -> bool:
        """Say whether an epoch without updates shows that no row asks for one."""
        return True


ORDERS: dict[str, Callable[[Indices, _core.Random], Order]] = {
    "shuffled": Shuffled,
    "cyclic": lambda rows, random: Fixed(rows),
    "random": Drawn,
    "misclassified": Misclassified,
}


def make_order(owner: object, order: str | ArrayLike, n_rows: int, present: Indices, random: _core.Random) -> Order:
    """Make the order that the option names; `present` are the rows there are to learn from."""
    if isinstance(order, str) and order in ORDERS:
        return ORDERS[order](present, random)
    return Fixed(_given(owner, order, n_rows, present))


def _given(owner: object, order: str | ArrayLike, n_rows: int, present: Indices) -> Indices:
    must = f"{type(owner).__name__}: order must be {', '.join(map(repr, ORDERS))} or an array of row numbers"
    rows = np.asarray(order)
    if rows.dtype.kind not in "iu" or rows.ndim != 1:
        raise BadParameter(f"{must}, got {order!r}")
    if len(rows) == 0:
        raise BadParameter(f"{must}, got an empty one")
    if rows.min() < 0 or rows.max() >= n_rows:
        place = int(np.argmax((rows < 0) | (rows >= n_rows)))
        raise BadParameter(f"{must} from 0 to {n_rows - 1}, got {rows[place]} at place {place}")
    is_present = np.zeros(n_rows, dtype=bool)
    is_present[present] = True
    return np.ascontiguousarray(rows[is_present[rows]], dtype=np.int64)
