"""Lines of many seeds: each is that of a fit to the rows in another order."""

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.tracing import seeds
from rosenblatt.tracing.seeds import seed_lines

random = np.random.default_rng(0)
X = np.concatenate([random.uniform(-1, 1, size=(20, 2)) + centre for centre in ([-1.5, 0.0], [1.5, 0.5])])
y = ["left"] * 20 + ["right"] * 20


@pytest.mark.parametrize("make", [rb.Perceptron, rb.PassiveAggressive, rb.VotedPerceptron])
def test_each_line_is_that_of_a_fit_with_its_seed(make):
    lines = seed_lines(rb.trace(make(order="cyclic", max_iter=50), X, y))

    assert len(lines["weights"]) == 20
    for seed in (0, 7, 19):
        model = make(order="shuffled", random_state=seed, max_iter=50).fit(X, y)
        assert lines["weights"][seed] == model.coef_[0].tolist()
        assert lines["bias"][seed] == model.intercept_[0]
        assert lines["wrong"][seed] == np.count_nonzero(model.predict(X) != np.array(y))


def test_the_order_decides_which_line_is_found_and_none_is_the_widest():
    lines = seed_lines(rb.trace(rb.Perceptron(order="cyclic"), X, y))
    widest = rb.certify(X, y).hyperplane()

    assert lines["wrong"] == [0] * 20
    assert len({tuple(weights) for weights in lines["weights"]}) > 10
    assert max(lines["margin"]) < np.abs(widest.distance(X)).min()
    assert min(lines["margin"]) > 0


def test_runs_that_do_not_end_are_stopped(monkeypatch):
    monkeypatch.setattr(seeds, "_MAX_VISITS", 20 * 4 * 3)
    lines = seed_lines(rb.trace(rb.Perceptron(tol=None), [[0, 0], [0, 1], [1, 0], [1, 1]], ["a", "b", "b", "a"]))

    assert lines["max_iter"] == 3
    assert min(lines["wrong"]) > 0


def test_weights_of_zero_have_no_margin():
    lines = seed_lines(rb.trace(rb.Perceptron(max_iter=2), [[0.0, 0.0], [0.0, 0.0]], ["a", "b"]))

    assert lines["margin"] == [None] * 20


def test_other_runs_have_no_lines():
    assert seed_lines(rb.trace(rb.KernelPerceptron(max_iter=2), X, y)) is None
    assert seed_lines(rb.trace(rb.Perceptron(max_iter=2), X[:, :1], y)) is None
    assert seed_lines(rb.trace(rb.Perceptron(max_iter=2), X, ["abc"[k % 3] for k in range(40)])) is None
