"""The voted perceptron: every model on the way votes, with the number of examples it survived."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rosenblatt import _core, checks
from rosenblatt.errors import BadParameter
from rosenblatt.learn.input.random_state import RandomState
from rosenblatt.learn.linear import LinearClassifier
from rosenblatt.learn.weights.last import Last
from rosenblatt.learn.weights.plane import Plane
from rosenblatt.learn.weights.solution import Model
from rosenblatt.learn.weights.votes import Votes
from rosenblatt.rows import Floats, RowsLike

METHODS = ("vote", "average", "last")


class VotedPerceptron(LinearClassifier):
    """A perceptron that predicts by a vote of all models that it passed through.

    Update k makes the model w_k from w_(k-1), which had survived c_(k-1) examples since the update before. The
    prediction for a row is the sign of

        sum over k of  c_k sign(w_k.x + b_k)

    Only the updates are kept, with a copy of their rows: all votes come from one running sum over the updates.
    Memory and the time to predict grow with their number; the average of the weights is close to the vote and as
    cheap as one model.

    Parameters
    ----------
    learning_rate, fit_intercept, margin, trigger, tie, init, init_scale, order, multiclass, max_iter, max_updates,
        tolerated_mistakes, weight_tol, tol, n_iter_no_change, when_stalled, early_stopping, validation_fraction,
        class_weight, random_state, warm_start, n_jobs, verbose : as for `Perceptron`. With ``multiclass="joint"`` a
        model votes for the class it predicts; with ``"ovr"`` and ``"ovo"`` each learner of two classes takes a vote,
        and its share replaces the activation.

    Attributes
    ----------
    n_models_ : the number of models that vote.
    coef_, intercept_ : the weights and the bias of ``method="average"``: all models, weighted by their votes.
    classes_, stop_reason_, certificate_, converged_, n_iter_, history_, problems_, n_seen_, n_mistakes_, n_updates_,
        n_features_in_, feature_names_in_ : as for `Perceptron`.

    Examples
    --------
    >>> from rosenblatt import VotedPerceptron
    >>> model = VotedPerceptron(order="cyclic").fit([[2, 0], [0, 1], [1, 1]], ["yes", "no", "no"])
    >>> model.predict([[3, 0], [0, 3]]).tolist(), model.n_models_
    (['yes', 'no'], 3)
    >>> model.decision_function([[3, 0], [0, 3]]).round(2).tolist()
    [1.0, -0.67]

    References
    ----------
    Freund and Schapire, "Large margin classification using the perceptron algorithm", Machine Learning 37 (1999).
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

    def decision_function(self, X: RowsLike, method: str = "vote") -> Floats:
        """Compute the share of the votes: for two classes from -1 to +1 for the second, for several one per class.

        Parameters
        ----------
        X : rows, dense or sparse.
        method : ``"vote"``, or the activations of the ``"average"`` or of the ``"last"`` weights.
        """
        return self._decide(X, self._model_by(method))

    def predict(self, X: RowsLike, method: str = "vote") -> NDArray[Any]:
        """Predict the label of each row by a ``"vote"``, or by the ``"average"`` or the ``"last"`` weights."""
        return self._labels_of(self.decision_function(X, method))

    @property
    def n_models_(self) -> int:
        """The number of models that vote: those that survived at least one example."""
        self._refuse_unfitted()
        return sum(int(np.count_nonzero(one.model().survived)) for one in cast("list[Votes]", self._solutions))

    def _model_by(self, method: str) -> Model:
        if method not in METHODS:
            raise BadParameter(
                f"{type(self).__name__}: method must be one of {', '.join(map(repr, METHODS))}, got {method!r}"
            )
        self._refuse_unfitted()
        votes = cast("list[Votes]", self._solutions)
        if method == "vote":
            return self._division.model([one.model() for one in votes])
        return self._division.model([one.plane if method == "last" else one.result() for one in votes])

    def _kind(self) -> type[Last]:
        return Votes

    def _new(self, plane: Plane) -> Votes:
        return Votes(plane, bias_feature=float(checks.flag(self, "fit_intercept")), last_wins=self.tie == "positive")
