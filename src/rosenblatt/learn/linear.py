"""What all linear learners share: weights and a bias, where they start, and what they predict.

A learner answers one question: what is your step rule?
"""

from __future__ import annotations

from copy import deepcopy
from typing import TypeVar, cast

import numpy as np
from numpy.typing import ArrayLike

from rosenblatt import _core, checks
from rosenblatt._filed import Filed, Filing
from rosenblatt.errors import BadData, BadParameter
from rosenblatt.geometry.hyperplane import Hyperplane
from rosenblatt.learn._linear_in_file import file_linear, linear_from
from rosenblatt.learn.base import Classifier, Material
from rosenblatt.learn.fitting.multiclass import Division, Problem
from rosenblatt.learn.fitting.prove import Prover, make_prover
from rosenblatt.learn.input.random_state import normal
from rosenblatt.learn.weights.solution import FINALS, Average, Kept, Last, Model, Plane
from rosenblatt.rows import Floats, Indices, RowsLike, RowsView

Self = TypeVar("Self", bound="LinearClassifier")


class LinearClassifier(Classifier):
    """A learner that walks over rows and moves a hyperplane."""

    init: str
    init_scale: float
    final: str
    when_stalled: str

    coef_: Floats
    intercept_: Floats
    _kept: list[Kept] | None  # where more is kept than the planes that predict
    _kept_columns: Indices | None = None  # those that it stands for, where all others are zero; None: it is for all

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

        def replace_start(division: Division, kept: list[Kept]) -> list[Kept]:
            if coef_init is None and intercept_init is None:
                return kept
            planes = [one.plane for one in cast("list[Last]", kept)]
            return [self._new(plane) for plane in self._given_planes(division, planes, coef_init, intercept_init)]

        self._fit(X, y, sample_weight, validation_data, replace_start)
        return self

    def hyperplane(self) -> Hyperplane:
        """Give the boundary of two classes as a plane with a unit normal, whatever the scale of the weights."""
        self._refuse_unfitted()
        if len(self.classes_) != 2:
            raise BadData(f"one plane divides two classes; this {type(self).__name__} knows {len(self.classes_)}")
        return Hyperplane.through(self.coef_[0], float(self.intercept_[0]))

    def _streams(self) -> bool:
        if getattr(self, "final", None) == "best":
            raise AttributeError("final 'best' compares weights over all rows, so it cannot learn from a stream")
        return True

    def _model(self) -> Model:
        self._refuse_unfitted()
        return self._division.linear_model(self.coef_, self.intercept_)

    # Where to start

    def _begin(self, division: Division, view: RowsView, random: _core.Random) -> list[Kept]:
        return [self._new(plane) for plane in self._start(division, view.rows.n_columns, random)]

    def _begin_blank(self) -> Kept:
        return self._new(Plane(np.zeros(self.n_features_in_), np.zeros(1)))

    def _start(self, division: Division, n_columns: int, random: _core.Random) -> list[Plane]:
        """Weights and biases before the first step."""
        scale = checks.above_zero(self, "init_scale")
        planes = division.planes(*division.zeros(n_columns))
        if checks.choice(self, "init", ("zeros", "normal")) == "normal":
            for plane in planes:
                plane.weights[...] = normal(random, scale, plane.weights.size).reshape(plane.weights.shape)
                if self.fit_intercept:
                    plane.bias[...] = normal(random, scale, len(plane.bias))
        return planes

    def _given_planes(
        self, division: Division, planes: list[Plane], coef: ArrayLike | None, intercept: ArrayLike | None
    ) -> list[Plane]:
        """Put the weights or biases that were given in the place of those to start from."""
        if intercept is not None and not self.fit_intercept:
            raise BadParameter(f"{type(self).__name__}: intercept_init needs fit_intercept=True")
        start_coef, start_intercept = division.stack(planes)
        if coef is not None:
            start_coef[...] = self._given_start("coef_init", coef, start_coef.size).reshape(start_coef.shape)
        if intercept is not None:
            start_intercept[...] = self._given_start("intercept_init", intercept, start_intercept.size)
        return division.planes(start_coef, start_intercept)

    def _given_start(self, name: str, value: ArrayLike, size: int) -> Floats:
        start = np.array(value).ravel()
        if start.size != size or start.dtype.kind not in "biuf" or not np.isfinite(start).all():
            raise BadParameter(f"{type(self).__name__}: {name} must be {size} finite numbers, got {value!r}")
        return start.astype(np.float64)

    # From the model to what learns, and back

    def _kind(self) -> type[Last]:
        """Say what is to be kept."""
        return FINALS[checks.choice(self, "final", FINALS)]

    def _new(self, plane: Plane) -> Last:
        """Set up what is to be kept, from the plane to start with."""
        return self._kind()(plane)

    def _to_go_on(self) -> list[Kept]:
        """Take up what was kept where the last call left it, to change it in place."""
        self._refuse_another_division()
        self._widen_kept()
        if self._kept is not None and type(self._kept[0]) is self._kind():
            return self._kept
        if not (self._division.can_change(self.coef_) and self.intercept_.flags.writeable):
            planes = self._division.planes(self.coef_, self.intercept_)
            self.coef_, self.intercept_ = self._division.stack([plane.copy() for plane in planes])
        return [self._new(plane) for plane in self._division.planes(self.coef_, self.intercept_)]

    def _take(self, kept: list[Kept]) -> None:
        """Make what was kept the model."""
        self.coef_, self.intercept_ = self._division.stack([one.result() for one in cast("list[Last]", kept)])
        self._kept, self._kept_columns = kept if isinstance(kept[0], Average) else None, None

    def _widen(self, places: Indices, n_columns: int) -> None:
        """Move what was learned to these of more columns."""
        with self._all_or_nothing():
            kept = cast("list[Last]", self._to_go_on())
            planes = [one.result().in_columns(places, n_columns) for one in kept]
            self.coef_, self.intercept_ = self._division.stack(planes)
            self._kept_columns, self.n_features_in_ = places, n_columns
            if type(kept[0]) is not Average:  # a vote is not learned on from only, it predicts
                self._widen_kept()

    def _widen_kept(self) -> None:
        if self._kept is not None and self._kept_columns is not None:
            self._kept = [one.changed("in_columns", self._kept_columns, self.n_features_in_) for one in self._kept]
        self._kept_columns = None

    def _detach(self) -> None:
        """Go on with arrays of its own, so that those of before stay as they were."""
        self.coef_, self.intercept_ = self.coef_.copy(order="K"), self.intercept_.copy()
        self._kept = deepcopy(self._kept)

    def _to_file(self) -> Filing:
        return file_linear(self)

    def _from_file(self, filed: Filed) -> None:
        linear_from(self, filed)

    def _prover(self, material: Material, problem: Problem, learned: Indices) -> Prover | None:
        """Ask about a plane between two classes, by their labels, or between one and the rest, by sign."""
        proves = checks.choice(self, "when_stalled", ("prove", "stop")) == "prove"
        if not proves or problem.targets.dtype != np.int8:
            return None
        asked = problem.targets if problem.is_against_rest else material.labels
        return make_prover(material.view.matrix, asked, learned, fit_intercept=bool(self.fit_intercept))
