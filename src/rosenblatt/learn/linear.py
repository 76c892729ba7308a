"""What all linear learners share: weights and a bias, where they start, and what they predict.

A linear learner adds only its options and its step rule.
"""

from __future__ import annotations

from copy import deepcopy
from functools import partial
from typing import TypeVar, cast

import numpy as np
from numpy.typing import ArrayLike

from rosenblatt import _core, checks
from rosenblatt.errors import BadData, BadParameter
from rosenblatt.geometry.hyperplane import Hyperplane
from rosenblatt.learn.base import Classifier
from rosenblatt.learn.fitting.array_rows import ArrayRows
from rosenblatt.learn.fitting.multiclass import Division, Problem
from rosenblatt.learn.fitting.prove import Prover, make_prover
from rosenblatt.learn.input.random_state import normal
from rosenblatt.learn.weights.average import Average
from rosenblatt.learn.weights.best import Best
from rosenblatt.learn.weights.last import Last
from rosenblatt.learn.weights.plane import Plane
from rosenblatt.learn.weights.solution import Model, Solution
from rosenblatt.memory import require_memory
from rosenblatt.rows import Floats, Indices, RowsLike, RowsView

FINALS: dict[str, type[Last]] = {"last": Last, "average": Average, "best": Best}

Self = TypeVar("Self", bound="LinearClassifier")


