"""Confidence-weighted: every weight has a variance, and rare columns move further than those met often."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import ArrayLike

from rosenblatt import _core, checks
from rosenblatt.errors import BadParameter
from rosenblatt.learn.base import StepRule
from rosenblatt.learn.fitting.multiclass import Division, Joint
from rosenblatt.learn.input.random_state import RandomState
from rosenblatt.learn.linear import LinearClassifier
from rosenblatt.learn.weights.covariance import Covariance, refuse_joint
from rosenblatt.learn.weights.last import Last
from rosenblatt.learn.weights.plane import Plane, Variances
from rosenblatt.learn.weights.solution import Solution
from rosenblatt.rows import Floats, Indices, RowsView

# Of a full covariance: a matrix of 32 MB per plane.
MOST_COLUMNS = 2000


class _Options(NamedTuple):
    r: float
    C: float
    phi: float


VARIANTS: dict[str, Callable[[_Options], StepRule]] = {
    "AROW": lambda given: _core.ArowStep(given.r),
    "SCW-I": lambda given: _core.ConfidenceStep(given.phi, given.C, 0.0),
    "SCW-II": lambda given: _core.ConfidenceStep(given.phi, math.inf, 0.5 / given.C),
    "CW": lambda given: _core.ConfidenceStep(given.phi, math.inf, 0.0),
}


class ConfidenceWeighted(LinearClassifier):
    """A learner that knows how sure it is of each weight, and moves the unsure ones further.

    The weights are the mean of a normal distribution. Their variances s are 1 at first; a row with the margin
    ``m = y*a``, whose variance is ``v = sum of s_j x_j²``, changes

        w_j += step * y * s_j x_j          s_j -= beta * (s_j x_j)²

    - ``"AROW"``: if m < 1, ``step = (1 - m) / (v + r)`` and ``beta = 1 / (v + r)``
    - ``"CW"``: if the margin is positive with a probability below `confidence`, that is if m < phi √v, by the smallest
      change of the distribution that makes them equal
    - ``"SCW-I"``: as CW, but with a step of at most C
    - ``"SCW-II"``: as CW, softened: with v + 1 / (2C) in place of v where the step is computed

    So the columns of a row become surer, and later rows move them less. The bias is a feature that is always 1, with a
    variance of its own. With several classes the margin is that of the true class over its strongest rival, v is the
    sum for both, and both change. The weight of a row or of its class divides r for it, or multiplies C; CW has
    neither, so there only a weight of 0 matters. One wrong label can throw CW far off.

    Variances are comparable between columns of the same scale: standardise columns, or scale rows to length 1.

    Parameters
    ----------
    variant : which update to make.
    r : of AROW: the larger, the less one row changes; 1 suits rows of length 1 and standardised columns.
    C : of SCW: how far one row may move the weights.
    confidence : of SCW and CW: the probability of a positive margin that each row is to reach, above 0.5.
    covariance : ``"diagonal"``, one variance per weight, or ``"full"``, a number for every two weights: v = x'Sx, Sx in
        place of s_j x_j, for up to 2,000 columns and two classes, or several with ``"ovr"`` or ``"ovo"``.
    fit_intercept, trigger, tie, init, init_scale, order, final, multiclass, max_iter, max_updates,
        tolerated_mistakes, weight_tol, tol, n_iter_no_change, when_stalled, early_stopping, validation_fraction,
        class_weight, random_state, warm_start, n_jobs, verbose : as for `Perceptron`.

    Attributes
    ----------
    variance_, intercept_variance_ : the variance of each weight and of each bias, from which learning goes on.
    covariance_ : with ``covariance="full"``, a matrix for each row of ``coef_``, the bias last.
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
    Crammer, Kulesza and Dredze, "Adaptive regularization of weight vectors", NIPS 22 (2009), figure 1: AROW.
    Wang, Zhao and Hoi, "Exact soft confidence-weighted learning", ICML 2012: SCW-I and SCW-II.
    Dredze, Crammer and Pereira, "Confidence-weighted linear classification", ICML 2008: CW, here in the exact form of
    Crammer, Dredze and Pereira, "Exact convex confidence-weighted learning", NIPS 21 (2008), which also has the two
    diagonal forms.
    Crammer, Dredze and Kulesza, "Multi-class confidence weighted algorithms", EMNLP 2009.
    """

    variant: str
    r: float
    C: float
    confidence: float
    covariance: str

    variance_: Floats
    intercept_variance_: Floats
    covariance_: Floats

    def __init__(
        self,
        *,
        variant: str = "AROW",
        r: float = 1.0,
        C: float = 1.0,
        confidence: float = 0.9,
        covariance: str = "diagonal",
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

    def _step_rule(self) -> StepRule:
        variant, _ = checks.choice(self, "variant", VARIANTS), self._kind_of_variances()
        if checks.share(self, "confidence") <= 0.5:
            checks.refuse(self, "confidence", "a number between 0.5 and 1")
        phi = 0.0 if variant == "AROW" else normal_quantile(float(self.confidence))
        return VARIANTS[variant](_Options(checks.above_zero(self, "r"), checks.above_zero(self, "C"), phi))

    # Variances of new solutions, and of those to go on from

    def _kind_of_variances(self) -> type[Variances]:
        return KINDS[checks.choice(self, "covariance", KINDS)]

    def _start(
        self, division: Division, view: RowsView, random: _core.Random, present: Indices | None = None
    ) -> list[Solution]:
        kind = self._kind_of_variances()
        if kind is Covariance:
            self._refuse_columns(view.rows.n_columns)
            if isinstance(division, Joint) and division.n_classes > 2:
                refuse_joint()
        solutions = super()._start(division, view, random, present)
        for one in cast("list[Last]", solutions):
            one.variances = kind.of_plane(one.plane)
        return solutions

    def _blank(self) -> Solution:
        solution = cast(Last, super()._blank())
        solution.variances = self._kind_of_variances().of_plane(solution.plane)
        return solution

    def _given_start(
        self, coef: ArrayLike | None, intercept: ArrayLike | None, division: Division, solutions: list[Solution]
    ) -> list[Solution]:
        started = super()._given_start(coef, intercept, division, solutions)
        for one, before in zip(cast("list[Last]", started), cast("list[Last]", solutions), strict=True):
            one.variances = before.variances
        return started

    def _planes_in_place(self) -> None:
        return None  # there are variances, too

    def _resume(self) -> list[Solution]:
        was = "full" if hasattr(self, "covariance_") else "diagonal"
        if self._kind_of_variances() is not KINDS[was]:
            raise BadParameter(
                f"{type(self).__name__}: covariance must be {was!r}, as it was when this model began, "
                f"got {self.covariance!r}; set it back or fit anew"
            )
        if not self._variances_can_change():
            self._copy_variances()
        solutions = super()._resume()
        for one, variances in zip(cast("list[Last]", solutions), self._variances(), strict=True):
            one.variances = variances
        return solutions

    def _variances(self) -> list[Variances]:
        """Return the variances of each problem, to be changed in place."""
        if hasattr(self, "covariance_"):
            self._show_diagonals()
            return [Covariance.of_matrix(matrix) for matrix in self.covariance_]
        planes = self._division.planes(self.variance_, self.intercept_variance_)
        return [Variances(*plane) for plane in planes]

    def _variances_can_change(self) -> bool:
        if hasattr(self, "covariance_"):
            return bool(self.covariance_.flags.writeable and self.covariance_.flags.c_contiguous)
        return self._division.can_change(self.variance_) and bool(self.intercept_variance_.flags.writeable)

    def _publish(self, solutions: list[Solution]) -> None:
        super()._publish(solutions)
        self._publish_variances([cast(Variances, one.result_variances()) for one in cast("list[Last]", solutions)])

    def _publish_variances(self, variances: list[Variances]) -> None:
        self.__dict__.pop("covariance_", None)
        if isinstance(variances[0], Covariance):
            self.covariance_ = np.stack([one.weights for one in variances])
            self._show_diagonals()
        else:
            self.variance_, self.intercept_variance_ = self._division.stack(cast("list[Plane]", variances))
        for one in self._solutions or []:
            one.variances = None  # until learning goes on, so that a model holds them once

    def _show_diagonals(self) -> None:
        """Make the variances views of the covariance, which learning changes; copies of a model have copies of them."""
        diagonals = np.einsum("pii->pi", self.covariance_)
        self.variance_, self.intercept_variance_ = diagonals[:, :-1], diagonals[:, -1]

    def _widen(self, places: Indices, n_columns: int) -> None:
        with self._all_or_nothing():
            narrow = self._variances()
            if isinstance(narrow[0], Covariance):
                self._refuse_columns(n_columns)
            super()._widen(places, n_columns)
            self._publish_variances([one.in_columns(places, n_columns) for one in narrow])

    def _copy_arrays(self) -> None:
        super()._copy_arrays()
        self._copy_variances()

    def _copy_variances(self) -> None:
        self._publish_variances([one.copy() for one in self._variances()])

    def _refuse_columns(self, n_columns: int) -> None:
        if n_columns > MOST_COLUMNS:
            raise BadParameter(
                f"{type(self).__name__}: covariance 'full' is for up to {MOST_COLUMNS:,} columns, since it has a "
                f"number for every two of them, and X has {n_columns:,}; use covariance 'diagonal'"
            )


KINDS: dict[str, type[Variances]] = {"diagonal": Variances, "full": Covariance}


def normal_quantile(share: float) -> float:
    """Return the number below which this share of the standard normal distribution lies.

    Rounded to twelve digits, so that it has the same bits whatever the logarithm of the machine.
    """
    from statistics import NormalDist  # noqa: PLC0415  slow to load, and AROW needs none

    return round(NormalDist().inv_cdf(share), 12)
