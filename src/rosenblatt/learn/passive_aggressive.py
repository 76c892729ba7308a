"""Passive-aggressive: the smallest change of the weights that gets a row right with a margin of 1."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from numpy.typing import ArrayLike

from rosenblatt import _core, checks
from rosenblatt.learn.input.random_state import RandomState
from rosenblatt.learn.linear import LinearClassifier

VARIANTS: dict[str, Callable[[float], _core.PassiveAggressiveStep]] = {
    "PA": lambda C: _core.PassiveAggressiveStep(math.inf, 0.0),
    "PA-I": lambda C: _core.PassiveAggressiveStep(C, 0.0),
    "PA-II": lambda C: _core.PassiveAggressiveStep(math.inf, 0.5 / C),
}


class PassiveAggressive(LinearClassifier):
    """A learner that leaves the weights alone while a row is safely right, and otherwise repairs it at once.

    Each row asks for the nearest weights that give it a margin of 1. With ``loss = max(0, 1 - y*a)`` they are
    ``w + step * y * x``, ``b + step * y``, where ``step`` is

    - ``"PA"``:    loss / |x|²
    - ``"PA-I"``:  min(C, loss / |x|²)
    - ``"PA-II"``: loss / (|x|² + 1 / (2C))

    The bias is a feature that is always 1, so it counts in |x|² too, and one update of ``"PA"`` gives its row a
    margin of exactly 1. With several classes the margin is that of the true class over its strongest rival, and both
    move: this is MIRA. The weight of a row or of its class scales C for it; ``"PA"`` has no C, so there only a weight
    of 0 matters. One wrong label can throw ``"PA"`` far off; prefer the other two on noisy data.

    Parameters
    ----------
    C : how far one row may move the weights.
    variant : which of the three steps to take.
    fit_intercept, trigger, tie, init, init_scale, order, final, multiclass, max_iter, max_updates,
        tolerated_mistakes, weight_tol, tol, n_iter_no_change, when_stalled, early_stopping, validation_fraction,
        class_weight, random_state, warm_start, n_jobs, verbose : as for `Perceptron`.

    Attributes
    ----------
    coef_, intercept_, classes_, stop_reason_, converged_, n_iter_, history_, n_seen_, n_mistakes_, n_updates_,
        n_features_in_, feature_names_in_ : as for `Perceptron`.

    Examples
    --------
    >>> from rosenblatt import PassiveAggressive
    >>> model = PassiveAggressive(variant="PA").partial_fit([[0.5, 0.5]], ["spam"], classes=["ham", "spam"])
    >>> model.decision_function([[0.5, 0.5]]).round(12).tolist()
    [1.0]

    References
    ----------
    Crammer, Dekel, Keshet, Shalev-Shwartz and Singer, "Online passive-aggressive algorithms",
    Journal of Machine Learning Research 7 (2006), figure 1.
    """

    C: float
    variant: str

    def __init__(
        self,
        *,
        C: float = 1.0,
        variant: str = "PA-I",
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

    def _step_rule(self) -> _core.PassiveAggressiveStep:
        variant = checks.choice(self, "variant", VARIANTS)
        return VARIANTS[variant](checks.above_zero(self, "C"))
