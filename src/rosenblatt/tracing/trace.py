"""Every step of a learner as data: what it saw, what it made of it, and how it moved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import ArrayLike

from rosenblatt import _core, checks
from rosenblatt._scikit import clone
from rosenblatt.errors import BadData, BadParameter
from rosenblatt.geometry.mistake_bound import MistakeBound, mistake_bound
from rosenblatt.learn.base import Classifier
from rosenblatt.learn.fitting.array_rows import ArrayRows
from rosenblatt.learn.fitting.multiclass import Problem
from rosenblatt.learn.kernel.budgeted import Budgeted
from rosenblatt.learn.kernel.expansion import Expansion
from rosenblatt.learn.kernel_perceptron import KernelPerceptron
from rosenblatt.learn.weights.last import Last
from rosenblatt.learn.weights.solution import Solution
from rosenblatt.rows import Floats, Matrix, RowsLike
from rosenblatt.tracing import _markdown, _step_records, page
from rosenblatt.tracing._kernel_recorder import KernelRecorder
from rosenblatt.tracing._recorder import Asked, PlaneRecorder, Recorder
from rosenblatt.tracing.step import Held, Part, Step

if TYPE_CHECKING:
    import pandas as pd

# Multiply-adds that the search for the bound may take; without an answer by then there is no bound.
_BOUND_WORK = 1e8


@dataclass(eq=False)
class Trace:
    """All that a learner did, step by step.

    Parameters
    ----------
    model : the learner, fitted; its weights are those of ``fit`` to the bit.
    X, y : the rows as they were learned from, and their labels.
    parts : a part a problem: one, or with ``multiclass="ovr"`` and ``"ovo"`` several.
    feature_names, row_names : what to call them; None: ``x0``, ``x1`` ..., and ``row 0``, ``row 1`` ...
    max_steps : how many steps of each part were kept at most.

    Examples
    --------
    >>> import rosenblatt as rb
    >>> trace = rb.trace(rb.Perceptron(order="cyclic"), [[0, 1], [1, 0]], ["no", "yes"])
    >>> [step.after.weights.tolist() for step in trace.steps if step.is_update]
    [[0.0, -1.0], [1.0, -1.0]]
    >>> trace.model.n_updates_, round(trace.bound.updates, 6)
    (2, 4.0)
    """

    model: Classifier
    max_steps: int
    feature_names: Sequence[str] | None = None
    row_names: Sequence[str] | None = None
    X: Matrix = field(default_factory=lambda: np.zeros((0, 0)))
    y: list[Any] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)

    @property
    def steps(self) -> list[Step]:
        """All steps that were kept, part after part."""
        return [step for part in self.parts for step in part.steps]

    @property
    def n_steps(self) -> int:
        """How many steps there were, kept or not."""
        return sum(part.n_steps for part in self.parts)

    @property
    def left_out(self) -> int:
        """How many steps were not kept, because there were more than `max_steps` or their rows too long."""
        return sum(part.left_out for part in self.parts)

    @property
    def bound(self) -> MistakeBound | None:
        """Novikoff's bound on the updates of the only part, where there is one."""
        return self.parts[0].bound if len(self.parts) == 1 else None

    def feature_name(self, column: int) -> str:
        """Say what a column is called."""
        return f"x{column}" if self.feature_names is None else str(self.feature_names[column])

    @property
    def is_of_kernel(self) -> bool:
        """Whether coefficients of rows stand in the place of weights of columns, and the bias is in the kernel."""
        return isinstance(self.model, KernelPerceptron)

    @property
    def has_bias(self) -> bool:
        """Whether there is a bias beside the weights."""
        return bool(self.model.fit_intercept) and not self.is_of_kernel

    @property
    def n_entries(self) -> int:
        """How many weights a plane has; of a kernel learner, how many coefficients."""
        return int(self.X.shape[0 if self.is_of_kernel else 1])

    def entry_name(self, entry: int) -> str:
        """Say what a weight belongs to: a column; of a kernel learner, a row."""
        return self.row_name(entry) if self.is_of_kernel else self.feature_name(entry)

    def row_name(self, row: int) -> str:
        """Say what a row is called."""
        return f"row {row}" if self.row_names is None else str(self.row_names[row])

    def activations(self, X: Floats, held: Held) -> Floats:
        """Compute the activation of other rows as things stood at some step: one a row, or with classes one a class.

        Examples
        --------
        >>> import rosenblatt as rb, numpy as np
        >>> trace = rb.trace(rb.Perceptron(order="cyclic"), [[0, 1], [1, 0]], ["no", "yes"])
        >>> trace.activations(np.array([[2.0, 1.0]]), trace.steps[0].after).tolist()
        [-2.0]
        """
        if not self.is_of_kernel:
            return X @ held.weights + held.bias
        kernel = self.model._solutions[0].kernel
        activations: Floats = kernel(X, kernel.take(self.X, np.arange(self.X.shape[0]))) @ held.weights
        return activations

    # As a file

    def to_markdown(self) -> str:
        """Write the worked example: for each step the products, their sum, the guess and the update."""
        return _markdown.to_markdown(self)

    def to_html(self, path: str | Path) -> None:
        """Write one page that needs nothing else: it plays the steps, and has the worked example below."""
        page.write(self, Path(path))

    def to_json(self) -> str:
        """Write everything as JSON; a step holds the weights of its row only, before and after."""
        return _step_records.to_json(self)

    def to_csv(self, path: str | Path | None = None) -> str | None:
        """Write a line a step to this file, or return them; see ``to_frame``."""
        return _step_records.to_csv(self, None if path is None else Path(path))

    def to_frame(self) -> pd.DataFrame:
        """Make a pandas frame with a row a step. Up to 100 weights have a column each, as they are after the step."""
        return _step_records.to_frame(self)

    def __repr__(self) -> str:
        return f"Trace({self.n_steps} steps, {self.model.n_updates_} updates, {self.model.stop_reason_!r})"


