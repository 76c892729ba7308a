"""One fit for rows from any source: divide them into problems, train each, publish the result."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from rosenblatt import checks
from rosenblatt.errors import BadData
from rosenblatt.learn.fitting.loop import FitObserver, Task, train_all
from rosenblatt.learn.fitting.multiclass import Division, Problem, make_division
from rosenblatt.learn.fitting.progress import progress
from rosenblatt.learn.fitting.row_source import FitRows
from rosenblatt.learn.fitting.stopping import StoppingRules
from rosenblatt.learn.input.random_state import make_random
from rosenblatt.learn.slim import refuse_slim
from rosenblatt.learn.weights.solution import Solution

if TYPE_CHECKING:
    from rosenblatt.learn.base import Classifier

# Returns the solutions to start from, in place of the usual ones.
Start: TypeAlias = "Callable[[Division, list[Solution]], list[Solution]]"

_LEAST_COPIES = 3  # of the weights: those that are learned, their result, and the rows of coef_

Rows = TypeVar("Rows", bound=FitRows)


def fit(
    learner: Classifier,
    open_rows: Callable[[], Rows],
    *,
    resumes: bool,
    start: Start | None = None,
    make_observer: Callable[[Rows, Problem, Solution], FitObserver] | None = None,
) -> None:
    """Learn from all rows, epoch after epoch, until a stopping rule holds; a failure leaves the learner as it was.

    Parameters
    ----------
    learner : receives what is learned.
    open_rows : checks the rows and returns them; called after the options have been checked.
    resumes : go on from what the learner knows.
    start : see above.
    make_observer : returns the observer of one problem; None to observe nothing.
    """
    with learner._all_or_nothing():
        learning, stopping = learner._learning(), StoppingRules.of(learner)
        random = make_random(learner, learner.random_state)
        rows = open_rows()
        division = make_division(learner, len(rows.classes))
        if resumes:
            solutions = _resumed(learner, rows.classes)
        else:
            first = rows.first()
            learner._require_memory(division, first.rows.n_columns, copies=_LEAST_COPIES)
            solutions = learner._start(division, first, random, rows.present)
        if start is not None:
            solutions = start(division, solutions)
        tasks: list[Task] = []
        for part, solution in zip(rows.divide(division, random), solutions, strict=True):
            part.learned.attach(solution)
            observer = None if make_observer is None else make_observer(rows, part.problem, solution)
            stops = StoppingRules.of(learner) if tasks else stopping
            tasks.append(Task(learning, solution, part.learned, stops, part.held_out, part.prove, observer))
        with progress(
            type(learner).__name__,
            stopping.max_iter,
            lambda: sum(solution.seen for solution in solutions),
            is_on=checks.flag(learner, "verbose"),
        ) as report:
            trained = train_all(tasks, checks.threads(learner, "n_jobs"), report)
        for solution in solutions:
            solution.detach()
        learner.classes_, learner._division = rows.classes, division
        learner._publish(solutions)
        learner._record(trained)


def _resumed(learner: Classifier, classes: NDArray[Any]) -> list[Solution]:
    refuse_slim(learner)
    if not np.array_equal(classes, learner.classes_):
        raise BadData(
            f"{type(learner).__name__}: y holds the classes {classes.tolist()}, but the model to go on from knows "
            f"{learner.classes_.tolist()}; set warm_start=False to start anew"
        )
    learner._copy_arrays()
    return learner._resume()
