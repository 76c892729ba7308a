"""What is kept at the end: the last weights, their average, or the best."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rosenblatt import PassiveAggressive, Perceptron
from rosenblatt.learn.weights.best import Best
from rosenblatt.learn.weights.plane import Plane
from tests import reference


@st.composite
def streams(draw):
    columns = draw(st.integers(1, 9))
    whole = st.lists(st.integers(-9, 9), min_size=columns, max_size=columns)
    rows = draw(st.lists(whole, min_size=2, max_size=12))
    signs = draw(st.lists(st.sampled_from([-1, 1]), min_size=len(rows), max_size=len(rows)))
    signs[:2] = [-1, 1]
    return rows, signs


def plain_average(steps):
    """The mean of the weights after every example, added up one by one, in fractions."""
    planes = [[Fraction(v) for v in [*step.weights, step.bias]] for step in steps]
    return [float(sum(values) / len(planes)) for values in zip(*planes, strict=True)]


def noisy(n=400, d=5, seed=0):
    random = np.random.default_rng(seed)
    X = random.standard_normal((n, d))
    return X, (X @ np.arange(1, d + 1) > 0) ^ (random.random(n) < 0.1)


@given(streams(), st.integers(1, 4), st.booleans())
def test_the_average_is_that_of_the_plain_sum(stream, epochs, fit_intercept):
    rows, signs = stream
    model = Perceptron(final="average", order="cyclic", max_iter=epochs, tol=None, fit_intercept=fit_intercept)
    model.fit(rows, signs)
    learner = reference.Perceptron(len(rows[0]), fit_intercept=fit_intercept)
    steps = []
    for _ in model.history_:
        steps += reference.cyclic_epoch(learner, rows, signs, range(len(rows)), None)

    assert [*model.coef_[0].tolist(), model.intercept_[0]] == plain_average(steps)


@given(streams(), st.data())
def test_partial_fit_goes_on_averaging_where_it_left_off(stream, choice):
    rows, signs = stream
    cut = choice.draw(st.integers(1, len(rows)))
    model = Perceptron(final="average").partial_fit(rows[:cut], signs[:cut], classes=[-1, 1])
    if cut < len(rows):
        model.partial_fit(rows[cut:], signs[cut:])
    learner = reference.Perceptron(len(rows[0]))
    steps = reference.cyclic_epoch(learner, rows, signs, range(len(rows)), None)

    assert [*model.coef_[0].tolist(), model.intercept_[0]] == plain_average(steps)


def test_partial_fit_after_fit_learns_from_the_last_weights_and_not_from_their_average():
    rows, signs = [[1.0, 2.0], [3.0, -1.0], [-2.0, 1.0]], [1, -1, 1]
    model = Perceptron(final="average", order="cyclic", max_iter=2, tol=None).fit(rows, signs).partial_fit(rows, signs)
    learner = reference.Perceptron(2)
    steps = [step for _ in range(3) for step in reference.cyclic_epoch(learner, rows, signs, range(3), None)]

    assert [*model.coef_[0].tolist(), model.intercept_[0]] == plain_average(steps)


def test_the_average_starts_from_where_training_starts():
    """Two rows that are right from the start: the average of weights that never move is those weights."""
    model = Perceptron(final="average").fit([[1.0], [-1.0]], [1, 0], coef_init=[3.0], intercept_init=[0.5])

    assert (model.coef_.tolist(), model.intercept_.tolist()) == ([[3.0]], [0.5])


def test_held_out_rows_are_scored_by_the_average():
    X, y = noisy()
    model = Perceptron(final="average", random_state=0, max_iter=7, tol=None).fit(X, y, validation_data=(X, y))

    assert model.history_[-1].validation_error == pytest.approx(1 - model.score(X, y))


@given(st.integers(0, 30))
def test_the_pocket_is_never_worse_on_its_rows_than_the_last_weights(seed):
    X, y = noisy(n=60, seed=seed)
    options = {"max_iter": 9, "tol": None, "random_state": seed}
    last, best = Perceptron(**options).fit(X, y), Perceptron(final="best", **options).fit(X, y)

    assert best.score(X, y) >= last.score(X, y)


def test_the_pocket_holds_the_earliest_of_the_best():
    X, y = noisy(n=60)
    ends = [Perceptron(max_iter=n, tol=None, random_state=0).fit(X, y) for n in range(1, 16)]
    scores = [model.score(X, y) for model in ends]
    pocket = Perceptron(final="best", max_iter=15, tol=None, random_state=0).fit(X, y)

    assert pocket.coef_.tolist() == ends[scores.index(max(scores))].coef_.tolist()


def test_of_equals_the_earlier_stays_in_the_pocket():
    kept = Best(Plane(np.array([1.0]), np.zeros(1)))
    kept.end_epoch(lambda plane: 0.25)
    kept.plane.weights[0] = 2.0
    kept.end_epoch(lambda plane: 0.25)

    assert kept.result().weights.tolist() == [1.0]


def test_averaging_tames_noise():
    """20,000 rows of 20 columns with 5 % of the labels flipped, scored on rows whose labels are not."""
    random = np.random.default_rng(0)
    X, plane = random.standard_normal((30_000, 20)), random.standard_normal(20)
    y = X @ plane > 0
    flipped = y ^ (random.random(len(y)) < 0.05)
    scores = {
        final: Perceptron(final=final, max_iter=5, tol=None, random_state=0)
        .fit(X[:20_000], flipped[:20_000])
        .score(X[20_000:], y[20_000:])
        for final in ("last", "average")
    }

    assert scores["average"] > 0.98
    assert scores["last"] < 0.95


@pytest.mark.parametrize("learner", [Perceptron, PassiveAggressive])
def test_a_stream_has_no_whole_pass_to_choose_the_best_from(learner):
    assert hasattr(learner(), "partial_fit")
    assert not hasattr(learner(final="best"), "partial_fit")
    with pytest.raises(AttributeError, match="has no attribute 'predict_learn'") as refusal:
        learner(final="best").predict_learn([[0.0], [1.0]], [0, 1])
    assert "final 'best' compares weights over all rows" in str(refusal.value.__cause__)
