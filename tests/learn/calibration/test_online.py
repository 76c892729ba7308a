"""The calibration that follows a stream: each row is scored before it is learned."""

import copy

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import log_loss

import rosenblatt as rb
from rosenblatt.errors import BadData
from rosenblatt.learn.calibration.online import RIDGE, WINDOW, OnlineSigmoid
from rosenblatt.learn.calibration.scores import leads
from rosenblatt.learn.calibration.sigmoid import Sigmoid

LEARNERS = {
    "perceptron": rb.Perceptron,
    "pa": rb.PassiveAggressive,
    "arow": rb.ConfidenceWeighted,
}
every_learner = pytest.mark.parametrize("learner", LEARNERS.values(), ids=LEARNERS.keys())
WAYS = [(2, "joint"), (3, "joint"), (3, "ovr"), (3, "ovo")]
every_way = pytest.mark.parametrize(("n_classes", "multiclass"), WAYS)


def stream(n, n_classes=2, seed=0):
    """Rows around one centre per class."""
    random = np.random.default_rng(seed)
    y = random.integers(0, n_classes, n)
    return np.eye(5)[y] + 0.7 * random.normal(size=(n, 5)), y


def drifting(n=8000, seed=3):
    """Rows of which 10 % are of the second class at first, and 40 % at last."""
    random = np.random.default_rng(seed)
    y = (random.random(n) < np.linspace(0.1, 0.4, n)).astype(int)
    centre = random.normal(size=10) / np.sqrt(10)
    return random.normal(size=(n, 10)) + np.where(y, 1.0, -1.0)[:, np.newaxis] * centre, y


@every_learner
def test_on_a_drifting_stream_it_is_as_good_as_one_that_is_fitted_anew_to_the_last_thousand_rows(learner):
    X, y = drifting()
    model, scores, followed, refitted = learner(), np.zeros(len(y)), np.zeros(len(y)), np.zeros(len(y))
    for begin in range(0, len(y), 20):
        rows = slice(begin, begin + 20)
        if begin:
            scores[rows] = model.decision_function(X[rows])
            followed[rows] = model.predict_proba(X[rows])[:, 1]
        if begin >= 1000:
            recent = slice(begin - 1000, begin)
            refitted[rows] = Sigmoid.fit(scores[recent], y[recent]).probabilities(scores[rows])[:, 1]
        model.predict_learn(X[rows], y[rows], classes=[0, 1])

    assert log_loss(y[1000:], followed[1000:]) <= 1.1 * log_loss(y[1000:], refitted[1000:])
    assert log_loss(y[20:1000], followed[20:1000]) < 0.6
    last = slice(-1000, None)
    assert followed[last].mean() == pytest.approx(y[last].mean(), abs=0.05)


@every_way
@every_learner
def test_rows_are_scored_before_they_are_learned(learner, n_classes, multiclass):
    X, y = stream(60, n_classes)
    model, twin = (learner(multiclass=multiclass).partial_fit(X[:20], y[:20]) for _ in range(2))
    model.predict_learn(X[20:], y[20:])
    expected = OnlineSigmoid.start(n_classes)
    for row in range(20, 60):
        expected = expected.updated(twin.decision_function(X[row : row + 1]), y[row : row + 1])
        twin.partial_fit(X[row : row + 1], y[row : row + 1])

    assert model.calibration_.curves.tolist() == expected.curves.tolist()


def follow_slowly(scores, is_of_class):
    """The steps as core/learn/online_curves.hpp writes them, with matrices."""
    decay = 1 - 1 / WINDOW
    curve, H, mean_square, seen = np.zeros(2), RIDGE * np.eye(2), 0.0, 0.0
    for score, target in zip(scores, is_of_class, strict=True):
        seen = decay * seen + 1
        new = mean_square + (score**2 - mean_square) / seen
        if mean_square > 0:
            scale = np.diag([np.sqrt(mean_square / new), 1.0])
            curve, H = np.linalg.inv(scale) @ curve, scale @ H @ scale
        mean_square = new
        x = np.array([score / np.sqrt(mean_square) if mean_square else 0.0, 1.0])
        p = 1 / (1 + np.exp(-curve @ x))
        H = decay * H + (1 - decay) * RIDGE * np.eye(2) + (p * (1 - p) + (target - p) ** 2) / 2 * np.outer(x, x)
        curve = curve + np.linalg.solve(H, (target - p) * x - (1 - decay) * RIDGE * curve)
        curve[0] = max(0.0, curve[0])
    return [*curve, H[0, 0], H[0, 1], H[1, 1], mean_square, seen]


@pytest.mark.parametrize("n_classes", [2, 3])
def test_the_steps_are_newtons(n_classes):
    random = np.random.default_rng(0)
    scores = 30 * random.normal(size=(50, n_classes))
    places = np.argmax(scores + 30 * random.gumbel(size=scores.shape), axis=1)
    of_two = scores[:, 1] - scores[:, 0]
    scores[:3] = of_two[:3] = 0.0
    found = OnlineSigmoid.start(n_classes).updated(of_two if n_classes == 2 else scores, places)
    curves = [(of_two, places == 1)] if n_classes == 2 else [(leads(scores)[:, k], places == k) for k in range(3)]

    assert found.curves == pytest.approx(np.array([follow_slowly(*curve) for curve in curves]), rel=1e-9)