class LinearClassifier(Classifier):
    """A learner that moves a hyperplane."""

    init: str
    init_scale: float
    final: str
    when_stalled: str

    coef_: Floats
    intercept_: Floats
    _solutions: list[Last] | None  # where they hold more than the planes that predict
    _solution_columns: Indices | None = None  # the columns they cover, where all others are zero; None: all
    _is_slim: bool = False  # for prediction only (see `learn.slim`)

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
        is_given = coef_init is not None or intercept_init is not None
        start = partial(self._given_start, coef_init, intercept_init) if is_given else None
        self._fit(X, y, sample_weight, validation_data, start=start)
        return self

    def hyperplane(self) -> Hyperplane:
        """Return the boundary of two classes as a plane with a unit normal, whatever the scale of the weights."""
        self._refuse_unfitted()
        if len(self.classes_) != 2:
            raise BadData(f"one plane divides two classes; this {type(self).__name__} knows {len(self.classes_)}")
        return Hyperplane.through(self.coef_[0], float(self.intercept_[0]))

    def _can_stream(self) -> bool:
        if getattr(self, "final", None) == "best":
            raise AttributeError("final 'best' compares weights over all rows, so it cannot learn from a stream")
        return True

    def _model(self) -> Model:
        self._refuse_unfitted()
        return self._division.linear_model(self.coef_, self.intercept_)

    def _require_memory(self, division: Division, n_columns: int, copies: int) -> None:
        what = f"the weights of {n_columns:,} columns and {division.n_classes:,} classes"
        remedy = "leave out columns that no row uses, or hash features into fewer columns: texts with fewer `bits=`"
        require_memory(8 * n_columns * division.n_planes * copies, type(self).__name__, what, remedy)

    # Where to start

    def _start(
        self, division: Division, view: RowsView, random: _core.Random, present: Indices | None = None
    ) -> list[Solution]:
        scale = checks.above_zero(self, "init_scale")
        planes = division.planes(*division.zeros(view.rows.n_columns))
        if checks.choice(self, "init", ("zeros", "normal")) == "normal":
            for plane in planes:
                plane.weights[...] = normal(random, scale, plane.weights.size).reshape(plane.weights.shape)
                if self.fit_intercept:
                    plane.bias[...] = normal(random, scale, len(plane.bias))
        return [self._new(plane) for plane in planes]

    def _blank(self) -> Solution:
        return self._new(Plane(np.zeros(self.n_features_in_), np.zeros(1)))

    def _given_start(
        self, coef: ArrayLike | None, intercept: ArrayLike | None, division: Division, solutions: list[Solution]
    ) -> list[Solution]:
        """Replace the weights or biases to start from by those that were passed to ``fit``."""
        if intercept is not None and not self.fit_intercept:
            raise BadParameter(f"{type(self).__name__}: intercept_init needs fit_intercept=True")
        start_coef, start_intercept = division.stack([one.plane for one in cast("list[Last]", solutions)])
        if coef is not None:
            start_coef[...] = self._finite("coef_init", coef, start_coef.size).reshape(start_coef.shape)
        if intercept is not None:
            start_intercept[...] = self._finite("intercept_init", intercept, start_intercept.size)
        return [self._new(plane) for plane in division.planes(start_coef, start_intercept)]

    def _finite(self, name: str, value: ArrayLike, size: int) -> Floats:
        start = np.array(value).ravel()
        if start.size != size or start.dtype.kind not in "biuf" or not np.isfinite(start).all():
            raise BadParameter(f"{type(self).__name__}: {name} must be {size} finite numbers, got {value!r}")
        return start.astype(np.float64)

    # From the model to its solutions, and back

    def _kind(self) -> type[Last]:
        """Return the class of the solutions."""
        return FINALS[checks.choice(self, "final", FINALS)]

    def _new(self, plane: Plane) -> Last:
        """Make a solution that starts from a plane."""
        return self._kind()(plane)

    def _planes_in_place(self) -> tuple[Floats, Floats] | None:
        known = self.__dict__
        if known.get("final") != "last" or "classes_" not in known or len(self.classes_) != 2:
            return None
        if self._solutions is not None or self._solution_columns is not None or self._is_slim:
            return None
        return self.coef_, self.intercept_

    def _resume(self) -> list[Solution]:
        self._refuse_another_division()
        self._widen_solutions()
        if self._solutions is not None and type(self._solutions[0]) is self._kind():
            return list(self._solutions)
        if not (self._division.can_change(self.coef_) and self.intercept_.flags.writeable):
            planes = self._division.planes(self.coef_, self.intercept_)
            self.coef_, self.intercept_ = self._division.stack([plane.copy() for plane in planes])
        return [self._new(plane) for plane in self._division.planes(self.coef_, self.intercept_)]

    def _publish(self, solutions: list[Solution]) -> None:
        self.__dict__.pop("_is_slim", None)
        planes = cast("list[Last]", solutions)
        self.coef_, self.intercept_ = self._division.stack([one.result() for one in planes])
        self._solutions, self._solution_columns = planes if isinstance(planes[0], Average) else None, None

    def _widen(self, places: Indices, n_columns: int) -> None:
        with self._all_or_nothing():
            self._require_memory(self._division, n_columns, copies=1)
            solutions = cast("list[Last]", self._resume())
            planes = [one.result().in_columns(places, n_columns) for one in solutions]
            self.coef_, self.intercept_ = self._division.stack(planes)
            self._solution_columns, self.n_features_in_ = places, n_columns
            if type(solutions[0]) is not Average:  # votes predict by their solutions
                self._widen_solutions()

    def _widen_solutions(self) -> None:
        """Widen the solutions, which are needed for learning only, when learning goes on."""
        if self._solutions is not None and self._solution_columns is not None:
            columns, n_columns = self._solution_columns, self.n_features_in_
            self._solutions = [one.in_columns(columns, n_columns) for one in self._solutions]
        self._solution_columns = None

    def _copy_arrays(self) -> None:
        self.coef_, self.intercept_ = self.coef_.copy(order="K"), self.intercept_.copy()
        self._solutions = deepcopy(self._solutions)

    def _prover(self, rows: ArrayRows, problem: Problem, learned: Indices) -> Prover | None:
        """Return the prover of a plane between two classes, by their labels, or between one and the rest, by sign."""
        proves = checks.choice(self, "when_stalled", ("prove", "stop")) == "prove"
        if not proves or problem.targets.dtype != np.int8:
            return None
        labels = problem.targets if problem.is_against_rest else rows.labels
        return make_prover(rows.view, labels, learned, fit_intercept=bool(self.fit_intercept))
