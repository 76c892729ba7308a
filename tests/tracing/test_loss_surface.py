"""The loss of a run is that of the package, at every update and over the weights."""

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.tracing.loss_surface import loss_of

random = np.random.default_rng(1)
X = random.integers(-8, 9, size=(30, 2)) / 4
y = np.where(X @ [1.0, 0.5] + random.normal(0, 1, 30) > 0, "yes", "no")
SIGNS = np.where(y == "yes", 1, -1)


@pytest.mark.parametrize("fit_intercept", [True, False])
@pytest.mark.parametrize(
    ("learner", "threshold", "loss", "gradient"),
    [
        (rb.Perceptron, 0.0, rb.perceptron_loss, rb.perceptron_gradient),
        (rb.PassiveAggressive, 1.0, rb.hinge_loss, rb.hinge_gradient),
    ],
)
def test_it_is_the_loss_of_the_package_with_its_gradient(learner, threshold, loss, gradient, fit_intercept):
    trace = rb.trace(learner(order="cyclic", max_iter=2, fit_intercept=fit_intercept), X, y)
    found = loss_of(trace, threshold)
    states = [trace.parts[0].after(step) for step in [0, *trace.parts[0].log.changes]]

    assert len(found["values"]) == len(found["gradients"]) == trace.model.n_updates_ + 1
    for state, value, slope in zip(states, found["values"], found["gradients"], strict=True):
        plane = state.weights, float(state.bias[0])
        away = np.abs(SIGNS * (X @ plane[0] + plane[1]) - threshold) > 1e-9
        counted = away if threshold else slice(None)  # a row at the hinge has two slopes
        expected = np.array([*gradient(*plane, X[counted], SIGNS[counted])], dtype=object) * (len(X[counted]) / len(X))
        assert value == pytest.approx(loss(*plane, X, SIGNS), rel=1e-5)
        assert slope == pytest.approx([*expected[0], expected[1] if fit_intercept else 0.0], rel=1e-5, abs=1e-9)


def test_the_surface_has_the_loss_at_its_nodes_for_each_bias():
    trace = rb.trace(rb.Perceptron(order="cyclic", max_iter=2), X, y)
    surface = loss_of(trace, 0.0)["surface"]
    left, right, bottom, top = surface["window"]
    across = surface["across"]

    assert 1 < len(surface["biases"]) == len(surface["slices"])
    assert right - left == pytest.approx(top - bottom)
    for state in (trace.parts[0].after(step) for step in trace.parts[0].log.changes):
        assert state.bias[0] in surface["biases"]
        assert left < state.weights[0] < right
        assert bottom < state.weights[1] < top
    for bias, values in zip(surface["biases"], surface["slices"], strict=True):
        for j, k in [(0, 0), (across - 1, 0), (3, 17)]:
            weights = [left + j / (across - 1) * (right - left), bottom + k / (across - 1) * (top - bottom)]
            assert values[k * across + j] == pytest.approx(rb.perceptron_loss(weights, bias, X, SIGNS), rel=1e-3)


def test_there_is_no_surface_for_many_biases_and_none_but_values_for_more_columns():
    passive = loss_of(rb.trace(rb.PassiveAggressive(order="cyclic", max_iter=9), X, y), 1.0)
    wide = loss_of(rb.trace(rb.Perceptron(max_iter=2), np.column_stack([X, X[:, 0] ** 2]), y), 0.0)

    assert passive["surface"] is None
    assert passive["gradients"] is not None
    assert wide["gradients"] is wide["surface"] is None
    assert len(wide["values"]) > 1


def test_other_runs_have_no_loss():
    assert loss_of(rb.trace(rb.KernelPerceptron(max_iter=2), X, y), 0.0) is None
    assert loss_of(rb.trace(rb.Perceptron(max_iter=2), X, y), None) is None
    assert loss_of(rb.trace(rb.Perceptron(max_iter=2), X, ["abc"[k % 3] for k in range(30)]), 0.0) is None
