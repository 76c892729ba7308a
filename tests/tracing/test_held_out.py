"""Test rows are counted by what the model predicts, and change nothing that it learns."""

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.tracing.held_out import HeldOutRows, held_out
from rosenblatt.tracing.recording import record

random = np.random.default_rng(3)
X = random.normal(size=(40, 2))
y = np.where(X @ [1.0, 0.5] + random.normal(0, 0.7, 40) > 0, "yes", "no")
TESTS = HeldOutRows(X[30:], y[30:].tolist())


@pytest.mark.parametrize("make", [rb.Perceptron, rb.KernelPerceptron, rb.VotedPerceptron])
def test_the_wrong_rows_are_those_that_the_model_predicts_wrong(make):
    trace = rb.trace(make(order="cyclic", max_iter=3), X[:30], y[:30])
    found = held_out(trace, TESTS)
    model = make(order="cyclic", max_iter=3).fit(X[:30], y[:30])

    assert found["wrong"] == np.flatnonzero(model.predict(X[30:]) != y[30:]).tolist()
    assert found["wrong_learned"] == np.count_nonzero(model.predict(X[:30]) != y[:30])
    assert 0 < len(found["wrong"]) < 10


def test_the_solutions_are_counted_on_the_test_rows():
    options = {"order": "cyclic", "max_iter": 3, "tol": None}
    counts = held_out(rb.trace(rb.Perceptron(**options), X[:30], y[:30]), TESTS)["solutions"]
    models = {
        "last": rb.Perceptron(**options),
        "average": rb.Perceptron(final="average", **options),
        "vote": rb.VotedPerceptron(**options),
    }

    for name, model in models.items():
        assert counts[name][-1] == np.count_nonzero(model.fit(X[:30], y[:30]).predict(X[30:]) != y[30:])
    assert held_out(rb.trace(rb.KernelPerceptron(max_iter=2), X[:30], y[:30]), TESTS)["solutions"] is None


def test_a_recording_has_them_beside_the_rows_that_were_learned():
    trace = rb.trace(rb.Perceptron(order="cyclic", max_iter=3), X[:30], y[:30])
    without, content = record(trace), record(trace, tests=TESTS)

    assert content["held_out"]["labels"] == y[30:].tolist()
    assert content["held_out"]["rows"] == X[30:].tolist()
    assert without["held_out"] is None
    assert {**content, "held_out": None} == without
