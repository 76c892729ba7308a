"""The kernel perceptron: a plane in the kernel's space, stored as the rows that moved it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rosenblatt import _core, checks
from rosenblatt.errors import BadParameter
from rosenblatt.learn.base import Classifier
from rosenblatt.learn.fitting.multiclass import Division, Joint
from rosenblatt.learn.input.random_state import RandomState, make_random
from rosenblatt.learn.kernel.budgeted import Budgeted
from rosenblatt.learn.kernel.expansion import METHODS, Expansion
from rosenblatt.learn.kernel.forget import Forget, Oldest, Projected, Randomly
from rosenblatt.learn.kernel.kernels import Kernel, make_kernel
from rosenblatt.learn.passive_aggressive import VARIANTS
from rosenblatt.learn.weights.solution import Model, Solution
from rosenblatt.rows import Floats, Indices, RowsLike, RowsView

STEPS = {"pa": VARIANTS["PA"], "pa-1": VARIANTS["PA-I"], "pa-2": VARIANTS["PA-II"]}

Self = TypeVar("Self", bound="KernelPerceptron")


class KernelPerceptron(Classifier):
    """A perceptron with ``k(u, v)`` in the place of every product of two rows.

    The weights are never formed. Every update keeps its row with a step t, and the activation of a row x is

        sum over the updates of  t k(row, x)

    so a plane in the kernel's space, which may be of any dimension, is a curved boundary between the rows.

    Parameters
    ----------
    kernel : ``"linear"`` u.v, ``"poly"`` (gamma u.v + coef0)^degree, ``"rbf"`` exp(-gamma |u - v|²), ``"sigmoid"``
        tanh(gamma u.v + coef0), ``"precomputed"`` (X holds the kernel of each row with every training row), or a
        function of two blocks of rows that returns an array of all values.
    degree, gamma, coef0 : as above; gamma is ``"scale"`` for 1 / (columns * variance of X), ``"auto"`` for 1 / columns,
        or a number. Learning from a stream, ``"scale"`` is that of the rows in the first call.
    fit_intercept : add 1 to the kernel: a bias, as the weight of a feature that is always 1.
    step, C : ``"perceptron"``, or the steps of `PassiveAggressive`, ``"pa"``, ``"pa-1"`` and ``"pa-2"``, with k(x, x)
        in the place of |x|².
    final : predict by the ``"last"`` weights, by their ``"average"``, or by a ``"vote"`` of all.
    budget : hold at most this number of rows, at constant memory and time for each example; None for all. Only the
        last weights are known then.
    forget : which row to drop when there is no room: a ``"random"`` one; the ``"oldest"``, after shrinking all (the
        Forgetron; two classes, or ``multiclass="ovr"`` or ``"ovo"``); or ``"project"``: the one whose part the others
        can best take over, and they do (as in the Projectron; the time of an update grows with budget²).
    learning_rate, margin, trigger, tie, order, multiclass, max_iter, max_updates, tolerated_mistakes, weight_tol, tol,
        n_iter_no_change, early_stopping, validation_fraction, class_weight, random_state, warm_start, n_jobs, verbose :
        as for `Perceptron`; learning_rate and margin matter to ``step="perceptron"``.

    Attributes
    ----------
    support_ : the numbers of the rows that are kept; in a stream, counted from its first row.
    dual_coef_ : their coefficients in the last weights, one row per plane, as in ``Perceptron.coef_``.
    n_support_ : their number.
    classes_, stop_reason_, converged_, n_iter_, history_, problems_, n_seen_, n_mistakes_, n_updates_, n_features_in_,
        feature_names_in_ : as for `Perceptron`.

    Examples
    --------
    >>> from rosenblatt import KernelPerceptron
    >>> xor = [[0, 0], [0, 1], [1, 0], [1, 1]]
    >>> model = KernelPerceptron(kernel="poly", degree=2, order="cyclic").fit(xor, [0, 1, 1, 0])
    >>> model.predict(xor).tolist(), model.stop_reason_
    ([0, 1, 1, 0], 'converged')

    References
    ----------
    Aizerman, Braverman and Rozonoer, "Theoretical foundations of the potential function method in pattern
    recognition learning", Automation and Remote Control 25 (1964). Freund and Schapire, "Large margin classification
    using the perceptron algorithm", Machine Learning 37 (1999), for averages and votes.
    """

    kernel: str | Callable[[Any, Any], Any]
    degree: int
    gamma: str | float
    coef0: float
    step: str
    C: float
    learning_rate: float
    margin: float
    final: str
    budget: int | None
    forget: str
    _solutions: list[Expansion | Budgeted]
    _hides_faults = True  # by tanh, by a function of the user, or where no row is stored yet

    def __init__(
        self,
        *,
        kernel: str | Callable[[Any, Any], Any] = "rbf",
        degree: int = 3,
        gamma: str | float = "scale",
        coef0: float = 0.0,
        fit_intercept: bool = True,
        step: str = "perceptron",
        C: float = 1.0,
        learning_rate: float = 1.0,
        margin: float = 0.0,
        trigger: str = "margin",
        tie: str = "negative",
        order: str | ArrayLike = "shuffled",
        final: str = "last",
        budget: int | None = None,
        forget: str = "project",
        multiclass: str = "joint",
        max_iter: int = 1000,
        max_updates: int | None = None,
        tolerated_mistakes: int = 0,
        weight_tol: float | None = None,
        tol: float | None = 1e-3,
        n_iter_no_change: int = 5,
        early_stopping: bool = False,
        validation_fraction: float = 0.1,
        class_weight: Mapping[Any, float] | str | None = None,
        random_state: RandomState = None,
        warm_start: bool = False,
        n_jobs: int | None = None,
        verbose: int = 0,
    ) -> None:
        self._store_options(locals())

    def fit(
        self: Self,
        X: RowsLike,
        y: ArrayLike,
        *,
        sample_weight: ArrayLike | None = None,
        validation_data: tuple[RowsLike, ArrayLike] | None = None,
    ) -> Self:
        """Learn from all rows, epoch after epoch, until a stopping rule holds.

        Parameters
        ----------
        X : rows, dense or sparse; with ``kernel="precomputed"``, the kernel of each row with every row.
        y : labels of two or more classes; of two, the larger in sorted order is the positive one.
        sample_weight : how much each row counts; a row of weight 0 is not there.
        validation_data : rows and labels to score after each epoch; with ``early_stopping`` they decide the end.
        """
        self._fit(X, y, sample_weight, validation_data)
        return self

    # Predicting

    def decision_function(self, X: RowsLike, method: str | None = None, epoch: float | None = None) -> Floats:
        """Compute the activation of each row, or its share of the votes.

        Parameters
        ----------
        X : rows, dense or sparse.
        method : ``"last"``, ``"average"`` or ``"vote"``; None for what `final` says.
        epoch : predict as after this number of epochs of ``fit``, whole or not; None for all that was learned.
        """
        return self._decide(X, self._model_after(self._method(method), epoch))

    def predict(self, X: RowsLike, method: str | None = None, epoch: float | None = None) -> NDArray[Any]:
        """Predict the label of each row, by `method` and after `epoch` as in ``decision_function``."""
        return self._labels_of(self.decision_function(X, method, epoch))

    def _method(self, method: str | None) -> str:
        if method is None:
            return checks.choice(self, "final", METHODS)
        if method not in METHODS:
            raise BadParameter(
                f"{type(self).__name__}: method must be one of {', '.join(map(repr, METHODS))}, got {method!r}"
            )
        return method

    def _model_after(self, method: str, epoch: float | None) -> Model:
        self._refuse_unfitted()
        if isinstance(self._solutions[0], Budgeted):
            if method != "last" or epoch is not None:
                raise BadParameter(f"{type(self).__name__}: with a budget only the last weights are known")
            return self._division.model([one.model() for one in self._solutions])
        expansions = cast("list[Expansion]", self._solutions)
        if epoch is not None and not (0 < epoch <= self.n_iter_ and all(one.epoch_ends for one in expansions)):
            raise BadParameter(
                f"{type(self).__name__}: epoch must be above 0 and at most {self.n_iter_}, the epochs of fit, "
                f"got {epoch!r}"
            )
        seen = [one.seen if epoch is None else one.seen_after(epoch) for one in expansions]
        return self._division.model([one.model_by(method, count) for one, count in zip(expansions, seen, strict=True)])

    def _model(self) -> Model:
        return self._model_after(self._method(None), None)

    # The rows that are kept

    @property
    def support_(self) -> Indices:
        """The numbers of the rows that are kept."""
        self._refuse_unfitted()
        parts = [np.asarray(one.support, dtype=np.int64) for one in self._solutions]
        return np.unique(np.concatenate(parts))

    @property
    def n_support_(self) -> int:
        """The number of rows that are kept."""
        return len(self.support_)

    @property
    def dual_coef_(self) -> Floats:
        """The coefficients of the rows that are kept in the last weights, one row per plane."""
        support = self.support_
        parts = []
        for one in self._solutions:
            part = np.zeros((one.n_planes, len(support)))
            np.add.at(part.T, np.searchsorted(support, one.support), one.coefficients())
            parts.append(part)
        return np.concatenate(parts)

    # Learning

    def _step_rule(self) -> _core.PerceptronStep | _core.PassiveAggressiveStep:
        name = checks.choice(self, "step", ("perceptron", *STEPS))
        if name == "perceptron":
            return _core.PerceptronStep(checks.above_zero(self, "learning_rate"), checks.at_least_zero(self, "margin"))
        return STEPS[name](checks.above_zero(self, "C"))

    def _has_bias(self) -> bool:
        checks.flag(self, "fit_intercept")
        return False  # it is in the kernel

    def _start(
        self, division: Division, view: RowsView, random: _core.Random, present: Indices | None = None
    ) -> list[Solution]:
        kernel = make_kernel(self, view.matrix, present)
        is_joint = isinstance(division, Joint)
        n_problems, n_planes = (1, division.n_planes) if is_joint else (division.n_planes, 1)
        return [self._new(kernel, n_planes, random) for _ in range(n_problems)]

    def _blank(self) -> Solution:
        known = self._solutions[0]
        blank = self._new(known.kernel, 1, make_random(self, self.random_state))
        blank.n_met = known.n_met
        return blank

    def _new(self, kernel: Kernel, n_planes: int, random: _core.Random) -> Expansion | Budgeted:
        final = checks.choice(self, "final", METHODS)
        budget = checks.whole_or_none(self, "budget", 1)
        forget = checks.choice(self, "forget", ("random", "oldest", "project"))
        needs_lengths = self.step != "perceptron"
        if budget is None:
            return Expansion(kernel, n_planes, final, self.tie == "positive", needs_lengths)
        if final != "last":
            raise BadParameter(
                f"{type(self).__name__}: with a budget only the last weights are known, so final must be 'last', "
                f"got {final!r}"
            )
        if forget == "oldest" and n_planes > 1:
            raise BadParameter(
                f"{type(self).__name__}: forget='oldest' is made for two classes; with several, take multiclass='ovr'"
            )
        return Budgeted(kernel, n_planes, budget, self._forget_rule(forget, random), needs_lengths)

    def _forget_rule(self, name: str, random: _core.Random) -> Forget:
        if name == "random":
            return Randomly(_core.Random(random.below(2**62)))
        if name == "oldest":
            return Oldest(self.learning_rate if self.step == "perceptron" else 1.0)
        return Projected()

    def _resume(self) -> list[Solution]:
        self._refuse_another_division()
        for one in self._solutions:
            if isinstance(one, Expansion):
                one.final = checks.choice(self, "final", METHODS)
        return list(self._solutions)

    def _publish(self, solutions: list[Solution]) -> None:
        self._solutions = cast("list[Expansion | Budgeted]", solutions)

    def _copy_arrays(self) -> None:
        self._solutions = deepcopy(self._solutions)

    def _can_stream(self) -> bool:
        if isinstance(self.kernel, str) and self.kernel == "precomputed":
            raise AttributeError("a Gram matrix holds all rows at once, so kernel='precomputed' has no streams")
        return True
