"""Every step of a learner as data: activation, prediction, margin and update."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from rosenblatt import checks
from rosenblatt.errors import BadData, BadParameter
from rosenblatt.estimator import unfitted
from rosenblatt.geometry.mistake_bound import MistakeBound
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
from rosenblatt.tracing._proofs import set_proof
from rosenblatt.tracing._recorder import PlaneRecorder, Recorder, RecordingJob
from rosenblatt.tracing.cycle import find_cycle
from rosenblatt.tracing.step import ModelState, Part, Step

if TYPE_CHECKING:
    import pandas as pd


@dataclass(eq=False)
class Trace:
    """The steps of a training run.

    Parameters
    ----------
    model : the fitted learner; its weights are those of ``fit`` to the bit.
    X, y : the rows as they were learned from, and their labels.
    parts : one part per problem: one, or with ``multiclass="ovr"`` and ``"ovo"`` several.
    feature_names, row_names : names of columns and rows; None: ``x0``, ``x1`` ..., and ``row 0``, ``row 1`` ...
    max_steps : limit on the recorded steps of each part.

    Examples
    --------
    >>> import rosenblatt as rb
    >>> trace = rb.trace(rb.Perceptron(order="cyclic"), [[0, 1], [1, 0]], ["no", "yes"])
    >>> [step.after.weights.tolist() for step in trace.steps if step.is_update]
    [[0.0, -1.0], [1.0, -1.0]]
    >>> trace.model.n_updates_, trace.bound.most_updates
    (2, 4)
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
        """All recorded steps, part after part."""
        return [step for part in self.parts for step in part.steps]

    @property
    def n_steps(self) -> int:
        """Number of steps, recorded or not."""
        return sum(part.n_steps for part in self.parts)

    @property
    def left_out(self) -> int:
        """Number of steps that were not recorded, because of `max_steps` or because their rows are too long."""
        return sum(part.left_out for part in self.parts)

    @property
    def bound(self) -> MistakeBound | None:
        """Novikoff's bound on the updates of the only part, or None."""
        return self.parts[0].bound if len(self.parts) == 1 else None

    def feature_name(self, column: int) -> str:
        """Return the name of a column."""
        return f"x{column}" if self.feature_names is None else str(self.feature_names[column])

    @property
    def is_of_kernel(self) -> bool:
        """Whether states hold coefficients of rows instead of weights of columns; the bias is then in the kernel."""
        return isinstance(self.model, KernelPerceptron)

    @property
    def has_bias(self) -> bool:
        """Whether there is a bias besides the weights."""
        return bool(self.model.fit_intercept) and not self.is_of_kernel

    @property
    def n_entries(self) -> int:
        """Number of weights per plane; for a kernel learner, of coefficients."""
        return int(self.X.shape[0 if self.is_of_kernel else 1])

    def entry_name(self, entry: int) -> str:
        """Return the name of the column of a weight; for a kernel learner, of the row of a coefficient."""
        return self.row_name(entry) if self.is_of_kernel else self.feature_name(entry)

    def row_name(self, row: int) -> str:
        """Return the name of a row."""
        return f"row {row}" if self.row_names is None else str(self.row_names[row])

    def activations(self, X: Floats, state: ModelState) -> Floats:
        """Compute the activations of other rows in a state of the learner: one per row, or one per row and class.

        Examples
        --------
        >>> import rosenblatt as rb, numpy as np
        >>> trace = rb.trace(rb.Perceptron(order="cyclic"), [[0, 1], [1, 0]], ["no", "yes"])
        >>> trace.activations(np.array([[2.0, 1.0]]), trace.steps[0].after).tolist()
        [-2.0]
        """
        if not isinstance(self.model, KernelPerceptron):
            return X @ state.weights + state.bias
        kernel = self.model._solutions[0].kernel
        activations: Floats = kernel(X, kernel.take(self.X, np.arange(self.X.shape[0]))) @ state.weights
        return activations

    # As a file

    def to_markdown(self) -> str:
        """Return the worked example: for each step the products, their sum, the prediction and the update."""
        return _markdown.to_markdown(self)

    def to_html(self, path: str | Path) -> None:
        """Write a self-contained page that plays the steps, with the worked example below."""
        page.write(self, Path(path))

    def to_json(self) -> str:
        """Return everything as JSON; a step holds only the weights of its row, before and after."""
        return _step_records.to_json(self)

    def to_csv(self, path: str | Path | None = None) -> str | None:
        """Write one line per step to this file, or return the text; see ``to_frame``."""
        return _step_records.to_csv(self, None if path is None else Path(path))

    def to_frame(self) -> pd.DataFrame:
        """Return a pandas frame with one row per step, and one column per weight if there are up to 100.

        Where the bound holds and is finite, five columns compare the weights w after T updates (the bias is their last
        entry) with the unit normal w* of the widest plane: ``gamma*T <= w*.w <= |w| <= R*sqrt(T)``, and ``cos`` of
        their angle. With a learning rate, both ends are multiplied by it.

        Examples
        --------
        >>> import rosenblatt as rb
        >>> frame = rb.trace(rb.Perceptron(order="cyclic"), [[0, 1], [1, 0]], ["no", "yes"]).to_frame()
        >>> frame[["gamma*T", "w*.w", "|w|", "R*sqrt(T)", "cos"]].round(3).values.tolist()[1]
        [1.414, 1.414, 1.414, 2.0, 1.0]
        """
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
    """Fit a copy of the learner and record every step.

    The learner is the compiled one that ``fit`` runs, so the weights are the same to the bit.

    Parameters
    ----------
    learner : any learner of this package; it is not changed, and the copy starts unfitted.
    X, y : rows and labels, as for ``fit``.
    feature_names, row_names : names of columns and rows.
    max_steps : record this many steps of each problem; training continues to its end.

    Examples
    --------
    >>> import rosenblatt as rb
    >>> learner = rb.Perceptron(order="cyclic", fit_intercept=False, trigger="mistake")
    >>> trace = rb.trace(learner, [[1, 1, 0, 0], [1, 0, 1, 0], [0, 1, 0, 1]], ["good", "bad", "bad"])
    >>> trace
    Trace(9 steps, 4 updates, 'converged')
    >>> second = trace.steps[1]
    >>> second.activation, second.prediction, second.label, second.margin, second.is_mistake
    (1.0, 'good', 'bad', -1.0, True)
    >>> second.before.weights.tolist(), second.after.weights.tolist()
    ([1.0, 1.0, 0.0, 0.0], [0.0, 1.0, -1.0, 0.0])
    """
    if not isinstance(learner, Classifier):
        raise BadParameter(f"trace: learner must be one of this package, such as Perceptron(), got {learner!r}")
    model = unfitted(learner)
    result = Trace(model, max_steps, feature_names, row_names)
    checks.whole(result, "max_steps", 1)
    observed: list[tuple[Recorder, ArrayRows, Problem]] = []

    def make_observer(rows: ArrayRows, problem: Problem, solution: Solution) -> Recorder:
        if not observed:
            _set_rows(result, rows)
        part = Part(_classes(rows, problem))
        last_wins = model.tie == "positive"
        job = RecordingJob(rows.view, problem.targets, result.y, part, last_wins, result.row_name, max_steps)
        recorder = _recorder(job, solution)
        part.start, part._make_steps = recorder.current_state(), recorder.make_steps
        observed.append((recorder, rows, problem))
        result.parts.append(part)
        return recorder

    model._fit(X, y, make_observer=make_observer)
    for recorder, rows, problem in observed:
        part = recorder.job.part
        part.end = recorder.current_state()
        set_proof(model, part, rows, problem)
    _set_outcome(result)
    return result


