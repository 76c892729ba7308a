"""Calibrate a fitted model, so that it predicts probabilities."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from rosenblatt.errors import BadData, BadParameter
from rosenblatt.learn.base import Classifier
from rosenblatt.learn.calibration.methods import DEFAULT, METHODS, fit_calibration
from rosenblatt.learn.input.labels import as_labels, places_of, targets_of

if TYPE_CHECKING:
    from sklearn.pipeline import Pipeline

Model = TypeVar("Model", bound="Classifier | Pipeline")


def calibrate(model: Model, X: Any, y: ArrayLike, *, method: str = DEFAULT) -> Model:
    """Fit a calibration to rows that the model did not learn from; then it has ``predict_proba``.

    Scores of rows that were learned are too good, and probabilities from them too sure. A later ``fit`` removes the
    calibration; ``partial_fit`` keeps it until there is a new class, and ``predict_learn`` replaces it by one that
    follows the stream, after some 700 rows.

    Parameters
    ----------
    model : a fitted learner, or a pipeline that ends with one; it is changed in place and returned.
    X, y : other rows, with their labels. A few hundred suffice for ``"temperature"`` and ``"sigmoid"``,
        ``"isotonic"`` needs thousands.
    method : ``"temperature"`` divides all scores by one number, so that the most probable class is the predicted one;
        ``"sigmoid"`` fits a logistic curve per class, ``"isotonic"`` any rising curve.

    Examples
    --------
    >>> import numpy as np
    >>> import rosenblatt as rb
    >>> random = np.random.default_rng(0)
    >>> X = random.normal(size=(2000, 2))
    >>> y = random.random(2000) < 1 / (1 + np.exp(-2 * X[:, 0]))
    >>> model = rb.ConfidenceWeighted(random_state=0, max_iter=2).fit(X[:1000], y[:1000])
    >>> hasattr(model, "predict_proba")
    False
    >>> rb.calibrate(model, X[1000:], y[1000:]).predict_proba([[0.0, 0.0], [1.0, 0.0]]).round(1).tolist()
    [[0.5, 0.5], [0.1, 0.9]]
    """
    learner: Any = model
    if hasattr(model, "steps"):
        *before, (_, learner) = model.steps
        for _, step in before:
            X = X if step in (None, "passthrough") else step.transform(X)
    if not isinstance(learner, Classifier):
        raise BadParameter(f"calibrate: model must be a learner of this package, got {type(learner).__name__}")
    if method not in METHODS:
        raise BadParameter(f"calibrate: method must be one of {', '.join(map(repr, METHODS))}, got {method!r}")
    scores = learner.decision_function(X)
    labels = as_labels(learner, y, len(scores))
    if len(learner.classes_) < 2:
        raise BadData(f"calibrate: this {type(learner).__name__} knows one class; learn a second one first")
    places = places_of(targets_of(learner, labels, learner.classes_))
    learner._calibrate(fit_calibration(method, np.asarray(scores, np.float64), places))
    return model
