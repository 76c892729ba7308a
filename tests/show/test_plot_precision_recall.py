"""What the plot of precision over recall draws, as data."""

import numpy as np
import pytest
from matplotlib.figure import Figure
from sklearn.ensemble import RandomForestClassifier
from sklearn.metrics import average_precision_score, precision_recall_curve

import rosenblatt as rb
from rosenblatt.errors import BadData


def rows(labels, n=400, seed=0):
    random = np.random.default_rng(seed)
    X = random.normal(size=(n, 2))
    noisy = X[:, 0] + 0.7 * random.normal(size=n)
    return X, np.array(labels)[np.digitize(noisy, [1.0, 1.5][: len(labels) - 1])]


@pytest.mark.parametrize("labels", [["common", "rare"], ["zebra", "antelope"]])
def test_the_curve_is_that_of_the_rarer_class_whichever_comes_first(labels):
    X, y = rows(labels)
    model = rb.ConfidenceWeighted(random_state=0, max_iter=2).fit(X[:200], y[:200])
    ax = rb.plot_precision_recall(model, X[200:], y[200:], ax=Figure().add_subplot())
    curve, point = ax.lines
    is_rare = y[200:] == labels[1]
    towards = 1 if model.classes_[1] == labels[1] else -1
    scores = towards * model.decision_function(X[200:])
    precision, recall, _ = precision_recall_curve(is_rare, scores)
    hits = np.sum(is_rare & (model.predict(X[200:]) == labels[1]))

    # scikit-learn's curve has one more point, of recall 0, and runs the other way.
    assert curve.get_xdata() == pytest.approx(recall[-2::-1])
    assert curve.get_ydata() == pytest.approx(precision[-2::-1])
    average = average_precision_score(is_rare, scores)
    assert curve.get_label() == f"{labels[1]}: average {100 * average:.1f} %"
    assert point.get_xdata()[0] == pytest.approx(hits / is_rare.sum())


def test_several_classes_have_a_curve_each():
    X, y = rows(["a", "b", "c"])
    model = rb.Perceptron(random_state=0, max_iter=3).fit(X, y)

    assert [line.get_label()[:1] for line in rb.plot_precision_recall(model, X, y).lines] == ["a", "b", "c"]


def test_what_cannot_be_drawn_is_refused():
    X, y = rows(["a", "b"])
    model = rb.Perceptron(random_state=0, max_iter=3).fit(X, y)
    with pytest.raises(BadData, match="rows of at least two classes that the model knows"):
        rb.plot_precision_recall(model, X[y == "a"], y[y == "a"])
    with pytest.raises(BadData, match="must have scores, a RandomForestClassifier has none"):
        rb.plot_precision_recall(RandomForestClassifier(n_estimators=2).fit(X, y), X, y)
    many = rb.Perceptron(random_state=0, max_iter=1).fit(X, np.arange(400) % 9)
    with pytest.raises(BadData, match="at most 8 classes to draw, and the model knows 9"):
        rb.plot_precision_recall(many, X, np.arange(400) % 9)
