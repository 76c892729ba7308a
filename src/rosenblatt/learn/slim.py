"""Slim models: weights that predict, without the state from which learning continues."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from rosenblatt.errors import BadParameter
from rosenblatt.rows import Floats

if TYPE_CHECKING:
    from rosenblatt.learn.linear import LinearClassifier

_VARIANCES = ("variance_", "intercept_variance_", "covariance_")


def make_slim(learner: LinearClassifier) -> None:
    """Remove what a learner needs for learning only: variances, and the last weights and sums of an average.

    Parameters
    ----------
    learner : fitted, and one that predicts by ``coef_`` and ``intercept_`` alone.

    Examples
    --------
    >>> from rosenblatt import ConfidenceWeighted
    >>> from rosenblatt.learn.slim import make_slim
    >>> model = ConfidenceWeighted(random_state=0).fit([[0.0, 1.0], [1.0, 0.0]], ["ham", "spam"])
    >>> make_slim(model)
    >>> model.predict([[3.0, 0.0]]).tolist(), hasattr(model, "variance_")
    (['spam'], False)
    """
    for name in _VARIANCES:
        learner.__dict__.pop(name, None)
    learner._solutions, learner._solution_columns = None, None
    learner._is_slim = True


def can_be_slim(learner: object) -> bool:
    """Whether a learner predicts by ``coef_`` and ``intercept_`` alone."""
    from rosenblatt.learn.linear import LinearClassifier  # noqa: PLC0415  which imports this module
    from rosenblatt.learn.voted_perceptron import VotedPerceptron  # noqa: PLC0415

    return isinstance(learner, LinearClassifier) and not isinstance(learner, VotedPerceptron)


def refuse_slim(learner: object) -> None:
    """Raise if a learner cannot continue learning because it is slim."""
    if getattr(learner, "_is_slim", False):
        raise BadParameter(
            f"{type(learner).__name__}: this model is slim, for prediction only, so it cannot continue learning; "
            "continue the full model that it was made of, or fit anew"
        )


def rounded_weights(coef: Floats) -> Floats | None:
    """Return the weights as float32 can hold them, in float64; None if one is too large."""
    with np.errstate(over="ignore"):
        rounded: Floats = coef.astype(np.float32).astype(np.float64)
    is_infinite = np.count_nonzero(np.isfinite(rounded)) < np.count_nonzero(np.isfinite(coef))
    return None if is_infinite else rounded
