"""The work and the answer of a run, counted from its shape before it begins."""

from __future__ import annotations

from typing import NamedTuple

from rosenblatt.errors import BadParameter
from rosenblatt.learn.base import Classifier
from rosenblatt.learn.kernel_perceptron import KernelPerceptron
from rosenblatt.learn.voted_perceptron import VotedPerceptron
from rosenblatt.playground import limits
from rosenblatt.tracing.field import ACROSS, UP

# Work is counted in multiply-adds, about a thousand million per second. The constants are upper bounds of what was
# measured for each kind of run at the largest shapes, recording included.
_VISIT = 100  # of a row in the core, beside its columns
_CHANGE = 8  # of a weight, with its update
_KERNEL_VISIT, _KERNEL_VALUE, _FUNCTION = 60_000, 3, 16  # of a row; of a number of a kept row; of the kernel's function
_FORGET, _FORGET_PLANE, _FORGET_ROW = 120_000, 20_000, 350  # within a budget: of an update, its planes, their kept rows
_MISCLASSIFIED = 3  # all rows are checked after an update
_EPOCH = 50_000  # of a problem

# Bytes of JSON.
_NUMBER, _ENTRY, _STEP = 25, 8, 60


class Shape(NamedTuple):
    """The numbers of rows, columns and classes of a request."""

    rows: int
    columns: int
    classes: int


class Run:
    """A learner on rows of a shape: how many problems it solves, and what an epoch and a step of them cost."""

    def __init__(self, learner: Classifier, shape: Shape) -> None:
        self.learner, self.shape = learner, shape
        rows, _, classes = shape
        self.is_of_kernel = isinstance(learner, KernelPerceptron)
        how = learner.multiclass if classes > 2 else "joint"
        self.problems = {"ovr": classes, "ovo": classes * (classes - 1) // 2}.get(how, 1)
        self.planes = classes if classes > 2 and self.problems == 1 else 1
        self.visits = rows * {"ovr": classes, "ovo": classes - 1}.get(how, 1)

    @property
    def work_per_epoch(self) -> int:
        """Multiply-adds of one epoch of all problems; costs of other kinds are counted as multiply-adds."""
        per_visit = self._kernel_visit() if self.is_of_kernel else _VISIT + _CHANGE * self.planes * self.shape.columns
        if self.learner.order == "misclassified":
            per_visit *= _MISCLASSIFIED
        if isinstance(self.learner, VotedPerceptron) and self.shape.columns == 2:
            per_visit += self.planes * ACROSS * UP  # the vote at the points of the field
        return self.problems * _EPOCH + self.visits * per_visit

    def _kernel_visit(self) -> int:
        kept = self.shape.rows if self._budget is None else self._budget
        values = _KERNEL_VALUE * kept * (self.shape.columns + self.planes + _FUNCTION)
        forget = 0 if self._budget is None else _FORGET + self.planes * (_FORGET_PLANE + _FORGET_ROW * self._budget)
        return _KERNEL_VISIT + values + forget

    @property
    def bytes_per_step(self) -> int:
        """The longest JSON of one recorded step with an update."""
        entries = self.shape.columns
        if self.is_of_kernel:
            entries = 1 if self._budget is None else self._budget + 1
        return _STEP + _NUMBER * self.planes * (2 + entries) + _ENTRY * entries

    @property
    def _budget(self) -> int | None:
        budget = getattr(self.learner, "budget", None)
        return budget if isinstance(budget, int) else None

    @property
    def max_steps(self) -> int:
        """Steps of each problem to record, so that the answer is not too long."""
        by_size = limits.MAX_RECORDING // (self.problems * self.bytes_per_step)
        return min(limits.MAX_STEPS, limits.MAX_STEPS_OF_ALL // self.problems, by_size)

    @property
    def max_epochs(self) -> int:
        """Epochs that there is work for; refuse a run of less than one."""
        most = limits.MAX_SEEN_BY_KERNEL if self.is_of_kernel else limits.MAX_SEEN
        by_work = limits.MAX_WORK // self.work_per_epoch
        if by_work < 1:
            raise BadParameter(
                f"one epoch of this run is {self.work_per_epoch / 1e6:,.0f} million multiply-adds, and this page "
                f"allows {limits.MAX_WORK / 1e6:,.0f} million; use {self.advice}; there is no such limit in Python"
            )
        return max(1, min(most // self.shape.rows, by_work))

    @property
    def advice(self) -> str:
        """What to reduce."""
        words = ["fewer rows"]
        if self.shape.columns > 2:
            words.append("fewer columns")
        if self.shape.classes > 2:
            words.append("fewer classes")
        if self._budget is not None:
            words.append("a smaller budget")
        return " or ".join(words)


def limit_epochs(learner: Classifier, shape: Shape) -> str | None:
    """Lower `max_iter` to what there is work for, and return a note if it was higher."""
    run = Run(learner, shape)
    epochs = run.max_epochs
    if not isinstance(learner.max_iter, int) or learner.max_iter <= epochs:
        return None
    learner.max_iter = epochs
    return (
        f"This page stops after {epochs} epochs of {shape.rows} rows; use {run.advice} for more. "
        "There is no such limit in Python."
    )
