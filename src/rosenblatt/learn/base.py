"""What all learners of the family share: options, and fitting epoch after epoch."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rosenblatt import _core, checks
from rosenblatt.errors import BadData, BadParameter
from rosenblatt.learn.fitting import validation as _held_out
from rosenblatt.learn.fitting.loop import Task, Trained, Watch, together, train_all
from rosenblatt.learn.fitting.multiclass import Division, Problem, make_division
from rosenblatt.learn.fitting.order import make_order
from rosenblatt.learn.fitting.progress import progress
from rosenblatt.learn.fitting.prove import Prover
from rosenblatt.learn.fitting.stopping import StoppingRules
from rosenblatt.learn.fitting.validation import Scored
from rosenblatt.learn.input import labels as _labels
from rosenblatt.learn.input import rows as _input
from rosenblatt.learn.input.random_state import make_random
from rosenblatt.learn.input.sample_weights import as_weights, present_rows, row_weights
from rosenblatt.learn.online import OnlineLearner
from rosenblatt.learn.predictor import Solved
from rosenblatt.learn.weights.solution import Kept
from rosenblatt.rows import Batch, Indices, RowsLike, RowsView, Targets


class HeldOut(NamedTuple):
    """Rows that are scored and not learned from: some of the same, or others. The targets are those of all rows."""

    view: RowsView
    which: Indices
    targets: Targets


class Material(NamedTuple):
    """What there is to learn from: all rows, their labels, targets and weights, and which of them to learn."""

    view: RowsView
    labels: NDArray[Any]
    batch: Batch
    learned: Indices
    held_out: HeldOut | None


# Makes who watches the learner of one problem, from all there is to learn, what is asked, and what is kept.
Watcher: TypeAlias = "Callable[[Material, Problem, Kept], Watch]"


class Classifier(OnlineLearner):
    """A learner that walks over rows."""

    _watcher: Watcher | None = None

    @abstractmethod
    def _step_rule(self) -> _core.PerceptronStep | _core.PassiveAggressiveStep:
        """Make the checked step rule of this learner."""

    def _fit(
        self,
        X: RowsLike,
        y: ArrayLike,
        sample_weight: ArrayLike | None,
        validation_data: tuple[RowsLike, ArrayLike] | None,
        replace_start: Callable[[Division, list[Kept]], list[Kept]],
    ) -> None:
        """Learn from all rows, epoch after epoch, until a stopping rule holds."""
        with self._all_or_nothing():
            learning, stopping = self._learning(), self._stopping_rules()
            share = checks.share(self, "validation_fraction")
            random = make_random(self, self.random_state)
            goes_on = checks.flag(self, "warm_start") and hasattr(self, "classes_")
            view = _input.rows_to_learn(self, X, first_time=not goes_on)
            n_rows = view.rows.n_rows
            labels = _labels.as_labels(self, y, n_rows)
            sample_weights = as_weights(self, sample_weight, n_rows)
            present = present_rows(n_rows, sample_weights)
            classes = _labels.classes_in(self, labels if sample_weights is None else labels[present])
            division = make_division(self, len(classes))
            kept = self._go_on_from(classes) if goes_on else self._begin(division, view, random)
            kept = replace_start(division, kept)
            targets = _labels.targets_where_present(self, labels, classes, present)
            weights = row_weights(self, self.class_weight, targets, classes, sample_weights)
            material = Material(view, labels, Batch(view.rows, targets, weights), present, None)
            if validation_data is not None:
                material = material._replace(held_out=self._given_rows(validation_data, classes))
            elif self.early_stopping:
                material = self._hold_out(material, share, random)
            tasks = self._tasks(learning, division, kept, material, random)
            with progress(
                type(self).__name__,
                stopping.max_iter,
                lambda: sum(one.seen for one in kept),
                is_on=checks.flag(self, "verbose"),
            ) as report:
                trained = train_all(tasks, checks.threads(self, "n_jobs"), report)
            for one in kept:
                one.leave()

            self.classes_, self._division = classes, division
            self._take(kept)
            self._record(trained)

    def _record(self, trained: list[Trained]) -> None:
        """Say how the fit went, as a whole and for each of several learners."""
        whole = together(trained)
        self.history_ = whole.history
        self.stop_reason_ = whole.reason
        self.certificate_ = whole.certificate
        self.converged_ = whole.reason == "converged"
        self.n_iter_ = len(whole.history)
        self.n_seen_ = sum(epoch.seen for epoch in whole.history)
        self.n_mistakes_ = sum(epoch.mistakes for epoch in whole.history)
        self.n_updates_ = sum(epoch.updates for epoch in whole.history)
        self.__dict__.pop("problems_", None)
        if len(trained) > 1:
            problems = self._division.problems(np.zeros(0, dtype=np.int32))
            self.problems_ = [
                Solved(
                    positive=self.classes_[problem.positive],
                    negative=None if problem.negative is None else self.classes_[problem.negative],
                    stop_reason=how.reason,
                    history=how.history,
                    certificate=how.certificate,
                )
                for problem, how in zip(problems, trained, strict=True)
            ]

    # Options

    def _learning(self) -> _core.Learning:
        return _core.Learning(
            self._step_rule(),
            on_mistake=checks.choice(self, "trigger", ("margin", "mistake")) == "mistake",
            zero_is_positive=checks.choice(self, "tie", ("negative", "positive")) == "positive",
            fit_intercept=self._has_bias(),
        )

    def _has_bias(self) -> bool:
        """Whether the core learns a bias."""
        return checks.flag(self, "fit_intercept")

    def _stopping_rules(self) -> StoppingRules:
        return StoppingRules(
            max_iter=checks.whole(self, "max_iter", 1),
            max_updates=checks.whole_or_none(self, "max_updates", 1),
            tolerated_mistakes=checks.whole(self, "tolerated_mistakes", 0),
            weight_tol=checks.at_least_zero_or_none(self, "weight_tol"),
            tol=checks.at_least_zero_or_none(self, "tol"),
            n_iter_no_change=checks.whole(self, "n_iter_no_change", 1),
            early_stopping=checks.flag(self, "early_stopping"),
        )

    def _go_on_from(self, classes: NDArray[Any]) -> list[Kept]:
        if not np.array_equal(classes, self.classes_):
            raise BadData(
                f"{type(self).__name__}: y holds the classes {classes.tolist()}, but the model to go on from knows "
                f"{self.classes_.tolist()}; set warm_start=False to start anew"
            )
        self._detach()
        return self._to_go_on()

    # What each learner is asked

    def _hold_out(self, material: Material, share: float, random: _core.Random) -> Material:
        """Set a share of the rows aside, to score after each epoch."""
        learned, held = _held_out.split(self, material.batch, material.learned, share, random)
        return material._replace(learned=learned, held_out=HeldOut(material.view, held, material.batch.targets))

    def _given_rows(self, validation_data: tuple[RowsLike, ArrayLike], classes: NDArray[Any]) -> HeldOut:
        if not isinstance(validation_data, (tuple, list)) or len(validation_data) != 2:
            raise BadParameter(f"{type(self).__name__}: validation_data must be a pair (X, y)")
        view = _input.rows_to_learn(self, validation_data[0], first_time=False)
        labels = _labels.as_labels(self, validation_data[1], view.rows.n_rows)
        return HeldOut(view, np.arange(len(labels)), _labels.targets_of(self, labels, classes))

    def _tasks(
        self, learning: _core.Learning, division: Division, kept: list[Kept], material: Material, random: _core.Random
    ) -> list[Task]:
        """Set up the training of each problem, with random numbers of its own if there are several."""
        view, _, batch, learned, held_out = material
        problems = division.problems(batch.targets)
        asked = [None] * len(problems) if held_out is None else division.problems(held_out.targets)
        tasks = []
        for problem, question, one in zip(problems, asked, kept, strict=True):
            which = problem.rows_of(learned, batch.targets)
            weights = None if batch.weights is None else batch.weights[which]
            own_random = random if len(problems) == 1 else _core.Random(random.below(2**62))
            one.meet(view.matrix)
            tasks.append(
                Task(
                    learning,
                    replace(batch, targets=problem.targets),
                    one,
                    order=make_order(self, self.order, batch.rows.n_rows, which, own_random),
                    stopping=self._stopping_rules(),
                    learned=Scored(view, which, problem.targets[which], self.tie == "positive", weights),
                    held_out=self._scored(held_out, question),
                    prove=self._prover(material, problem, which),
                    watch=None if self._watcher is None else self._watcher(material, problem, one),
                )
            )
        return tasks

    def _scored(self, held_out: HeldOut | None, question: Problem | None) -> Scored | None:
        if held_out is None or question is None:
            return None
        which = question.rows_of(held_out.which, held_out.targets)
        return Scored(held_out.view, which, question.targets[which], self.tie == "positive")

    def _prover(self, material: Material, problem: Problem, learned: Indices) -> Prover | None:
        """Give whom to ask, when training has stalled, whether it can succeed at all."""
        return None
