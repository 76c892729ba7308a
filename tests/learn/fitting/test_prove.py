"""A learner that stalls asks whether its rows can be separated at all."""

import numpy as np
import pytest
import scipy.sparse as sp

from rosenblatt import Inseparable, PassiveAggressive, Perceptron, Separable, Undecided, mistake_bound, verify
from rosenblatt.learn.fitting import prove as _prove

XOR, XOR_LABELS = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]), np.array(["no", "yes", "yes", "no"])


def separable(seed, gap=0.02):
    """About 195 rows of 10 columns, each at least `gap` from a plane through the origin."""
    random = np.random.default_rng(seed)
    normal = random.standard_normal(10)
    X = random.standard_normal((200, 10))
    distance = X @ (normal / np.linalg.norm(normal))
    return X[np.abs(distance) > gap], distance[np.abs(distance) > gap] > 0


def test_a_default_perceptron_separates_what_can_be_separated():
    asked = 0
    for seed in range(200):
        X, y = separable(seed)
        model = Perceptron(random_state=seed).fit(X, y)
        asked += isinstance(model.certificate_, Separable)

        assert model.stop_reason_ == "converged"
        assert model.score(X, y) == 1.0
    assert asked > 0, "no set stalled, so nothing was proven"


@pytest.mark.parametrize("learner", [Perceptron, PassiveAggressive])
@pytest.mark.parametrize("storage", [np.asarray, sp.csr_array, sp.csr_matrix, np.asfortranarray, np.float32])
def test_xor_is_proven_inseparable(learner, storage):
    model = learner(random_state=0).fit(storage(XOR), XOR_LABELS)

    assert model.stop_reason_ == "inseparable"
    assert not model.converged_
    assert isinstance(model.certificate_, Inseparable)
    assert verify(model.certificate_, XOR, XOR_LABELS)


def test_the_question_is_about_planes_with_a_bias_only_if_the_learner_has_one():
    """1 and 2 on a line lie on one side of 0, but a bias tells them apart."""
    X, y = [[1.0], [2.0]], [0, 1]

    assert Perceptron().fit(X, y).stop_reason_ == "converged"
    assert Perceptron(fit_intercept=False).fit(X, y).stop_reason_ == "inseparable"


def test_rows_that_are_not_there_are_not_asked_about_and_the_proof_counts_rows_as_the_user_does():
    X = np.vstack([[[5.0, 5.0]], XOR, [[7.0, 7.0]]])
    y = np.array(["no", *XOR_LABELS, "yes"])
    model = Perceptron(random_state=0).fit(X, y, sample_weight=[0, 1, 1, 1, 1, 0])

    assert model.certificate_.rows == (1, 2, 3, 4)
    assert verify(model.certificate_, X, y)
    separable_without_one = Perceptron(random_state=0).fit(X[1:5], y[1:5], sample_weight=[1, 1, 1, 0])
    assert separable_without_one.stop_reason_ == "converged"


def test_no_answer_within_the_work_is_no_improvement(monkeypatch):
    monkeypatch.setattr(_prove, "LEAST_WORK", 1)
    random = np.random.default_rng(0)
    X, y = random.standard_normal((60, 5)), random.random(60) > 0.5
    model = Perceptron(random_state=0, n_iter_no_change=1, order="cyclic", max_iter=3).fit(X, y)

    assert model.stop_reason_ == "no_improvement"
    assert isinstance(model.certificate_, Undecided)


def test_numbers_too_large_for_a_proof_are_no_improvement():
    model = Perceptron(random_state=0, learning_rate=1e-300).fit(XOR * 1e301, XOR_LABELS)

    assert model.stop_reason_ == "no_improvement"
    assert model.certificate_ is None


def test_proven_separable_still_ends_at_max_iter():
    X, y = separable(3, gap=0.001)
    stalls_at = next(n for n in range(6, 60) if Perceptron(random_state=0, max_iter=n, tol=0.5).fit(X, y).certificate_)
    model = Perceptron(random_state=0, max_iter=stalls_at, tol=0.5).fit(X, y)

    assert isinstance(model.certificate_, Separable)
    assert model.stop_reason_ == "max_iter"
    assert model.n_iter_ == stalls_at


def test_updates_never_exceed_the_bound_of_novikoff():
    """(R / gamma)^2, by the certificate's own margin; the default rate and start, any order."""
    for seed in range(20):
        X, y = separable(seed, gap=0.1)
        bound = mistake_bound(X, y)
        updates = Perceptron(random_state=seed, tol=None, max_iter=10**6).fit(X, y).n_updates_

        assert updates <= bound.updates
