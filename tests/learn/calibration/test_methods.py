"""Each method beside another implementation of it."""

import numpy as np
import pytest
from scipy.optimize import minimize_scalar
from scipy.special import log_softmax
from sklearn.calibration import CalibratedClassifierCV
from sklearn.frozen import FrozenEstimator
from sklearn.isotonic import IsotonicRegression

import rosenblatt as rb
from rosenblatt.learn.calibration.isotonic import Isotonic, pooled
from rosenblatt.learn.calibration.scores import platt_targets
from rosenblatt.learn.calibration.sigmoid import Sigmoid
from rosenblatt.learn.calibration.temperature import Temperature, _root


def rows(n, n_classes, seed):
    """Rows whose classes overlap."""
    random = np.random.default_rng(seed)
    X = random.normal(size=(n, 4))
    return X, np.argmax(X[:, :n_classes] + random.gumbel(size=(n, n_classes)), axis=1)


def test_two_classes_by_a_sigmoid_are_those_of_scikit_learn():
    X, y = rows(900, 2, seed=0)
    model = rb.PassiveAggressive(random_state=0, max_iter=3).fit(X[:400], y[:400])
    theirs = CalibratedClassifierCV(FrozenEstimator(model), method="sigmoid").fit(X[400:], y[400:])
    ours = rb.calibrate(model, X[400:], y[400:], method="sigmoid")

    assert ours.predict_proba(X) == pytest.approx(theirs.predict_proba(X), abs=1e-4)


def test_a_sigmoid_is_where_the_gradient_of_the_log_loss_is_zero():
    random = np.random.default_rng(2)
    scores = random.normal(3.0, 20.0, size=300)
    is_second = random.random(300) < 1 / (1 + np.exp(-0.1 * scores + 1))
    found = Sigmoid.fit(scores, is_second.astype(int))
    off = found.probabilities(scores)[:, 1] - platt_targets(is_second)

    assert [off.sum(), (off * scores).sum()] == pytest.approx([0.0, 0.0], abs=1e-4)


def test_a_curve_that_would_fall_is_flat():
    scores = np.linspace(-1, 1, 40)
    found = Sigmoid.fit(scores, (scores < 0).astype(int))

    assert found.slopes.tolist() == [0.0]
    assert found.probabilities(scores)[:, 1] == pytest.approx(0.5)


def test_isotonic_values_are_those_of_scikit_learn():
    random = np.random.default_rng(3)
    scores = np.round(random.normal(size=500), 1)  # with ties
    is_second = random.random(500) < 1 / (1 + np.exp(-scores))
    grid = np.linspace(-5, 5, 301)
    theirs = IsotonicRegression(out_of_bounds="clip").fit(scores, platt_targets(is_second)).predict(grid)

    assert Isotonic.fit(scores, is_second.astype(int)).probabilities(grid)[:, 1] == pytest.approx(theirs, abs=1e-12)


def test_pooling_leaves_rising_numbers_alone_and_keeps_the_mean():
    random = np.random.default_rng(4)
    values, counts = random.normal(size=200), random.integers(1, 5, 200).astype(float)
    found = pooled(values, counts)

    assert (np.diff(found) >= 0).all()
    assert np.average(found, weights=counts) == pytest.approx(np.average(values, weights=counts))
    assert pooled(np.sort(values), counts).tolist() == np.sort(values).tolist()


@pytest.mark.parametrize("n_classes", [2, 4])
@pytest.mark.parametrize("scale", [1e-3, 1.0, 1e4])
def test_a_temperature_has_the_least_log_loss(n_classes, scale):
    random = np.random.default_rng(5)
    scores = random.normal(size=(400, n_classes))
    places = np.argmax(2 * scores + random.gumbel(size=scores.shape), axis=1)
    given = scale * (scores[:, 1] - scores[:, 0] if n_classes == 2 else scores)
    targets = np.full(scores.shape, 1 / 402 / (n_classes - 1))
    targets[np.arange(400), places] = 1 - 1 / 402

    def loss(factor):
        return -(targets * log_softmax(factor * scores, axis=1)).sum()

    best = minimize_scalar(loss, bounds=(0, 20), method="bounded", options={"xatol": 1e-10}).x
    assert Temperature.fit(given, places).factor * scale == pytest.approx(best, rel=1e-6)
    assert best == pytest.approx(2.0, rel=0.2)


def test_a_step_of_newton_onto_the_root_is_the_last():
    asked = []

    def derivatives(factor):
        asked.append(factor)
        return factor - 1.5, 1.0

    assert _root(derivatives) == 1.5
    assert asked == [0.0, 1.0, 1.5]
