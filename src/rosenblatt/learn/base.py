"""What all learners share: scikit-learn's contract, their options, and what they predict.

How rows are learned is in ``fitting/fit.py`` (epoch after epoch) and ``fitting/stream.py`` (each row once).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rosenblatt import _core, checks
from rosenblatt.errors import BadData, BadParameter
from rosenblatt.estimator import ClassifierEstimator, not_fitted
from rosenblatt.learn.calibration.predict_proba import WithProbabilities
from rosenblatt.learn.fitting import stream
from rosenblatt.learn.fitting.all_or_nothing import AllOrNothing, refuse_busy
from rosenblatt.learn.fitting.array_rows import ArrayRows
from rosenblatt.learn.fitting.block_rows import BlockRows
from rosenblatt.learn.fitting.blocks import Blocks
from rosenblatt.learn.fitting.fit import Start, fit
from rosenblatt.learn.fitting.loop import FitObserver, Trained, together
from rosenblatt.learn.fitting.multiclass import DIVISIONS, Division, Problem, make_division
from rosenblatt.learn.fitting.prove import Prover
from rosenblatt.learn.fitting.solved import Solved
from rosenblatt.learn.fitting.stopping import Epoch
from rosenblatt.learn.input.labels import as_labels, classes_in, refuse_other_kind
from rosenblatt.learn.input.random_state import RandomState
from rosenblatt.learn.input.rows import activations
from rosenblatt.learn.input.sample_weights import ClassWeight, as_weights
from rosenblatt.learn.metrics import ACCURATE, Metric
from rosenblatt.learn.online import LearnsOnline
from rosenblatt.learn.threshold import WithThreshold
from rosenblatt.learn.weights.solution import Model, Solution
from rosenblatt.rows import Floats, Indices, RowsLike, RowsView

if TYPE_CHECKING:
    from rosenblatt.geometry.certificate import Certificate

StepRule: TypeAlias = "_core.PerceptronStep | _core.PassiveAggressiveStep | _core.ArowStep | _core.ConfidenceStep"


class Classifier(WithThreshold, WithProbabilities, LearnsOnline, ClassifierEstimator):
    """A classifier of the perceptron family.

    Any number of threads may predict with one model, but while one of them learns in it, no other may use it.

    A subclass answers what its step rule is, what it starts from, and what its solutions become when they are
    published.
    """

    fit_intercept: bool
    trigger: str
    tie: str
    order: str | ArrayLike
    multiclass: str
    max_iter: int
    max_updates: int | None
    tolerated_mistakes: int
    weight_tol: float | None
    tol: float | None
    n_iter_no_change: int
    early_stopping: bool
    validation_fraction: float
    class_weight: ClassWeight
    random_state: RandomState
    warm_start: bool
    n_jobs: int | None
    verbose: int

    classes_: NDArray[Any]
    n_features_in_: int
    feature_names_in_: NDArray[np.object_]
    n_iter_: int
    n_seen_: int
    n_mistakes_: int
    n_updates_: int
    converged_: bool
    stop_reason_: str
    certificate_: Certificate | None
    history_: list[Epoch]
    problems_: list[Solved]
    _division: Division

    # Whether a row that is not finite may have a finite activation, as tanh(inf) is 1.
    _hides_faults: ClassVar[bool] = False

    # What a subclass answers

    @abstractmethod
    def _step_rule(self) -> StepRule:
        """Make the step rule, with its options checked."""

    @abstractmethod
    def _start(
        self, division: Division, view: RowsView, random: _core.Random, present: Indices | None = None
    ) -> list[Solution]:
        """Make the solution of each problem, before rows like these are learned; `present` is None for all of them."""

    @abstractmethod
    def _blank(self) -> Solution:
        """Make the solution of a problem of two classes, before any row is learned."""

    @abstractmethod
    def _resume(self) -> list[Solution]:
        """Return the solutions where the last call left them, to be changed in place."""

    @abstractmethod
    def _publish(self, solutions: list[Solution]) -> None:
        """Make solutions the model."""

    @abstractmethod
    def _copy_arrays(self) -> None:
        """Replace the arrays of the model by copies, so that the present ones stay as they are."""

    @abstractmethod
    def _model(self) -> Model:
        """Return what predicts."""

    def _planes_in_place(self) -> tuple[Floats, Floats] | None:
        """Return the weights and the bias, if one plane of two classes, changed in place, is all that is learned."""
        return None

    def _has_bias(self) -> bool:
        """Whether the core learns a bias."""
        return checks.flag(self, "fit_intercept")

    def _require_memory(self, division: Division, n_columns: int, copies: int) -> None:
        """Raise if this number of copies of the weights does not fit into memory."""

    def _widen(self, places: Indices, n_columns: int) -> None:
        """Move what was learned to `places` among `n_columns` columns."""
        raise BadData(
            f"{type(self).__name__}: this model has {self.n_features_in_} columns, and its stored rows cannot get more "
            f"of them, got {n_columns}; let the first row name all columns"
        )

    def _prover(self, rows: ArrayRows, problem: Problem, learned: Indices) -> Prover | None:
        """Return what decides, when training has stalled, whether it can succeed at all."""
        return None

    # Learning

    def _fit(
        self,
        X: RowsLike,
        y: ArrayLike,
        sample_weight: ArrayLike | None = None,
        validation_data: tuple[RowsLike, ArrayLike] | None = None,
        *,
        start: Start | None = None,
        make_observer: Callable[[ArrayRows, Problem, Solution], FitObserver] | None = None,
    ) -> None:
        """Learn from all rows, epoch after epoch, until a stopping rule holds."""
        resumes = checks.flag(self, "warm_start") and hasattr(self, "classes_")

        def open_rows() -> ArrayRows:
            return ArrayRows(self, X, y, sample_weight, validation_data, is_first=not resumes)

        fit(self, open_rows, resumes=resumes, start=start, make_observer=make_observer)

    def _fit_blocks(
        self,
        learned: Blocks,
        held_out: Blocks | None,
        classes: NDArray[Any],
        *,
        resumes: bool = False,
        on_rows: Callable[[int], None] = lambda n_rows: None,
        metric: Metric = ACCURATE,
    ) -> None:
        """Learn as ``fit`` does, from blocks of rows that need not fit into memory together; see `BlockRows`."""

        def open_rows() -> BlockRows:
            if resumes:
                stream.add_classes(self, np.union1d(self.classes_, classes))
            known = self.classes_ if resumes else classes_in(self, classes)
            how: dict[str, Any] = {"is_first": not resumes, "on_rows": on_rows, "metric": metric}
            return BlockRows(self, learned, held_out, known, **how)

        fit(self, open_rows, resumes=resumes)

    def _learning(self) -> _core.Learning:
        """Return how the core learns from a row, with all options checked."""
        return _core.Learning(
            self._step_rule(),
            on_mistake=checks.choice(self, "trigger", ("margin", "mistake")) == "mistake",
            zero_is_positive=checks.choice(self, "tie", ("negative", "positive")) == "positive",
            fit_intercept=self._has_bias(),
        )

    def _record(self, trained: list[Trained]) -> None:
        """Store how the fit went, as a whole and for each of several learners."""
        whole = together(trained)
        self.history_ = whole.history
        self.stop_reason_ = whole.reason
        self.certificate_ = whole.certificate
        self.converged_ = whole.reason == "converged"
        self.n_iter_ = len(whole.history)
        self.n_seen_ = sum(epoch.seen for epoch in whole.history)
        self.n_mistakes_ = sum(epoch.mistakes for epoch in whole.history)
        self.n_updates_ = sum(epoch.updates for epoch in whole.history)
        self._calibrate(None)
        self._move_threshold(0.0)
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

    # Predicting

    def decision_function(self, X: RowsLike) -> Floats:
        """Compute the activation of each row.

        For two classes, that of the second against the first, one number per row; for several, one per class. With
        ``multiclass="ovo"`` that is the number of pairs a class wins, plus a share of less than half a win for the sum
        of its activations.
        """
        return self._decide(X, self._model())

    def predict(self, X: RowsLike) -> NDArray[Any]:
        """Predict the label of each row."""
        return self._labels_of(self.decision_function(X))

    def score(self, X: RowsLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> float:
        """Compute the accuracy: the share of rows whose label is predicted, each counted by its weight."""
        predicted = self.predict(X)
        labels = as_labels(self, y, len(predicted))
        refuse_other_kind(self, labels, self.classes_)
        return float(np.average(predicted == labels, weights=as_weights(self, sample_weight, len(labels))))

    def _decide(self, X: RowsLike, model: Model) -> Floats:
        return self._division.decide(activations(self, X, model), self.tie == "positive")

    # scikit-learn's protocol

    def _store_options(self, options: Mapping[str, Any]) -> None:
        """Store the arguments of ``__init__`` as they came; they are checked in ``fit``."""
        known = self.__dict__
        known.update(options)
        for name in ("self", "__class__"):
            known.pop(name, None)

    def _refuse_unfitted(self) -> None:
        refuse_busy(self)
        if "classes_" not in self.__dict__:
            raise not_fitted(f"this {type(self).__name__} is not fitted yet; call fit or partial_fit first")

    def _refuse_another_division(self) -> None:
        if len(self.classes_) > 2 and type(make_division(self, len(self.classes_))) is not type(self._division):
            was = next(name for name, kind in DIVISIONS.items() if isinstance(self._division, kind))
            raise BadParameter(
                f"{type(self).__name__}: multiclass must be {was!r}, as it was when this model began, "
                f"got {self.multiclass!r}; set it back or fit anew"
            )

    def _all_or_nothing(self) -> AllOrNothing:
        """A call that fails or is interrupted leaves the model as it was."""
        return AllOrNothing(self)

    def __sklearn_is_fitted__(self) -> bool:
        """Whether it can predict; scikit-learn would look through all attributes, on every call of a pipeline."""
        return "classes_" in self.__dict__
