"""The steps of a trace, and the parts that they belong to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rosenblatt.geometry.certificate import Certificate
from rosenblatt.geometry.mistake_bound import MistakeBound
from rosenblatt.learn.fitting.stopping import Epoch
from rosenblatt.rows import Floats
from rosenblatt.tracing.cycle import Cycle


class ModelState(NamedTuple):
    """The weights and the bias of a learner at one moment.

    For two classes, one number per entry and one bias; for several, one row of numbers per entry and one bias per
    class. An entry is a column and its number a weight; for a kernel learner, an entry is a row and its number a
    coefficient. Only the numbers of a confidence-weighted learner have variances.
    """

    weights: Floats
    bias: Floats
    variances: Floats | None = None
    bias_variances: Floats | None = None

    def copy(self) -> ModelState:
        """Return a state with arrays of its own."""
        return ModelState(*(None if array is None else array.copy() for array in self))  # type: ignore[arg-type]

    def changed(self, entries: NDArray[np.int64]) -> Change:
        """Return the update of these entries that led to this state."""
        variances, bias_variances = self.variances, self.bias_variances
        if variances is None or bias_variances is None:
            return Change(entries, self.weights[entries], self.bias.copy())
        return Change(entries, self.weights[entries], self.bias.copy(), variances[entries], bias_variances.copy())

    def apply(self, change: Change) -> None:
        """Repeat an update in place."""
        self.weights[change.entries] = change.numbers
        self.bias[:] = change.bias
        if self.variances is not None and self.bias_variances is not None:
            self.variances[change.entries] = change.variances
            self.bias_variances[:] = change.bias_variances


class Terms(NamedTuple):
    """The terms of an activation, besides the bias: ``numbers * values`` at these entries.

    For a linear learner, the weights times the nonzero values of the row; for a kernel learner, the coefficients times
    the kernel of their rows with this one. The numbers of a confidence-weighted learner have variances.
    """

    entries: NDArray[np.int64]
    values: Floats
    numbers: Floats
    variances: Floats | None = None


class Change(NamedTuple):
    """The result of an update: the new numbers at these entries, and the new bias; with their new variances, if any."""

    entries: NDArray[np.int64]
    numbers: Floats
    bias: Floats
    variances: Floats | None = None
    bias_variances: Floats | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """One row that was learned from: activation, prediction and update.

    Parameters
    ----------
    number, epoch : number of the step within its part, and its epoch; both count from 1.
    row, name, label : number of the row in X, its name and its label.
    sign : -1 or +1, the sign of the label; None with several classes at once.
    activation : w.x + b; with several classes at once, one number per class.
    prediction : the predicted label; None for "one of the rest".
    rival : the strongest of the other classes; None with two classes.
    margin : sign * activation; with several classes at once, activation of the true class minus that of its rival.
    is_mistake, is_update : whether the prediction was wrong, and whether the weights were updated.
    size : factor of the row in the update: the step of the rule, 0 without an update.
    terms : the terms of the activation.
    bias, bias_variances : the bias before the step, and its variance where weights have one.
    change : the result of the update, or None.
    n_mistakes, n_updates : running counts that include this step.
    """

    number: int
    epoch: int
    row: int
    name: str
    label: Any
    sign: int | None
    activation: float | tuple[float, ...]
    prediction: Any
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
    bias_variances: Floats | None
    _part: Part = field(repr=False)

    @property
    def before(self) -> ModelState:
        """All weights and the bias before the step."""
        return self._part.after(self.number - 1)

    @property
    def after(self) -> ModelState:
        """All weights and the bias after the step."""
        return self._part.after(self.number)


@dataclass(eq=False)
class StepLog:
    """The recorded steps, one list per field.

    Parameters
    ----------
    epochs, rows : epoch, and number of the row in X.
    activations : one number per step, or with several classes at once one list per step.
    targets, predictions, rivals : indices of classes; rivals only with several classes at once.
    sizes : factor of the row in the update, 0 without an update.
    changes : results of the updates by step number.
    """

    epochs: list[int] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)
    activations: list[Any] = field(default_factory=list)
    targets: list[int] = field(default_factory=list)
    predictions: list[int] = field(default_factory=list)
    rivals: list[int] = field(default_factory=list)
    sizes: list[float] = field(default_factory=list)
    changes: dict[int, Change] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.rows)


@dataclass(eq=False)
class Part:
    """The steps of one problem: the only one, or with ``"ovr"`` and ``"ovo"`` one of several.

    Parameters
    ----------
    classes : the labels of the problem; of two, the second is +1. None stands for all other labels.
    start, end : the state before the first step and after the last.
    log : the recorded steps.
    n_steps : number of steps, recorded or not.
    bound : (R / gamma)^2 where it bounds the updates, else None.
    certificate : the proof that the rows of the problem can be separated, or cannot; None if none was sought.
    cycle : the steps that repeat for ever, if weights returned to where they were; else None.
    stop_reason, history : why training stopped, and one record per epoch.
    """

    classes: list[Any]
    start: ModelState = field(default_factory=lambda: ModelState(np.zeros(0), np.zeros(0)))
    end: ModelState = field(default_factory=lambda: ModelState(np.zeros(0), np.zeros(0)))
    log: StepLog = field(default_factory=StepLog)
    n_steps: int = 0
    bound: MistakeBound | None = None
    certificate: Certificate | None = None
    cycle: Cycle | None = None
    stop_reason: str = ""
    history: list[Epoch] = field(default_factory=list)
    _make_steps: Callable[[], list[Step]] = field(default=list, repr=False)
    _cursor: tuple[int, ModelState] | None = field(default=None, repr=False)

    @cached_property
    def steps(self) -> list[Step]:
        """The recorded steps, computed on first access."""
        return self._make_steps()

    @property
    def left_out(self) -> int:
        """Number of steps that were not recorded."""
        return self.n_steps - len(self.log)

    def after(self, number: int) -> ModelState:
        """Return the state after the given number of steps; calls in rising order are quick.

        The cursor is replaced and never changed, so that threads can share a part.
        """
        cursor = self._cursor
        done, state = cursor if cursor is not None and cursor[0] <= number else (0, self.start)
        changes = self.log.changes
        later = [changes[step] for step in range(done + 1, number + 1) if step in changes]
        if later:
            state = state.copy()
        for change in later:
            state.apply(change)
        self._cursor = number, state
        return state.copy()

    def epochs(self) -> Iterator[list[Step]]:
        """Yield the steps of each epoch."""
        epoch: list[Step] = []
        for step in self.steps:
            if epoch and epoch[0].epoch != step.epoch:
                yield epoch
                epoch = []
            epoch.append(step)
        if epoch:
            yield epoch