def _recorder(job: RecordingJob, solution: Solution) -> Recorder:
    if isinstance(solution, Last):
        return PlaneRecorder(job, solution.plane, solution.variances)
    assert isinstance(solution, Expansion | Budgeted), "every learner has weights or a kernel"
    return KernelRecorder(job, solution)


def _set_rows(result: Trace, rows: ArrayRows) -> None:
    """Store the rows and check the names."""
    result.X, result.y = rows.view.matrix, rows.labels.tolist()
    if result.feature_names is None and hasattr(result.model, "feature_names_in_"):
        result.feature_names = result.model.feature_names_in_.tolist()
    n_rows, n_columns = result.X.shape
    for names, what, count in ((result.feature_names, "feature", n_columns), (result.row_names, "row", n_rows)):
        if names is not None and len(names) != count:
            raise BadData(f"trace: {what}_names must be {count} names, as X has that many {what}s, got {len(names)}")


def _classes(rows: ArrayRows, problem: Problem) -> list[Any]:
    """Return the classes that a problem tells apart; None stands for the rest."""
    classes: list[Any] = np.unique(rows.labels).tolist()
    if problem.positive is None:
        return classes
    return [None if problem.negative is None else classes[problem.negative], classes[problem.positive]]


def _set_outcome(result: Trace) -> None:
    model = result.model
    if len(result.parts) == 1:
        outcomes = [(model.stop_reason_, model.history_, model.certificate_)]
    else:
        outcomes = [(solved.stop_reason, solved.history, solved.certificate) for solved in model.problems_]
    for part, (reason, history, certificate) in zip(result.parts, outcomes, strict=True):
        part.stop_reason = reason
        part.history = history
        part.certificate = part.certificate or certificate
        part.n_steps = sum(epoch.seen for epoch in history)
        part.cycle = find_cycle(model, part)
