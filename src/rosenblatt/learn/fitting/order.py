"""The order in which an epoch visits the rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike

from rosenblatt import _core
from rosenblatt.errors import BadParameter
from rosenblatt.learn.weights.solution import Observer, Pass, Solution, Tally
from rosenblatt.rows import Batch, Indices


class Order(Protocol):
    """An order of rows, epoch after epoch."""

    def walk(
        self, solution: Solution, learning: _core.Learning, batch: Batch, max_updates: int, observer: Observer | None
    ) -> Tally:
        """Learn from the rows of one epoch."""

    def covers_all(self, learning: _core.Learning, batch: Batch, solution: Solution) -> bool:
        """Whether an epoch without updates proves that no row requires one."""


class Fixed:
    """The same rows in the same order each epoch."""

    def __init__(self, rows: Indices) -> None:
        self.rows = rows

    def prepare(self) -> None:
        """Arrange the rows of the next epoch."""

    def walk(
        self, solution: Solution, learning: _core.Learning, batch: Batch, max_updates: int, observer: Observer | None
    ) -> Tally:
        self.prepare()
        return self._walk(solution, Pass(learning, batch, self.rows, max_updates, observer=observer))

    def _walk(self, solution: Solution, rows: Pass) -> Tally:
        return solution.walk(rows)

    def covers_all(self, learning: _core.Learning, batch: Batch, solution: Solution) -> bool:
        return True


class Shuffled(Fixed):
    """Every row once, shuffled anew each epoch."""

    def __init__(self, rows: Indices, random: _core.Random) -> None:
        super().__init__(rows.copy())
        self.random = random

    def prepare(self) -> None:
        self.random.shuffle(self.rows)


class Drawn(Fixed):
    """As many rows as there are, each drawn from all of them, so that some come twice and some not at all."""

    def __init__(self, rows: Indices, random: _core.Random) -> None:
        super().__init__(np.empty_like(rows))
        self.all_rows = rows
        self.random = random

    def prepare(self) -> None:
        self.random.draw(self.all_rows, self.rows)

    def covers_all(self, learning: _core.Learning, batch: Batch, solution: Solution) -> bool:
        return not solution.would_update(learning, batch, self.all_rows)


class Misclassified(Fixed):
    """A random one of the rows that now require an update, as often as there are rows or until none does."""

    def __init__(self, rows: Indices, random: _core.Random) -> None:
        super().__init__(rows.copy())
        self.random = random

    def _walk(self, solution: Solution, rows: Pass) -> Tally:
        return solution.walk_misclassified(rows, self.random)


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
