"""What the reliability diagram draws, as data."""

import numpy as np
import pytest
from matplotlib.collections import PathCollection
from matplotlib.figure import Figure
from sklearn.linear_model import LogisticRegression

import rosenblatt as rb
from rosenblatt.errors import BadData
from rosenblatt.evaluate.probability_scores import score_probabilities


def rows(n=900, seed=0):
    random = np.random.default_rng(seed)
    X = random.normal(size=(n, 2))
    return X, np.where(random.random(n) < 1 / (1 + np.exp(-2 * X[:, 0])), "yes", "no")


def test_points_are_the_bins_that_have_rows():
    X, y = rows()
    model = rb.calibrate(
        rb.ConfidenceWeighted(random_state=0, max_iter=2).fit(X[:300], y[:300]), X[300:600], y[300:600]
    )
    ax = rb.plot_reliability(model, X[600:], y[600:], bins=10, ax=Figure().add_subplot())
    ax.figure.canvas.draw()
    (points,) = [mark for mark in ax.collections if isinstance(mark, PathCollection)]
    bins = score_probabilities(y[600:], model.predict_proba(X[600:]), model.classes_, 10).bins

    assert points.get_offsets().tolist() == [[one.probability, one.right] for one in bins if one.rows]
    assert ax.get_ylabel() == "share that is right"
    assert "log loss 0." in ax.texts[0].get_text()


def test_models_of_scikit_learn_can_be_drawn_too():
    X, y = rows()

    assert rb.plot_reliability(LogisticRegression().fit(X, y), X, y).collections


def test_a_model_without_probabilities_is_refused():
    X, y = rows(90)

    with pytest.raises(BadData, match="plot_reliability: this Perceptron has no probabilities; call"):
        rb.plot_reliability(rb.Perceptron(random_state=0, max_iter=2).fit(X, y), X, y)
