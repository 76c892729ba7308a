"""What all linear learners share: scikit-learn's contract, options, fitting, online learning, predicting.

A learner answers one question: what is your step rule?
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.exceptions import NotFittedError
from sklearn.utils import Tags
from sklearn.utils.metaestimators import available_if

from rosenblatt import _check, _core
from rosenblatt.batch import Batch, Floats, Indices, Matrix, RowsLike
from rosenblatt.errors import BadData, BadParameter
from rosenblatt.geometry.certificate import Certificate
from rosenblatt.geometry.hyperplane import Hyperplane
from rosenblatt.learn import _held_out, _input, _labels
from rosenblatt.learn._final import FINALS, Average, Last, Plane
from rosenblatt.learn._held_out import Scored, strongest
from rosenblatt.learn._order import make_order
from rosenblatt.learn._progress import progress
from rosenblatt.learn._prove import Prover, make_prover
from rosenblatt.learn._random import RandomState, make_random, normal
from rosenblatt.learn._stopping import Epoch, StoppingRules
from rosenblatt.learn._training import refuse_overflow, train
from rosenblatt.learn._weights import ClassWeight, as_weights, present_rows, row_weights

Self = TypeVar("Self", bound="LinearClassifier")


class LinearClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]  # scikit-learn ships no type hints
    """A learner that walks over rows and moves a hyperplane."""

    fit_intercept: bool
    trigger: str
    tie: str
    init: str
    init_scale: float
    order: str | ArrayLike
    final: str
    multiclass: str
    max_iter: int
    max_updates: int | None
    tolerated_mistakes: int
    weight_tol: float | None
    tol: float | None
    n_iter_no_change: int
    when_stalled: str
    early_stopping: bool
    validation_fraction: float
    class_weight: ClassWeight
    random_state: RandomState
    warm_start: bool
    verbose: int

    coef_: Floats
    intercept_: Floats
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
    _kept: Last | None

    def _keep(self, options: Mapping[str, Any]) -> None:
        """Store the arguments of ``__init__`` as they came; they are checked in ``fit``."""
        self.__dict__.update({name: value for name, value in options.items() if name not in ("self", "__class__")})

    @abstractmethod
    def _step_rule(self) -> _core.PerceptronStep | _core.PassiveAggressiveStep:
        """Make the checked step rule of this learner."""

    # Learning

    def fit(
        self: Self,
        X: RowsLike,
        y: ArrayLike,
        *,
        sample_weight: ArrayLike | None = None,
        coef_init: ArrayLike | None = None,
        intercept_init: ArrayLike | None = None,
        validation_data: tuple[RowsLike, ArrayLike] | None = None,
    ) -> Self:
        """Learn from all rows, epoch after epoch, until a stopping rule holds.

        Parameters
        ----------
        X : rows, dense or sparse; float32 and float64 are learned from where they lie.
        y : labels of two or more classes; of two, the larger in sorted order is the positive one.
        sample_weight : how much each row counts; a row of weight 0 is not there.
        coef_init, intercept_init : weights and bias to start from, instead of ``init``.
        validation_data : rows and labels to score after each epoch; with ``early_stopping`` they decide the end.
        """
        with self._all_or_nothing():
            learning, stopping = self._learning(), self._stopping_rules()
            random = make_random(self, self.random_state)
            goes_on = _check.flag(self, "warm_start") and hasattr(self, "coef_")
            matrix, rows = _input.rows_to_learn(self, X, first_time=not goes_on)
            labels = _labels.as_labels(self, y, rows.n_rows)
            weights = as_weights(self, sample_weight, rows.n_rows)
            present = present_rows(rows.n_rows, weights)
            classes = _labels.classes_in(self, labels if weights is None else labels[present])
            start = None if goes_on else self._start(rows.n_columns, len(classes), random)
            kept = self._go_on_from(classes) if start is None else self._begin(start)
            self._replace_start(kept.plane, coef_init, intercept_init)
            targets = _labels.targets_where_present(self, labels, classes, present)
            batch = Batch(rows, targets, row_weights(self, self.class_weight, targets, classes, weights))
            learned, held_out = self._hold_out(batch, present, validation_data, classes, random)
            order = make_order(self, self.order, rows.n_rows, learned.which, random)

            with progress(type(self).__name__, stopping.max_iter, _check.flag(self, "verbose")) as report:
                trained = train(
                    learning,
                    batch,
                    kept,
                    order=order,
                    stopping=stopping,
                    learned=learned,
                    held_out=held_out,
                    prove=self._prover(matrix, labels, learned.which) if len(classes) == 2 else None,
                    report=report,
                )

            self.classes_ = classes
            self._take(kept)
            self.history_ = trained.history
            self.stop_reason_ = trained.reason
            self.certificate_ = trained.certificate
            self.converged_ = trained.reason == "converged"
            self.n_iter_ = len(trained.history)
            self.n_seen_ = sum(epoch.seen for epoch in trained.history)
            self.n_mistakes_ = sum(epoch.mistakes for epoch in trained.history)
            self.n_updates_ = sum(epoch.updates for epoch in trained.history)
        return self

    def _streams(self) -> bool:
        """Whether one row at a time makes sense for what `final` keeps."""
        if self.final == "best":
            raise AttributeError("final 'best' compares weights over all rows, so it cannot learn from a stream")
        return True

    @available_if(_streams)  # type: ignore[untyped-decorator]
    def partial_fit(
        self: Self,
        X: RowsLike,
        y: ArrayLike,
        classes: ArrayLike | None = None,
        sample_weight: ArrayLike | None = None,
    ) -> Self:
        """Learn from each row once, in the order given, going on from what was learned before.

        Parameters
        ----------
        X, y : rows and labels.
        classes : all labels there will be; needed once, if the first rows do not show both.
        sample_weight : how much each row counts.
        """
        self._learn_online(X, y, classes, sample_weight)
        return self

    @available_if(_streams)  # type: ignore[untyped-decorator]
    def predict_learn(
        self,
        X: RowsLike,
        y: ArrayLike,
        *,
        classes: ArrayLike | None = None,
        sample_weight: ArrayLike | None = None,
    ) -> NDArray[Any]:
        """Guess each row before learning it: the online protocol.

        Takes what ``partial_fit`` takes and learns the same. Returns the labels guessed by the weights that are being
        learned, whatever `final` keeps; the running counts are in ``n_seen_`` and ``n_mistakes_``.
        """
        guesses = self._learn_online(X, y, classes, sample_weight)
        return self.classes_.take(guesses)

    def _learn_online(
        self, X: RowsLike, y: ArrayLike, classes: ArrayLike | None, sample_weight: ArrayLike | None
    ) -> NDArray[np.bool_] | NDArray[np.int32]:
        """Learn from each row once; returns the place of the class that was guessed for each."""
        with self._all_or_nothing():
            learning = self._learning()
            is_first = not hasattr(self, "classes_")
            _, rows = _input.rows_to_learn(self, X, first_time=is_first)
            labels = _labels.as_labels(self, y, rows.n_rows)
            if is_first:
                self._begin_stream(labels if classes is None else np.ravel(classes), rows.n_columns)
            elif classes is not None:
                self._refuse_other_classes(np.ravel(classes))
            targets = _labels.targets_of(self, labels, self.classes_)
            if isinstance(self.class_weight, str):
                raise BadParameter(
                    f"{type(self).__name__}: class_weight 'balanced' must see all rows at once, so it cannot be used "
                    "with partial_fit; give the weights as a dict, one a class"
                )
            weights = as_weights(self, sample_weight, rows.n_rows)
            weights = row_weights(self, self.class_weight, targets, self.classes_, weights)
            kept = self._running()
            guesses = np.empty(rows.n_rows, dtype=bool if len(self.classes_) == 2 else np.int32)
            with _undone_on_failure(kept, rows):
                tally = learning.walk(rows, targets, weights, np.arange(rows.n_rows), kept.state(), 2**62, guesses)
                refuse_overflow(tally, "partial_fit")
            kept.seen += tally.seen
            self._take(kept)
            self.n_seen_ += tally.seen
            self.n_mistakes_ += tally.mistakes
            self.n_updates_ += tally.updates
        return guesses

    def _begin_stream(self, labels: NDArray[Any], n_columns: int) -> None:
        if len(np.unique(labels)) == 1:
            raise BadData(
                f"{type(self).__name__}: the first rows of the stream show only one class, {labels[:1].tolist()[0]!r}; "
                "give all labels there will be as classes="
            )
        self.classes_ = _labels.classes_in(self, labels)
        random = make_random(self, self.random_state)
        self._take(self._begin(self._start(n_columns, len(self.classes_), random)))
        self.history_ = []
        self.n_iter_ = 1
        self.n_seen_ = self.n_mistakes_ = self.n_updates_ = 0

    def _refuse_other_classes(self, classes: NDArray[Any]) -> None:
        if not np.array_equal(np.unique(classes), self.classes_):
            raise BadParameter(
                f"{type(self).__name__}: classes must be those of the first call, {self.classes_.tolist()}, "
                f"got {classes.tolist()}"
            )

    # Predicting

    def decision_function(self, X: RowsLike) -> Floats:
        """Compute the activations w.x + b of each row.

        Of two classes, that of the second against the first, in one number a row; of several, one a class.
        """
        self._refuse_unfitted()
        return _input.activations(self, X, self._plane())

    def predict(self, X: RowsLike) -> NDArray[Any]:
        """Guess the label of each row."""
        activations = self.decision_function(X)
        return self.classes_.take(strongest(activations, self.tie == "positive"))

    def hyperplane(self) -> Hyperplane:
        """Give the boundary of two classes as a plane with a unit normal, whatever the scale of the weights."""
        self._refuse_unfitted()
        if len(self.classes_) > 2:
            raise BadData(f"one plane divides two classes; this {type(self).__name__} knows {len(self.classes_)}")
        return Hyperplane.through(self.coef_[0], float(self.intercept_[0]))

    def _refuse_unfitted(self) -> None:
        if "coef_" not in self.__dict__:
            raise NotFittedError(f"this {type(self).__name__} is not fitted yet; call fit or partial_fit first")

    def __sklearn_tags__(self) -> Tags:
        """Tell scikit-learn what this estimator can do."""
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    # Options and starting points

    def _learning(self) -> _core.Learning:
        return _core.Learning(
            self._step_rule(),
            on_mistake=_check.choice(self, "trigger", ("margin", "mistake")) == "mistake",
            zero_is_positive=_check.choice(self, "tie", ("negative", "positive")) == "positive",
            fit_intercept=_check.flag(self, "fit_intercept"),
        )

    def _stopping_rules(self) -> StoppingRules:
        return StoppingRules(
            max_iter=_check.whole(self, "max_iter", 1),
            max_updates=_check.whole_or_none(self, "max_updates", 1),
            tolerated_mistakes=_check.whole(self, "tolerated_mistakes", 0),
            weight_tol=_check.at_least_zero_or_none(self, "weight_tol"),
            tol=_check.at_least_zero_or_none(self, "tol"),
            n_iter_no_change=_check.whole(self, "n_iter_no_change", 1),
            early_stopping=_check.flag(self, "early_stopping"),
        )

    def _prover(self, X: Matrix, labels: NDArray[Any], learned: Indices) -> Prover | None:
        if _check.choice(self, "when_stalled", ("prove", "stop")) == "stop":
            return None
        return make_prover(X, labels, learned, fit_intercept=bool(self.fit_intercept))

    def _start(self, n_columns: int, n_classes: int, random: _core.Random) -> Plane:
        """Weights and bias before the first step."""
        _check.choice(self, "multiclass", ("joint",))
        scale = _check.above_zero(self, "init_scale")
        n_planes = 1 if n_classes == 2 else n_classes
        shape = n_columns if n_classes == 2 else (n_columns, n_classes)
        if _check.choice(self, "init", ("zeros", "normal")) == "zeros":
            return Plane(np.zeros(shape), np.zeros(n_planes))
        weights = normal(random, scale, n_columns * n_planes).reshape(shape)
        return Plane(weights, normal(random, scale, n_planes) if self.fit_intercept else np.zeros(n_planes))

    def _begin(self, plane: Plane) -> Last:
        """Set up what `final` keeps, from the plane to start with."""
        return FINALS[_check.choice(self, "final", FINALS)](plane)

    def _running(self) -> Last:
        """Take up what was kept where the last call left it, to change it in place."""
        if self.final == "average" and isinstance(self._kept, Average):
            return self._kept
        plane = self._plane()
        return self._begin(plane if plane.weights.flags.writeable else plane.copy())

    def _plane(self) -> Plane:
        """The weights as the core has them, in the model's own arrays."""
        if len(self.classes_) == 2:
            return Plane(self.coef_[0], self.intercept_)
        return Plane(np.ascontiguousarray(self.coef_.T), self.intercept_)

    def _go_on_from(self, classes: NDArray[Any]) -> Last:
        if not np.array_equal(classes, self.classes_):
            raise BadData(
                f"{type(self).__name__}: y holds the classes {classes.tolist()}, but the model to go on from knows "
                f"{self.classes_.tolist()}; set warm_start=False to start anew"
            )
        if self.final == "average" and isinstance(self._kept, Average):
            return deepcopy(self._kept)
        return self._begin(self._plane().copy())

    def _take(self, kept: Last) -> None:
        """Make what was kept the model."""
        plane = kept.result()
        self.coef_ = plane.weights.reshape(1, -1) if len(plane.bias) == 1 else plane.weights.T
        self.intercept_ = plane.bias
        self._kept = kept if self.final == "average" else None

    def _replace_start(self, plane: Plane, coef: ArrayLike | None, intercept: ArrayLike | None) -> None:
        if coef is not None:
            plane.weights.T[:] = self._given_start("coef_init", coef, plane.weights.size).reshape(plane.weights.T.shape)
        if intercept is not None:
            if not self.fit_intercept:
                raise BadParameter(f"{type(self).__name__}: intercept_init needs fit_intercept=True")
            plane.bias[:] = self._given_start("intercept_init", intercept, len(plane.bias))

    def _given_start(self, name: str, value: ArrayLike, size: int) -> Floats:
        start = np.array(value).ravel()
        if start.size != size or start.dtype.kind not in "biuf" or not np.isfinite(start).all():
            raise BadParameter(f"{type(self).__name__}: {name} must be {size} finite numbers, got {value!r}")
        return start.astype(np.float64)

    def _hold_out(
        self,
        batch: Batch,
        present: Indices,
        validation_data: tuple[RowsLike, ArrayLike] | None,
        classes: NDArray[Any],
        random: _core.Random,
    ) -> tuple[Scored, Scored | None]:
        """Rows to learn from, and other rows to score after each epoch."""
        share = _check.share(self, "validation_fraction")
        last_wins = self.tie == "positive"

        def learned_from(which: Indices) -> Scored:
            weights = None if batch.weights is None else batch.weights[which]
            return Scored(batch.rows, which, batch.targets[which], last_wins, weights)

        if validation_data is not None:
            if not isinstance(validation_data, (tuple, list)) or len(validation_data) != 2:
                raise BadParameter(f"{type(self).__name__}: validation_data must be a pair (X, y)")
            _, rows = _input.rows_to_learn(self, validation_data[0], first_time=False)
            targets = _labels.targets_of(self, _labels.as_labels(self, validation_data[1], rows.n_rows), classes)
            return learned_from(present), Scored(rows, np.arange(rows.n_rows), targets, last_wins)
        if not self.early_stopping:
            return learned_from(present), None
        learned, held = _held_out.split(self, batch, present, share, random)
        return learned_from(learned), Scored(batch.rows, held, batch.targets[held], last_wins)

    @contextmanager
    def _all_or_nothing(self) -> Iterator[None]:
        """A call that fails or is interrupted leaves the model as it was."""
        before = self.__dict__.copy()
        try:
            yield
        except BaseException:
            self.__dict__.clear()
            self.__dict__.update(before)
            raise


@contextmanager
def _undone_on_failure(kept: Last, rows: _core.Rows) -> Iterator[None]:
    """Put weights that were changed in place back as they were.

    Of a few sparse rows only their own columns are kept: one row of text must not cost a copy of all weights.
    """
    columns = rows.columns
    touched = slice(None) if columns is None or len(columns) > rows.n_columns else columns
    before = [(plane, plane.weights[touched].copy(), plane.bias.copy()) for plane in kept.changed_in_place()]
    try:
        yield
    except BaseException:
        for plane, weights, bias in before:
            plane.weights[touched] = weights
            plane.bias[:] = bias
        raise
