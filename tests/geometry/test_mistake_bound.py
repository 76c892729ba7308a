"""Novikoff's bound, and perceptrons that keep to it."""

import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.errors import BadData


@pytest.mark.parametrize("seed", range(60))
def test_no_perceptron_makes_more_updates_than_the_bound(seed):
    rng = np.random.default_rng(seed)
    n, d = rng.integers(5, 80), rng.integers(1, 6)
    X = rng.integers(-5, 6, size=(n, d)).astype(float)
    w, b = rng.integers(-3, 4, size=d), rng.integers(-3, 4) + 0.5
    y = X @ w + b > 0
    y[:2] = [True, False] if len(set(y.tolist())) < 2 else y[:2]
    bound = rb.mistake_bound(X, y)
    for order in ("cyclic", "shuffled"):
        model = rb.Perceptron(order=order, tol=None, max_iter=2000, random_state=seed).fit(X, y)
        assert model.n_updates_ <= bound.updates


def test_as_a_count_the_bound_is_whole_and_never_below_the_exact_one():
    whole = rb.mistake_bound([[1.0], [-1.0], [2.0]], [1, 0, 1], fit_intercept=False)
    broken = rb.mistake_bound([[0.0], [3.0]], [0, 1])

    assert (whole.updates, whole.most_updates) == (4.0, 4)
    assert (broken.updates, broken.most_updates) == (pytest.approx(14.4444, abs=1e-3), 14)
    assert type(broken.most_updates) is int
    assert rb.mistake_bound([[3.0], [3.0]], [0, 1]).most_updates is None


def test_the_bound_is_its_parts():
    bound = rb.mistake_bound([[0.0, 0.0], [3.0, 4.0]], [0, 1])

    assert bound.radius == pytest.approx(math.sqrt(26))
    assert bound.updates == pytest.approx((bound.radius / bound.margin.low) ** 2)
    assert bound.margin == rb.certify([[0.0, 0.0], [3.0, 4.0]], [0, 1]).margin


def test_without_a_bias_the_padding_does_not_count():
    assert rb.mistake_bound([[-3.0, 0.0], [3.0, 4.0]], [0, 1], fit_intercept=False).radius == 5.0


def test_there_is_no_bound_where_there_is_no_plane():
    bound = rb.mistake_bound([[3.0], [3.0]], [0, 1])

    assert bound.updates == math.inf
    assert bound.margin == (0.0, 0.0)
    assert bound.radius == pytest.approx(math.sqrt(10))


def test_an_open_question_has_no_bound_either():
    rng = np.random.default_rng(4)
    bound = rb.mistake_bound(rng.normal(size=(300, 20)), rng.integers(0, 2, 300), work_limit=1000)

    assert bound.updates == math.inf
    assert bound.margin.high > 0


def test_several_classes_are_refused():
    with pytest.raises(BadData, match="mistake_bound: y must hold two classes, got 3"):
        rb.mistake_bound([[0], [1], [2]], [0, 1, 2])
