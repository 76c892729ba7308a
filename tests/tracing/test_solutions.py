"""The last weights, their average and their vote, counted beside each other from a trace."""

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.tracing.solutions import solution_errors


@pytest.fixture
def rows():
    random = np.random.default_rng(0)
    X = random.integers(-8, 9, size=(40, 2)) / 4
    return X, np.where(X @ [1.0, 0.5] + random.normal(0, 1, 40) > 0, "yes", "no")


@pytest.mark.parametrize("tie", ["negative", "positive"])
def test_the_errors_at_the_end_are_those_of_the_models(rows, tie):
    X, y = rows
    options = {"order": "cyclic", "max_iter": 3, "tol": None, "tie": tie}
    errors = solution_errors(rb.trace(rb.Perceptron(**options), X, y))
    models = {
        "last": rb.Perceptron(**options),
        "average": rb.Perceptron(final="average", **options),
        "vote": rb.VotedPerceptron(**options),
    }

    wrong = {name: int((model.fit(X, y).predict(X) != y).sum()) for name, model in models.items()}
    assert {name: errors[name][-1] for name in models} == wrong
    assert len(set(wrong.values())) > 1  # they differ, so that none stands for another


def test_weights_survive_from_their_update_to_the_next(rows):
    X, y = rows
    trace = rb.trace(rb.Perceptron(order="cyclic", max_iter=3, tol=None), X, y)
    errors = solution_errors(trace)
    updates = [step.number for step in trace.steps if step.is_update]

    assert errors["epoch_end"] == [40, 80, 120]
    assert errors["survived"] == np.diff([1, *updates, 121]).tolist()
    assert sum(errors["survived"]) == 120


def test_there_is_no_count_for_several_classes_and_kernels(rows):
    X, y = rows

    assert solution_errors(rb.trace(rb.KernelPerceptron(max_iter=2), X, y)) is None
    assert solution_errors(rb.trace(rb.Perceptron(max_iter=2), X, ["abc"[k % 3] for k in range(40)])) is None