def trace(
    learner: Classifier,
    X: RowsLike,
    y: ArrayLike,
    *,
    feature_names: Sequence[str] | None = None,
    row_names: Sequence[str] | None = None,
    max_steps: int = 1000,
) -> Trace:
    """Fit a copy of the learner and write down every step.

    The compiled learner is the one that ``fit`` runs, with a pause after each row: the weights are the same to the bit.

    Parameters
    ----------
    learner : any learner of this package; it stays as it is, and the copy starts anew.
    X, y : rows and labels, as for ``fit``.
    feature_names, row_names : what to call columns and rows.
    max_steps : keep this many steps of each problem; training goes on to its end all the same.

    Examples
    --------
    >>> import rosenblatt as rb
    >>> learner = rb.Perceptron(order="cyclic", fit_intercept=False, trigger="mistake")
    >>> trace = rb.trace(learner, [[1, 1, 0, 0], [1, 0, 1, 0], [0, 1, 0, 1]], ["good", "bad", "bad"])
    >>> trace
    Trace(9 steps, 4 updates, 'converged')
    >>> second = trace.steps[1]
    >>> second.activation, second.guess, second.label, second.margin, second.is_mistake
    (1.0, 'good', 'bad', -1.0, True)
    >>> second.before.weights.tolist(), second.after.weights.tolist()
    ([1.0, 1.0, 0.0, 0.0], [0.0, 1.0, -1.0, 0.0])
    """
    if not isinstance(learner, Classifier):
        raise BadParameter(f"trace: learner must be one of this package, such as Perceptron(), got {learner!r}")
    model: Classifier = clone(learner)
    whole = Trace(model, max_steps, feature_names, row_names)
    checks.whole(whole, "max_steps", 1)
    watching: list[tuple[Recorder, ArrayRows, Problem]] = []

    def make_observer(rows: ArrayRows, problem: Problem, solution: Solution) -> Recorder:
        if not watching:
            _name_all(whole, rows)
        part = Part(_classes(rows, problem))
        last_wins = model.tie == "positive"
        asked = Asked(rows.view, problem.targets, whole.y, part, last_wins, whole.row_name, max_steps)
        recorder = _recorder(asked, solution)
        part.start, part._make_steps = recorder.now(), recorder.make_steps
        watching.append((recorder, rows, problem))
        whole.parts.append(part)
        return recorder

    model._fit(X, y, make_observer=make_observer)
    for recorder, rows, problem in watching:
        part = recorder.asked.part
        part.end = recorder.now()
        part.bound = _bound(model, part, rows, problem)
    _say_how_it_went(whole)
    return whole


def _recorder(asked: Asked, solution: Solution) -> Recorder:
    if isinstance(solution, Last):
        return PlaneRecorder(asked, solution.plane)
    assert isinstance(solution, Expansion | Budgeted), "there is no third kind of learner"
    return KernelRecorder(asked, solution)


def _name_all(whole: Trace, rows: ArrayRows) -> None:
    """Store the rows and check the names that were given."""
    whole.X, whole.y = rows.view.matrix, rows.labels.tolist()
    if whole.feature_names is None and hasattr(whole.model, "feature_names_in_"):
        whole.feature_names = whole.model.feature_names_in_.tolist()
    n_rows, n_columns = whole.X.shape
    for names, what, count in ((whole.feature_names, "feature", n_columns), (whole.row_names, "row", n_rows)):
        if names is not None and len(names) != count:
            raise BadData(f"trace: {what}_names must be {count} names, as X has that many {what}s, got {len(names)}")


def _classes(rows: ArrayRows, problem: Problem) -> list[Any]:
    """Return the classes that a problem tells apart; None stands for the rest."""
    classes: list[Any] = np.unique(rows.labels).tolist()
    if problem.positive is None:
        return classes
    return [None if problem.negative is None else classes[problem.negative], classes[problem.positive]]


def _bound(model: Classifier, part: Part, rows: ArrayRows, problem: Problem) -> MistakeBound | None:
    """Novikoff's bound counts the updates of the plain perceptron of two classes, from zero, with steps of one size.

    It holds in a kernel's space, too, but the margin there is not known.
    """
    if isinstance(model, KernelPerceptron):
        return None
    is_plain = isinstance(model._step_rule(), _core.PerceptronStep) and getattr(model, "margin", 0.0) == 0.0
    from_zero = not part.start.weights.any() and not part.start.bias.any()
    if not (is_plain and from_zero and len(part.classes) == 2 and model.class_weight is None):
        return None
    which = problem.rows_of(rows.learned, rows.batch.targets)
    return mistake_bound(
        _without_empty_columns(rows.view.matrix[which]),
        problem.targets[which],
        fit_intercept=bool(model.fit_intercept),
        work_limit=_BOUND_WORK,
    )


def _without_empty_columns(matrix: Matrix) -> Matrix:
    """Columns of zeros change neither R nor gamma, and hashed rows have a million of them; one column stays."""
    return matrix[:, np.union1d(matrix.indices, 0)] if sp.issparse(matrix) else matrix


def _say_how_it_went(whole: Trace) -> None:
    model = whole.model
    if len(whole.parts) == 1:
        histories = [(model.stop_reason_, model.history_)]
    else:
        histories = [(solved.stop_reason, solved.history) for solved in model.problems_]
    for part, (reason, history) in zip(whole.parts, histories, strict=True):
        part.stop_reason = reason
        part.history = history
        part.n_steps = sum(epoch.seen for epoch in history)
