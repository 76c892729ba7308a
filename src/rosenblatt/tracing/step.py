"""What a trace is made of: steps, and the parts they belong to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rosenblatt.geometry.mistake_bound import MistakeBound
from rosenblatt.learn.fitting.stopping import Epoch
from rosenblatt.rows import Floats


class Held(NamedTuple):
    """What a learner holds: numbers and a bias.

    Of two classes one number an entry and one bias; of several, a row of numbers an entry and a bias a class. An entry
    is a column and its number a weight; of a kernel learner it is a row that was learned, and its number a coefficient.
    """

    weights: Floats
    bias: Floats

    def copy(self) -> Held:
        """Make one with arrays of its own."""
        return Held(self.weights.copy(), self.bias.copy())

    def take(self, change: Change) -> None:
        """Write what an update wrote."""
        self.weights[change.entries] = change.numbers
        self.bias[:] = change.bias


class Terms(NamedTuple):
    """What an activation is the sum of, besides the bias: ``numbers * values`` at these entries.

    Of a linear learner, the weights times what the row holds, where it is not 0; of a kernel learner, the coefficients
    times the kernel of their rows with this one.
    """

    entries: NDArray[np.int64]
    values: Floats
    numbers: Floats


class Change(NamedTuple):
    """What an update wrote: the new numbers at these entries, and the new bias."""

    entries: NDArray[np.int64]
    numbers: Floats
    bias: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """One row that was met, and what the learner made of it.

    Parameters
    ----------
    number, epoch : which step of its part this is, and in which epoch; both count from 1.
    row, name, label : which row of X, what it is called, and its label.
    sign : -1 or +1, what the label is inside; None with several classes at once.
    activation : w.x + b; with several classes at once, one number a class.
    guess : the label that was guessed; None for "one of the rest".
    rival : the strongest of the other classes; None with two.
    margin : sign * activation; with several classes at once, how far the true class is ahead of its rival.
    is_mistake, is_update : whether the guess was wrong, and whether the weights moved.
    size : how much of the row was added: the step of the rule, 0 without an update.
    terms : what the activation is the sum of.
    bias : before the step.
    change : what was written, or None.
    n_mistakes, n_updates : running counts, this step among them.
    """

    number: int
    epoch: int
    row: int
    name: str
    label: Any
    sign: int | None
    activation: float | tuple[float, ...]
    guess: Any
    rival: Any
    margin: float
    is_mistake: bool
    is_update: bool
    size: float
    terms: Terms
    bias: Floats
    change: Change | None
    n_mistakes: int
    n_updates: int
    _part: Part = field(repr=False)

    @property
    def before(self) -> Held:
        """All weights and the bias before the step."""
        return self._part.after(self.number - 1)

    @property
    def after(self) -> Held:
        """All weights and the bias after the step."""
        return self._part.after(self.number)


@dataclass(eq=False)
class Log:
    """What was seen of each step while it was taken, a list a fact.

    Parameters
    ----------
    epochs, rows : when, and which row of X.
    activations : one number, or with several classes at once a list of one a class.
    targets, guesses, rivals : places of classes; there are rivals of several classes only.
    sizes : how much of the row was added, 0 without an update.
    changes : what the updates wrote, by the number of their step.
    """

    epochs: list[int] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)
    activations: list[Any] = field(default_factory=list)
    targets: list[int] = field(default_factory=list)
    guesses: list[int] = field(default_factory=list)
    rivals: list[int] = field(default_factory=list)
    sizes: list[float] = field(default_factory=list)
    changes: dict[int, Change] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.rows)


@dataclass(eq=False)
class Part:
    """The steps of one learner: the only one, or with ``"ovr"`` and ``"ovo"`` that of one problem.

    Parameters
    ----------
    classes : what is told apart, as labels; of two, the second is +1. None stands for all other labels.
    start, end : what was held before the first step and after the last.
    log : what was kept of the steps.
    n_steps : how many there were.
    bound : (R / gamma)^2 where it bounds the updates, else None.
    stop_reason, history : why training ended, and a record an epoch.
    """

    classes: list[Any]
    start: Held = field(default_factory=lambda: Held(np.zeros(0), np.zeros(0)))
    end: Held = field(default_factory=lambda: Held(np.zeros(0), np.zeros(0)))
    log: Log = field(default_factory=Log)
    n_steps: int = 0
    bound: MistakeBound | None = None
    stop_reason: str = ""
    history: list[Epoch] = field(default_factory=list)
    _make_steps: Callable[[], list[Step]] = field(default=list, repr=False)
    _cursor: tuple[int, Held] | None = field(default=None, repr=False)

    @cached_property
    def steps(self) -> list[Step]:
        """The steps that were kept, each with its arithmetic, which is worked out when it is first asked for."""
        return self._make_steps()

    @property
    def left_out(self) -> int:
        """How many steps were not kept."""
        return self.n_steps - len(self.log)

    def after(self, number: int) -> Held:
        """Return what was held after so many steps; asking in rising order is quick.

        The cursor is replaced and never changed, so that threads can share a part.
        """
        cursor = self._cursor
        done, held = cursor if cursor is not None and cursor[0] <= number else (0, self.start)
        changes = self.log.changes
        later = [changes[step] for step in range(done + 1, number + 1) if step in changes]
        if later:
            held = held.copy()
        for change in later:
            held.take(change)
        self._cursor = number, held
        return held.copy()

    def epochs(self) -> Iterator[list[Step]]:
        """Give the steps epoch by epoch."""
        epoch: list[Step] = []
        for step in self.steps:
            if epoch and epoch[0].epoch != step.epoch:
                yield epoch
                epoch = []
            epoch.append(step)
        if epoch:
            yield epoch
