"""Early stopping: the held-out error decides the end, and the weights of its best epoch are kept."""

import numpy as np
import pytest
import scipy.sparse as sp

from rosenblatt import KernelPerceptron, PassiveAggressive, Perceptron, VotedPerceptron
from tests.data import best_epoch

LEARNERS = {
    "last": Perceptron,
    "average": lambda **options: Perceptron(final="average", **options),
    "pocket": lambda **options: Perceptron(final="best", **options),
    "vote": VotedPerceptron,
    "passive-aggressive": PassiveAggressive,
    "kernel": lambda **options: KernelPerceptron(gamma=0.1, **options),
    "kernel vote": lambda **options: KernelPerceptron(gamma=0.1, final="vote", **options),
    "kernel with a budget": lambda **options: KernelPerceptron(gamma=0.1, budget=40, forget="project", **options),
}
every_learner = pytest.mark.parametrize("make", LEARNERS.values(), ids=LEARNERS.keys())


def noisy(n_classes, n=300, d=6, seed=0):
    random = np.random.default_rng(seed)
    X = random.integers(-9, 10, (n, d)).astype(float)
    noise = random.normal(scale=12, size=(n, n_classes))
    return X, np.argmax(X @ random.integers(-3, 4, (d, n_classes)) + noise, axis=1)


def fitted(make, n_classes, storage=np.asarray, **options):
    X, y = noisy(n_classes)
    X = storage(X)
    model = make(random_state=1, **options).fit(X[:200], y[:200], validation_data=(X[200:], y[200:]))
    return model, X, y


@every_learner
@pytest.mark.parametrize("storage", [np.asarray, sp.csr_array])
@pytest.mark.parametrize("n_classes", [2, 3])
def test_the_model_is_the_one_with_the_least_held_out_error(make, n_classes, storage):
    model, X, y = fitted(make, n_classes, storage, early_stopping=True)
    errors = [epoch.validation_error for epoch in model.history_]

    assert 1 - model.score(X[200:], y[200:]) == pytest.approx(min(errors))
    assert model.stop_reason_ in ("validation", "converged")


@every_learner
@pytest.mark.parametrize("multiclass", ["joint", "ovr"])
def test_it_goes_on_from_the_best_epoch(make, multiclass):
    """As if training had ended with that epoch."""
    stopped, X, y = fitted(make, 2 if multiclass == "joint" else 3, early_stopping=True, multiclass=multiclass)
    if multiclass == "joint":
        best = best_epoch(stopped)
        ended, *_ = fitted(make, 2, tol=None, max_iter=best)

        assert stopped.decision_function(X).tolist() == ended.decision_function(X).tolist()
        if hasattr(stopped, "partial_fit"):
            stopped.partial_fit(X, 1 - y)
            ended.partial_fit(X, 1 - y)
            assert stopped.decision_function(X).tolist() == ended.decision_function(X).tolist()
    elif hasattr(stopped, "partial_fit"):
        assert stopped.partial_fit(X, y).score(X, y) > 0.4


def test_rows_that_cannot_be_separated_are_learned_while_the_held_out_error_falls():
    """Mistakes on the rows stall at once, and a proof that no plane exists would end the fit."""
    random = np.random.default_rng(0)
    X = random.standard_normal((4000, 200))
    y = (X @ random.standard_normal(200) > 0) ^ (random.random(4000) < 0.2)
    model = Perceptron(final="average", early_stopping=True, tol=0.5, n_iter_no_change=2, random_state=0).fit(X, y)
    errors = [epoch.validation_error for epoch in model.history_]

    assert model.stop_reason_ == "validation"
    assert min(errors[-2:]) >= min(errors[:-2])
