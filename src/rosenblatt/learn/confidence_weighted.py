"""Confidence-weighted: every weight has a variance, and rare columns move further than those met often."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from numpy.typing import ArrayLike

from rosenblatt import _core, checks
from rosenblatt.learn.fitting.multiclass import Division
from rosenblatt.learn.input.random_state import RandomState
from rosenblatt.learn.linear import LinearClassifier
from rosenblatt.learn.weights.last import Last
from rosenblatt.learn.weights.plane import Variances
from rosenblatt.learn.weights.solution import Solution
from rosenblatt.rows import Floats, Indices, RowsView


class ConfidenceWeighted(LinearClassifier):
    """A learner that knows how sure it is of each weight, and moves the unsure ones further.

    Every weight has a variance, 1 at first. A row with the margin ``m = y*a`` and its variance
    ``v = sum of s_j x_j²`` that needs an update changes

        w_j += step * y * s_j x_j          s_j -= beta * (s_j x_j)²

    - ``"AROW"``: if m < 1, ``step = (1 - m) / (v + r)`` and ``beta = 1 / (v + r)``

    So the columns of a row become surer, and rows with the same columns move them less. The bias is a feature that is
    always 1, with a variance of its own. With several classes the margin is that of the true class over its strongest
    rival, v is the sum of both variances, and both change. The weight of a row or of its class divides r for it.

    Variances are comparable between columns of the same scale: standardise columns, or scale rows to length 1.

    Parameters
    ----------
    variant : which update to make.
    r : how little one row changes; r = 1 suits rows of length 1 and standardised columns.
    fit_intercept, trigger, tie, init, init_scale, order, final, multiclass, max_iter, max_updates,
        tolerated_mistakes, weight_tol, tol, n_iter_no_change, when_stalled, early_stopping, validation_fraction,
        class_weight, random_state, warm_start, n_jobs, verbose : as for `Perceptron`.

    Attributes
    ----------
    variance_, intercept_variance_ : the variance of each weight and of each bias, from which learning goes on.
    coef_, intercept_, classes_, stop_reason_, converged_, n_iter_, history_, n_seen_, n_mistakes_, n_updates_,
        n_features_in_, feature_names_in_ : as for `Perceptron`.

    Examples
    --------
    >>> from rosenblatt import ConfidenceWeighted
    >>> model = ConfidenceWeighted().partial_fit([[1, 0], [1, 1]], ["ham", "spam"])
    >>> model.variance_.round(2).tolist()
    [[0.53, 0.7]]

    References
    ----------
    Crammer, Kulesza and Dredze, "Adaptive regularization of weight vectors", NIPS 22 (2009), figure 1.
    Crammer, Dredze and Kulesza, "Multi-class confidence weighted algorithms", EMNLP 2009.
    Crammer, Dredze and Pereira, "Exact convex confidence-weighted learning", NIPS 21 (2008): diagonal forms.
    """

    variant: str
    r: float

    variance_: Floats
    intercept_variance_: Floats

    def __init__(
        self,
        *,
        variant: str = "AROW",
        r: float = 1.0,
        fit_intercept: bool = True,
        trigger: str = "margin",
        tie: str = "negative",
        init: str = "zeros",
        init_scale: float = 0.01,
        order: str | ArrayLike = "shuffled",
        final: str = "last",
        multiclass: str = "joint",
        max_iter: int = 1000,
        max_updates: int | None = None,
        tolerated_mistakes: int = 0,
        weight_tol: float | None = None,
        tol: float | None = 1e-3,
        n_iter_no_change: int = 5,
        when_stalled: str = "prove",
        early_stopping: bool = False,
        validation_fraction: float = 0.1,
        class_weight: Mapping[Any, float] | str | None = None,
        random_state: RandomState = None,
        warm_start: bool = False,
        n_jobs: int | None = None,
        verbose: int = 0,
    ) -> None:
        self._store_options(locals())

    def _step_rule(self) -> _core.ArowStep:
        checks.choice(self, "variant", VARIANTS)
        return _core.ArowStep(checks.above_zero(self, "r"))

    # Variances of new solutions, and of those to go on from

    def _start(
        self, division: Division, view: RowsView, random: _core.Random, present: Indices | None = None
    ) -> list[Solution]:
        solutions = super()._start(division, view, random, present)
        for one in cast("list[Last]", solutions):
            one.variances = Variances.of_plane(one.plane)
        return solutions

    def _blank(self) -> Solution:
        solution = cast(Last, super()._blank())
        solution.variances = Variances.of_plane(solution.plane)
        return solution

    def _given_start(
        self, coef: ArrayLike | None, intercept: ArrayLike | None, division: Division, solutions: list[Solution]
    ) -> list[Solution]:
        started = super()._given_start(coef, intercept, division, solutions)
        for one, before in zip(cast("list[Last]", started), cast("list[Last]", solutions), strict=True):
            one.variances = before.variances
        return started

    def _resume(self) -> list[Solution]:
        if not (self._division.can_change(self.variance_) and self.intercept_variance_.flags.writeable):
            self._copy_variances()
        solutions = super()._resume()
        planes = self._division.planes(self.variance_, self.intercept_variance_)
        for one, plane in zip(cast("list[Last]", solutions), planes, strict=True):
            one.variances = Variances(*plane)
        return solutions

    def _publish(self, solutions: list[Solution]) -> None:
        super()._publish(solutions)
        self._publish_variances([cast(Variances, one.result_variances()) for one in cast("list[Last]", solutions)])

    def _publish_variances(self, variances: list[Variances]) -> None:
        self.variance_, self.intercept_variance_ = self._division.stack(list(variances))
        for one in self._solutions or []:
            one.variances = None  # until learning goes on, so that a model holds them once

    def _widen(self, places: Indices, n_columns: int) -> None:
        with self._all_or_nothing():
            narrow = self._division.planes(self.variance_, self.intercept_variance_)
            super()._widen(places, n_columns)
            self._publish_variances([Variances(*plane).in_columns(places, n_columns) for plane in narrow])

    def _copy_arrays(self) -> None:
        super()._copy_arrays()
        self._copy_variances()

    def _copy_variances(self) -> None:
        planes = self._division.planes(self.variance_, self.intercept_variance_)
        self.variance_, self.intercept_variance_ = self._division.stack([plane.copy() for plane in planes])


VARIANTS = ("AROW",)
