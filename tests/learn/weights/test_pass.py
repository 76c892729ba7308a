"""A pass over rows is a function of the solution, the rows and their order; no estimator is needed."""

import pickle

import numpy as np
import pytest
import scipy.sparse as sp

from rosenblatt import Perceptron, _core
from rosenblatt.learn.weights.average import Average
from rosenblatt.learn.weights.last import Last
from rosenblatt.learn.weights.plane import Plane
from rosenblatt.learn.weights.solution import Pass
from rosenblatt.rows import Batch, view_rows

RANDOM = np.random.default_rng(0)
X = RANDOM.integers(-9, 10, (60, 5)).astype(float)
SIGNS = np.where(RANDOM.integers(-9, 10, 60) < X @ [1, 2, 0, -1, 3], 1, -1).astype(np.int8)
ORDER = RANDOM.permutation(60)


def one_pass(solution, X, order=ORDER):
    learning = _core.Learning(
        _core.PerceptronStep(1.0, 0.0), on_mistake=False, zero_is_positive=False, fit_intercept=True
    )
    return solution.walk(Pass(learning, Batch(view_rows(X), SIGNS), order))


@pytest.mark.parametrize("kind", [Last, Average])
def test_a_pass_is_what_an_epoch_of_fit_does(kind):
    solution = kind(Plane(np.zeros(5), np.zeros(1)))
    tally = one_pass(solution, X)
    model = Perceptron(order=ORDER, max_iter=1, final=kind.__name__.lower()).fit(X, SIGNS)

    assert solution.result().weights.tolist() == model.coef_[0].tolist()
    assert (tally.seen, tally.mistakes, tally.updates) == (model.n_seen_, model.n_mistakes_, model.n_updates_)


@pytest.mark.parametrize("kind", [Last, Average])
def test_the_same_solution_rows_and_order_give_the_same_bits_anywhere(kind):
    solution = kind(Plane(np.zeros(5), np.zeros(1)))
    one_pass(solution, X)
    elsewhere = pickle.loads(pickle.dumps(solution))
    one_pass(solution, X, ORDER[::-1].copy())
    one_pass(elsewhere, sp.csr_array(X), ORDER[::-1].copy())

    assert pickle.dumps(elsewhere) == pickle.dumps(solution)
