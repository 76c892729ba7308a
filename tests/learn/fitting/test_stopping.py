"""Each way to stop, and the reason it gives."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rosenblatt import Perceptron
from rosenblatt.learn.fitting.stopping import Patience

XOR, XOR_LABELS = [[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0]
LINE, LINE_LABELS = [[-2.0], [-1.0], [1.0], [2.0]], [0, 0, 1, 1]


def noisy(n=400, d=5, seed=0):
    random = np.random.default_rng(seed)
    X = random.standard_normal((n, d))
    return X, (X @ np.arange(1, d + 1) > 0) ^ (random.random(n) < 0.1)


def test_all_points_right_is_convergence():
    model = Perceptron(order="cyclic").fit(LINE, LINE_LABELS)

    assert model.stop_reason_ == "converged"
    assert model.converged_
    assert model.history_[-1].updates == 0
    assert model.score(LINE, LINE_LABELS) == 1.0


def test_a_validation_error_that_no_longer_falls_ends_training():
    X, y = noisy()
    model = Perceptron(early_stopping=True, n_iter_no_change=3, tol=None, random_state=0).fit(X, y)
    errors = [epoch.validation_error for epoch in model.history_]

    assert model.stop_reason_ == "validation"
    assert min(errors[-3:]) >= min(errors[:-3])
    assert all(error * 40 == pytest.approx(round(error * 40)) for error in errors), "a tenth of 400 rows is held out"
    assert model.history_[0].seen == 360


def test_the_users_own_validation_data_decide_instead_of_a_share():
    X, y = noisy()
    model = Perceptron(early_stopping=True, n_iter_no_change=3, tol=None, random_state=0)
    model.fit(X[:300], y[:300], validation_data=(X[300:], y[300:]))

    assert model.stop_reason_ == "validation"
    assert model.history_[0].seen == 300
    assert min(epoch.validation_error for epoch in model.history_) == pytest.approx(1 - model.score(X[300:], y[300:]))


def test_validation_data_without_early_stopping_are_only_reported():
    X, y = noisy()
    model = Perceptron(tol=None, max_iter=30).fit(X, y, validation_data=(X, y))

    assert model.stop_reason_ == "max_iter"
    assert all(epoch.validation_error is not None for epoch in model.history_)


def test_a_budget_of_epochs_ends_training():
    model = Perceptron(max_iter=7, tol=None).fit(XOR, XOR_LABELS)

    assert (model.stop_reason_, model.n_iter_, len(model.history_)) == ("max_iter", 7, 7)


@pytest.mark.parametrize("order", ["cyclic", "shuffled", "random", "misclassified"])
def test_a_budget_of_updates_ends_training_at_the_very_update(order):
    model = Perceptron(max_updates=5, order=order, tol=None, random_state=0).fit(XOR, XOR_LABELS)

    assert model.stop_reason_ == "max_updates"
    assert model.n_updates_ == sum(epoch.updates for epoch in model.history_) == 5


def test_weights_that_hardly_move_end_training():
    X, y = noisy()
    model = Perceptron(weight_tol=0.2, tol=None, random_state=0).fit(X, y)

    assert model.stop_reason_ == "weights_settled"
    assert model.history_[-1].weight_change <= 0.2
    assert all(epoch.weight_change > 0.2 for epoch in model.history_[:-1])


def test_the_weight_change_is_relative_to_the_length():
    """After epoch 1 of (1), labelled +1 and -1 in turn from w = b = 0: w = b = 1, then 0; |change| / |after|."""
    model = Perceptron(order=[0, 1], max_iter=1).fit([[3.0], [-4.0]], [1, 0], coef_init=[0.0])

    assert model.history_[0].weight_change == 1.0
    again = Perceptron(order=[0], max_iter=1).fit([[3.0], [-4.0]], [1, 0], coef_init=[-3.0], intercept_init=[3.0])
    assert again.coef_.tolist() == [[0.0]]
    assert again.history_[0].weight_change == pytest.approx(math.hypot(3, 1) / 4)


def test_tolerated_mistakes_end_training():
    X, y = noisy()
    model = Perceptron(tolerated_mistakes=110, tol=None, random_state=0).fit(X, y)

    assert model.stop_reason_ == "tolerated_mistakes"
    assert 0 < model.history_[-1].mistakes <= 110
    assert all(epoch.mistakes > 110 for epoch in model.history_[:-1])


def test_a_margin_is_not_given_up_for_epochs_without_mistakes():
    """No mistake is tolerated by default, but rows within the margin still have to be learned."""
    model = Perceptron(margin=20.0, order="cyclic").fit(LINE, LINE_LABELS)

    assert model.stop_reason_ == "converged"
    assert any(epoch.mistakes == 0 and epoch.updates > 0 for epoch in model.history_)


def test_mistakes_that_no_longer_fall_end_training():
    model = Perceptron(order="cyclic", n_iter_no_change=4, when_stalled="stop").fit(XOR, XOR_LABELS)

    shares = [epoch.mistakes / epoch.seen for epoch in model.history_]
    assert model.stop_reason_ == "no_improvement"
    assert min(shares[-4:]) > min(shares[:-4]) - 1e-3
    assert model.certificate_ is None


def test_nothing_stalls_without_tol():
    assert Perceptron(tol=None, max_iter=50).fit(XOR, XOR_LABELS).stop_reason_ == "max_iter"


@given(st.lists(st.integers(0, 20), min_size=1, max_size=30), st.integers(1, 5), st.integers(0, 4))
def test_patience_ends_after_so_many_values_that_are_not_lower_by_enough(values, epochs, least):
    patience = Patience(epochs, least)
    best, since = math.inf, 0
    for value in values:
        if value < best and best - value >= least:
            best, since = value, 0
        else:
            since += 1

        assert patience.is_over(value) == (since >= epochs)


def test_the_history_adds_up():
    X, y = noisy()
    model = Perceptron(random_state=0).fit(X, y)

    assert [epoch.epoch for epoch in model.history_] == list(range(1, model.n_iter_ + 1))
    assert model.n_seen_ == sum(epoch.seen for epoch in model.history_) == 400 * model.n_iter_
    assert model.n_mistakes_ == sum(epoch.mistakes for epoch in model.history_)
    assert all(epoch.loss >= 0 and epoch.seconds >= 0 for epoch in model.history_)


def test_the_loss_is_the_mean_of_what_was_met():
    """From zero, (2) labelled +1 meets a loss of 0 and makes w = 2, b = 1; (3) labelled -1 then meets 7."""
    model = Perceptron(order="cyclic", max_iter=1).fit([[2.0], [3.0]], [1, 0])

    assert model.history_[0].loss == 3.5
