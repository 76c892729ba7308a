"""The perceptron: a wrong prediction adds the row to the weights, or subtracts it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from numpy.typing import ArrayLike

from rosenblatt import _core, checks
from rosenblatt.learn.input.random_state import RandomState
from rosenblatt.learn.linear import LinearClassifier


class Perceptron(LinearClassifier):
    """The perceptron: wherever a prediction is not safely right, the row moves the plane.

    With y = -1 or +1 and the activation ``a = w.x + b``, a row with ``y*a <= margin`` changes

        w += learning_rate * y * x
        b += learning_rate * y

    and every other row changes nothing. If a plane separates the classes, this ends in one that does.

    Parameters
    ----------
    learning_rate : share of a row that one update adds.
    fit_intercept : learn a bias, as the weight of a feature that is always 1.
    margin : update when ``y*a`` is at most this.
    trigger : ``"margin"``, as above, or ``"mistake"``: update only when the predicted label is wrong.
    tie : label of an activation of 0, ``"negative"`` or ``"positive"``.
    init : start from ``"zeros"`` or from small random weights, ``"normal"``.
    init_scale : standard deviation of those.
    order : ``"shuffled"`` anew each epoch, ``"cyclic"``, ``"random"`` (with replacement), ``"misclassified"``
        (a random one of those now wrong), or an array of row numbers.
    final : what to keep: the ``"last"`` weights, the ``"average"`` of those after every example, or the ``"best"``
        over a whole pass (the pocket).
    multiclass : how to treat more than two classes. ``"joint"``: one weight vector per class; the true class gains
        what the strongest rival loses, and the class with the largest activation is predicted. ``"ovr"``: a learner for
        each class against all others; the largest activation wins. ``"ovo"``: a learner for each pair of
        classes; the class that wins most pairs is predicted, of equals the one with the largest sum of activations.
    max_iter : epochs at most.
    max_updates : updates at most; None for no limit.
    tolerated_mistakes : an epoch with at most this number of mistakes ends training; 0 requires convergence.
    weight_tol : stop when an epoch moves (w, b) by at most this share of its length; None for never.
    tol, n_iter_no_change : stop when the share of mistakes has not fallen by `tol` below its best for
        `n_iter_no_change` epochs; ``tol=None`` for never.
    when_stalled : what happens then. ``"prove"``: call `certify`; go on if a plane separates the rows, stop if it is
        proven that none does, or if no answer comes for as much work as the fit has done. ``"stop"``: stop.
    early_stopping : stop when the error on held-out rows has not fallen for `n_iter_no_change` epochs, and keep the
        weights of the epoch with the least error, of equals the latest. Then `tol` and `when_stalled` do not apply.
    validation_fraction : share of each class to hold out for that.
    class_weight : a dict of weights, ``"balanced"``, or None; a weight scales the steps of its class.
    random_state : seed for the order, the random start and the held-out rows.
    warm_start : let ``fit`` go on from the weights of the last one.
    n_jobs : number of learners of ``"ovr"`` and ``"ovo"`` to train at once, as in scikit-learn; the model is the
        same for any number.
    verbose : show a progress bar with the mistakes of each epoch.

    Attributes
    ----------
    coef_, intercept_ : the weights, of shape (1, columns), and the bias, of shape (1,); with more than two classes, of
        shape (classes, columns) and (classes,), or with ``"ovo"`` one row and bias per pair, in the order (0, 1),
        (0, 2), ..., (1, 2), ...
    classes_ : the labels; of two, the second is the positive one.
    stop_reason_ : why ``fit`` ended: ``"converged"`` (an epoch without updates), ``"tolerated_mistakes"``,
        ``"max_iter"``, ``"max_updates"``, ``"weights_settled"``, ``"no_improvement"``, ``"inseparable"`` or
        ``"validation"``.
    certificate_ : the proof, if training stalled and one was asked for; else None.
    converged_, n_iter_ : whether it converged, and after how many epochs it ended.
    history_ : one record per epoch: epoch, seen, mistakes, updates, loss, weight_change, validation_error, seconds.
    problems_ : with ``"ovr"`` and ``"ovo"``, how each learner fared: positive and negative label (None: all others),
        stop_reason, history and certificate. Then ``history_`` adds up those that were still learning in an epoch, and
        ``stop_reason_`` is ``"converged"`` if all did, else that of the longest of those that did not.
    n_seen_, n_mistakes_, n_updates_ : running counts over all that was learned.
    n_features_in_, feature_names_in_ : the columns.

    Examples
    --------
    >>> from rosenblatt import Perceptron
    >>> reviews = [[1, 1, 0, 0], [1, 0, 1, 0], [0, 1, 0, 1]]  # movie, good, bad, not
    >>> model = Perceptron(order="cyclic", fit_intercept=False, trigger="mistake")
    >>> model.fit(reviews, ["good", "bad", "bad"]).coef_.tolist()
    [[1.0, 1.0, -1.0, -1.0]]
    >>> model.stop_reason_, model.n_iter_, model.n_updates_
    ('converged', 3, 4)

    References
    ----------
    Rosenblatt, "The perceptron: a probabilistic model for information storage and organization in the brain",
    Psychological Review 65 (1958). Novikoff, "On convergence proofs on perceptrons" (1962), bounds the updates.
    """

    learning_rate: float
    margin: float

    def __init__(
        self,
        *,
        learning_rate: float = 1.0,
        fit_intercept: bool = True,
        margin: float = 0.0,
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

    def _step_rule(self) -> _core.PerceptronStep:
        return _core.PerceptronStep(checks.above_zero(self, "learning_rate"), checks.at_least_zero(self, "margin"))
