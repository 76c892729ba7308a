"""Rows of a fit that lie in an array or a sparse matrix."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from rosenblatt import _core, checks
from rosenblatt.errors import BadParameter
from rosenblatt.learn.fitting.multiclass import Division, Problem
from rosenblatt.learn.fitting.order import Order, make_order
from rosenblatt.learn.fitting.row_source import ProblemRows
from rosenblatt.learn.fitting.validation import ScoredRows, split
from rosenblatt.learn.input.labels import as_labels, classes_in, targets_of, targets_where_present
from rosenblatt.learn.input.rows import rows_to_learn
from rosenblatt.learn.input.sample_weights import as_weights, present_rows, row_weights
from rosenblatt.learn.weights.solution import Model, Observer, Solution, Tally
from rosenblatt.rows import Batch, Indices, RowsLike, RowsView, Targets

if TYPE_CHECKING:
    from rosenblatt.learn.base import Classifier


@dataclass
class ArraySource:
    """The rows of one problem: a `RowSource`. The first epoch calls `refuse_faults` if it meets an infinite number."""

    batch: Batch
    order: Order
    scored: ScoredRows
    refuse_faults: Callable[[], None] | None = None

    def attach(self, solution: Solution) -> None:
        solution.attach(self.scored.view)

    def walk(self, solution: Solution, learning: _core.Learning, max_updates: int, observer: Observer | None) -> Tally:
        check, self.refuse_faults = self.refuse_faults, None
        if check is not None and observer is not None:
            check()
        tally = self.order.walk(solution, learning, self.batch, max_updates, observer)
        if check is not None and tally.overflowed_at >= 0:
            check()
        return tally

    def covers_all(self, solution: Solution, learning: _core.Learning) -> bool:
        return self.order.covers_all(learning, self.batch, solution)

    def error(self, model: Model) -> float:
        return self.scored.error(model)


class HeldOut(NamedTuple):
    """Rows that are scored and not learned from, among the same rows or others; the targets are those of all."""

    view: RowsView
    which: Indices
    targets: Targets


class ArrayRows:
    """All rows of a fit with their labels, targets and weights, and which of them to learn from: `FitRows`.

    Parameters
    ----------
    learner : whose options apply; with `is_first` it takes its number and names of columns from X.
    X, y, sample_weight, validation_data : as they were passed to ``fit``.
    """

    def __init__(
        self,
        learner: Classifier,
        X: RowsLike,
        y: ArrayLike,
        sample_weight: ArrayLike | None,
        validation_data: tuple[RowsLike, ArrayLike] | None,
        *,
        is_first: bool,
    ) -> None:
        self.learner = learner
        self.view = rows_to_learn(learner, X, first_time=is_first, checks_numbers=False)
        n_rows = self.view.rows.n_rows
        self.labels = as_labels(learner, y, n_rows)
        weights = as_weights(learner, sample_weight, n_rows)
        self.learned = present_rows(n_rows, weights)
        self.classes = classes_in(learner, self.labels if weights is None else self.labels[self.learned])
        targets = targets_where_present(self.labels, self.classes, self.learned)
        weights = row_weights(learner, learner.class_weight, targets, self.classes, weights)
        self.batch = Batch(self.view.rows, targets, weights)
        self.held_out = None if validation_data is None else self._given(validation_data)
        self._share = checks.share(learner, "validation_fraction")
        self._first_epoch_checks = self.view.rows.columns is None and self._first_epoch_meets_all()
        if self.view.rows.columns is None and not self._first_epoch_checks:
            self._refuse_faults()

    def _first_epoch_meets_all(self) -> bool:
        """Whether the first epoch meets every row before anything else computes with one.

        Then it also finds the rows that are not finite, by their activations, and they need no look of their own.
        """
        learner = self.learner
        return (
            isinstance(learner.order, str)
            and learner.order in ("shuffled", "cyclic")
            and self.present is None
            and self.batch.weights is None  # a row of a class of weight 0 is not learned
            and self.held_out is None
            and not learner.early_stopping
            and learner.max_updates is None
            and (len(self.classes) <= 2 or learner.multiclass == "joint")
            and not learner._hides_faults
        )

    def _refuse_faults(self) -> None:
        self.view.refuse_faults(getattr(self.learner, "feature_names_in_", None))

    @property
    def present(self) -> Indices | None:
        return None if len(self.learned) == self.view.rows.n_rows else self.learned

    def first(self) -> RowsView:
        return self.view

    def divide(self, division: Division, random: _core.Random) -> list[ProblemRows]:
        if self.held_out is None and self.learner.early_stopping:
            self.learned, held = split(self.learner, self.batch, self.learned, self._share, random)
            self.held_out = HeldOut(self.view, held, self.batch.targets)
        problems = division.problems(self.batch.targets)
        held_out = self._held_out_of(division, len(problems))
        randoms = [random if len(problems) == 1 else _core.Random(random.below(2**62)) for _ in problems]
        return [
            self._rows_of(problem, scorer, own_random)
            for problem, scorer, own_random in zip(problems, held_out, randoms, strict=True)
        ]

    def _rows_of(self, problem: Problem, held_out: ScoredRows | None, random: _core.Random) -> ProblemRows:
        learner, batch = self.learner, self.batch
        which = problem.rows_of(self.learned, batch.targets)
        weights = None if batch.weights is None else batch.weights[which]
        targets = problem.targets if len(which) == len(problem.targets) else problem.targets[which]
        learned = ArraySource(
            batch._replace(targets=problem.targets),
            make_order(learner, learner.order, batch.rows.n_rows, which, random),
            ScoredRows(self.view, which, targets, learner.tie == "positive", weights),
            self._refuse_faults if self._first_epoch_checks else None,
        )
        return ProblemRows(problem, learned, held_out, learner._prover(self, problem, which))

    def _held_out_of(self, division: Division, n_problems: int) -> list[ScoredRows | None]:
        """Return the held-out rows of each problem."""
        if self.held_out is None:
            return [None] * n_problems
        view, rows, targets = self.held_out
        last_wins = self.learner.tie == "positive"
        scored: list[ScoredRows | None] = []
        for problem in division.problems(targets):
            which = problem.rows_of(rows, targets)
            scored.append(ScoredRows(view, which, problem.targets[which], last_wins))
        return scored

    def _given(self, validation_data: tuple[RowsLike, ArrayLike]) -> HeldOut:
        if not isinstance(validation_data, (tuple, list)) or len(validation_data) != 2:
            raise BadParameter(f"{type(self.learner).__name__}: validation_data must be a pair (X, y)")
        view = rows_to_learn(self.learner, validation_data[0], first_time=False)
        labels = as_labels(self.learner, validation_data[1], view.rows.n_rows)
        return HeldOut(view, np.arange(len(labels)), targets_of(self.learner, labels, self.classes))
