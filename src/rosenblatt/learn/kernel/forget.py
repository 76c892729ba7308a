"""Which row to drop when there is no room for another, and what becomes of the coefficients of the rest.

Each rule is applied after an update, when one row too many is held: it changes the coefficients, one row per held row,
and returns which row to drop. `HeldRows` is what it may look at.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from rosenblatt import _core
from rosenblatt.rows import Floats


@dataclass
class HeldRows:
    """Rows that are held, oldest first: their coefficients in every plane, and their kernel with one of them."""

    coefficients: Floats
    kernel_of: Callable[[int], Floats]


class Forget(ABC):
    """A rule for dropping rows."""

    @abstractmethod
    def drop(self, held: HeldRows) -> int:
        """Change the coefficients, and return the place of the row to drop."""

    def added(self, held: HeldRows) -> bool:
        """Account for a new row, which is the last; return False if it need not be held."""
        return True

    def dropped(self, place: int) -> None:  # noqa: B027
        """Account for a row that was dropped."""


@dataclass
class Randomly(Forget):
    """Drop any of the old rows.

    Cavallanti, Cesa-Bianchi and Gentile, "Tracking the best hyperplane with a simple budget perceptron", Machine
    Learning 69 (2007).
    """

    random: _core.Random

    def drop(self, held: HeldRows) -> int:
        return self.random.below(len(held.coefficients) - 1)


@dataclass
class Oldest(Forget):
    """Shrink all coefficients just enough that dropping the oldest row cannot do much harm: the Forgetron.

    Dekel, Shalev-Shwartz and Singer, "The Forgetron: a kernel-based perceptron on a budget", SIAM Journal on
    Computing 37 (2008), section 5: the largest factor of at most 1 that keeps the sum of all damage,
    psi(s, m) = s^2 + 2 s - 2 s m with the oldest row's coefficient s and margin m after shrinking, within 15/32 of the
    number of updates.
    """

    step: float  # the unit in which the paper counts
    damage: float = 0.0
    n_updates: int = 0

    def added(self, held: HeldRows) -> bool:
        self.n_updates += 1
        return True

    def drop(self, held: HeldRows) -> int:
        counts = held.coefficients[:, 0] / self.step
        size = abs(counts[0])
        margin = np.sign(counts[0]) * float(held.kernel_of(0) @ counts)
        factor = shrink_factor(size, margin, self.damage - 15 / 32 * self.n_updates)
        self.damage += psi(factor * size, factor * margin)
        held.coefficients *= factor
        return 0


def psi(size: float, margin: float) -> float:
    """Bound the damage of dropping a row."""
    return size * size + 2 * size - 2 * size * margin


def shrink_factor(size: float, margin: float, spent: float) -> float:
    """Return the largest factor f of at most 1 with psi(f size, f margin) + spent <= 0, for spent below 0.

    That is a f^2 + b f + c <= 0, which holds at f = 0; if not at 1, the answer is the first root.
    """
    a, b, c = size * size - 2 * size * margin, 2 * size, spent
    if a + b + c <= 0:
        return 1.0
    return -2 * c / (b + math.sqrt(b * b - 4 * a * c))


@dataclass
class Projected(Forget):
    """Drop the row that the others can best replace, and add its part to theirs.

    Orabona, Keshet and Caputo, "Bounded kernel-based online learning", JMLR 10 (2009): the Projectron. With the
    inverse P of the kernel matrix of all held rows, row j is nearest to the sum of -P_ij / P_jj times the others, at a
    squared distance of 1 / P_jj (Wang, Crammer and Vucetic, "Breaking the curse of kernelization", JMLR 13 (2012)).

    A new row whose distance from the span of the others is a small share of its length is not held: its projection is
    added to their coefficients, as in the paper. That also bounds the coefficients: every held row keeps at least this
    distance from those before it, so the kernel matrix is far from singular. (With a tolerance of 1e-9 instead of 1e-4,
    coefficients grew to 1e10 on a noisy problem of two columns, and its accuracy fell from .76 to .56.)
    """

    tolerance: float = 1e-4  # squared distance, as a share of the squared length of a row
    inverse: Floats = field(default_factory=lambda: np.zeros((0, 0)))
    n_added: int = 0

    def added(self, held: HeldRows) -> bool:
        self.n_added += 1
        if self.n_added % _CHECKED_EVERY == 0:
            self._refresh_if_worn(held)
        with_newest = held.kernel_of(-1)
        column, own = with_newest[:-1], float(with_newest[-1])
        by_others = self.inverse @ column
        distance2 = own - float(column @ by_others)
        if distance2 <= self.tolerance * own:
            held.coefficients[:-1] += np.outer(by_others, held.coefficients[-1])
            return False
        inverse = np.zeros((len(column) + 1, len(column) + 1))
        inverse[:-1, :-1] = self.inverse + np.outer(by_others, by_others) / distance2
        inverse[-1, :-1] = inverse[:-1, -1] = -by_others / distance2
        inverse[-1, -1] = 1.0 / distance2
        self.inverse = inverse
        return True

    def drop(self, held: HeldRows) -> int:
        lost = np.square(held.coefficients).sum(axis=1) / np.diagonal(self.inverse)
        place = int(np.flatnonzero(lost <= lost.min() * (1 + 1e-9))[0])  # of equals the oldest, whatever the rounding
        takes_over = -self.inverse[:, place] / self.inverse[place, place]
        takes_over[place] = 0.0
        held.coefficients += np.outer(takes_over, held.coefficients[place])
        return place

    def dropped(self, place: int) -> None:
        column = np.delete(self.inverse[:, place], place)
        own = self.inverse[place, place]
        rest = np.delete(np.delete(self.inverse, place, axis=0), place, axis=1)
        self.inverse = rest - np.outer(column, column) / own

    def _refresh_if_worn(self, held: HeldRows) -> None:
        """Compute the inverse from scratch if rounding shows in one of its rows, a different one each time."""
        n_held = len(self.inverse)
        if n_held == 0:
            return
        place = self.n_added // _CHECKED_EVERY % n_held
        identity = self.inverse @ held.kernel_of(place)[:n_held]
        identity[place] -= 1.0
        if np.abs(identity).max() > _WORN:
            self.inverse = np.linalg.inv(np.stack([held.kernel_of(row)[:n_held] for row in range(n_held)]))


_CHECKED_EVERY = 64  # new rows
_WORN = 1e-6  # deviation of P K from the identity