@given(st.sets(st.integers(1, 39)), st.sampled_from(WAYS), st.sampled_from(list(LEARNERS.values())))
def test_a_stream_in_pieces_leaves_the_calibration_of_the_whole(cuts, way, learner):
    n_classes, multiclass = way
    X, y = stream(40, n_classes)
    whole, pieces = learner(multiclass=multiclass), learner(multiclass=multiclass)
    whole.predict_learn(X, y, classes=range(n_classes))
    for rows in np.split(np.arange(40), sorted(cuts)):
        pieces.predict_learn(X[rows], y[rows], classes=range(n_classes))

    assert pieces.calibration_.curves.tobytes() == whole.calibration_.curves.tobytes()


@given(st.lists(st.floats(-1e308, 1e308), min_size=1, max_size=20), st.data())
def test_whatever_the_scores_the_curves_rise_and_are_finite(scores, data):
    places = np.array(data.draw(st.lists(st.integers(0, 1), min_size=len(scores), max_size=len(scores))))
    found = OnlineSigmoid.start(2).updated(np.array(scores), places)
    probabilities = found.probabilities(np.array([-1.0, 0.0, 1.0]) * max(map(abs, scores)))[:, 1]

    assert np.isfinite(found.curves).all()
    assert (np.diff(probabilities) >= 0).all()


def test_a_first_score_that_is_nearly_zero_is_forgotten():
    X, y = stream(300)
    scores = 5 * (X[:, 1] - X[:, 0])
    found = OnlineSigmoid.start(2).updated(np.concatenate([[1e-100], scores]), np.concatenate([[0], y]))

    assert log_loss(y, found.probabilities(scores)) < 0.5


def test_a_kernel_follows_too():
    X, y = stream(400)
    model = rb.KernelPerceptron(gamma=0.5)
    model.predict_learn(X[:300], y[:300])

    assert log_loss(y[300:], model.predict_proba(X[300:])) < 0.6


@pytest.mark.parametrize("model", [rb.Perceptron(final="average"), rb.VotedPerceptron()])
def test_averages_and_votes_have_none_because_their_scores_are_not_those_of_the_stream(model):
    X, y = stream(50)
    model = copy.deepcopy(model)
    model.predict_learn(X, y)

    assert not hasattr(model, "predict_proba")


def test_partial_fit_leaves_it_alone_and_fit_removes_it():
    X, y = stream(90)
    model = rb.Perceptron()
    model.predict_learn(X[:60], y[:60])
    before = model.calibration_
    assert model.partial_fit(X[60:], y[60:]).calibration_ is before
    assert not hasattr(model.fit(X, y), "predict_proba")


def test_it_replaces_another_calibration_once_it_has_met_enough_rows():
    X, y = stream(1500)
    model = rb.calibrate(rb.Perceptron(random_state=0, max_iter=3).fit(X[:200], y[:200]), X[200:400], y[200:400])
    fixed = model.calibration_
    model.predict_learn(X[400:1000], y[400:1000])
    assert model.calibration_ is fixed
    model.predict_learn(X[1000:1200], y[1000:1200])
    assert model.calibration_.method == "online"
    assert rb.calibrate(model, X[200:400], y[200:400]).calibration_.method == "temperature"


def test_it_begins_anew_with_a_new_class():
    X, y = stream(300, 3)
    model = rb.ConfidenceWeighted()
    two = y < 2
    model.predict_learn(X[two], y[two])
    model.predict_learn(X, y)

    assert model.calibration_.curves.shape[0] == 3
    assert log_loss(y, model.predict_proba(X)) < 0.7


def test_rows_of_weight_zero_were_never_there():
    X, y = stream(60, 3)
    weight = np.arange(60) % 4 > 0
    model, without = rb.Perceptron(), rb.Perceptron()
    model.predict_learn(X, y, sample_weight=weight.astype(float), classes=[0, 1, 2])
    without.predict_learn(X[weight], y[weight], classes=[0, 1, 2])

    assert model.calibration_.curves.tolist() == without.calibration_.curves.tolist()


@pytest.mark.parametrize("is_calibrated", [False, True])
def test_a_loaded_model_goes_on_as_it_would_have(tmp_path, is_calibrated):
    X, y = stream(1200)
    model = rb.ConfidenceWeighted(random_state=0, max_iter=2).fit(X[:100], y[:100])
    if is_calibrated:
        rb.calibrate(model, X[100:200], y[100:200])
    model.predict_learn(X[200:500], y[200:500])
    rb.save(model, tmp_path / "m")
    twin = rb.load(tmp_path / "m")
    assert twin.predict_proba(X).tolist() == model.predict_proba(X).tolist()
    for one in (model, twin):
        one.predict_learn(X[500:], y[500:])

    assert twin.calibration_.method == "online"
    assert twin.calibration_.curves.tolist() == model.calibration_.curves.tolist()


def test_a_call_that_fails_leaves_it_as_it_was():
    X, y = stream(60)
    model = rb.Perceptron()
    model.predict_learn(X, y)
    before = model.calibration_
    X[30] = np.nan

    with pytest.raises(BadData):
        model.predict_learn(X, y)
    assert model.calibration_ is before
