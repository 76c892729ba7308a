"""The field under the points of a board."""

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.errors import BadData
from rosenblatt.tracing.field import ACROSS, MAX_MOMENTS, UP, fields, has_field, window_of

XOR, LABELS = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]), [0, 1, 1, 0]
WINDOW = (-1.0, 2.0, -1.0, 2.0)


def kernel(**options):
    return rb.trace(rb.KernelPerceptron(order="cyclic", **options), XOR, LABELS)


def places():
    across, up = np.meshgrid(np.linspace(-1, 2, ACROSS), np.linspace(-1, 2, UP))
    return np.column_stack([across.ravel(), up.ravel()])


@pytest.mark.parametrize("options", [{}, {"kernel": "poly", "degree": 2}, {"budget": 3, "forget": "oldest"}])
def test_the_last_field_has_the_signs_of_the_fitted_model(options):
    trace = kernel(**options)
    found = fields(trace, WINDOW)

    assert found["steps"] == sorted(found["steps"])
    assert found["steps"][-1] == max(trace.parts[0].log.changes)
    decided = trace.model.decision_function(places())
    shades = np.array(found["fields"][-1])
    assert (np.sign(shades) * np.sign(decided) >= 0).all()
    assert np.abs(shades).max() <= 127


def test_each_field_is_that_of_its_moment():
    trace = kernel()
    found = fields(trace, WINDOW)
    first = trace.activations(places(), trace.parts[0].after(found["steps"][0]))

    assert (np.sign(found["fields"][0]) * np.sign(first) >= 0).all()
    assert found["fields"][0] != found["fields"][-1]


def test_a_vote_is_evaluated_at_its_end():
    trace = rb.trace(rb.VotedPerceptron(order="cyclic"), XOR, [0, 0, 0, 1])
    found = fields(trace, WINDOW)

    assert found["steps"] == [len(trace.steps)]
    assert (np.sign(found["fields"][0]) == np.sign(trace.model.decision_function(places()))).mean() > 0.99


def test_of_several_classes_the_strongest_is_named():
    trace = rb.trace(rb.KernelPerceptron(order="cyclic"), XOR, ["a", "b", "c", "a"])
    found = fields(trace, WINDOW)

    assert found["several"]
    assert np.array_equal(found["fields"][-1], trace.model.decision_function(places()).argmax(axis=1))


def test_a_long_run_has_few_fields():
    random = np.random.default_rng(0)
    trace = rb.trace(rb.KernelPerceptron(kernel="linear", max_iter=5), random.normal(size=(60, 2)), [0, 1] * 30)

    assert len(fields(trace, WINDOW)["fields"]) == MAX_MOMENTS


@pytest.mark.parametrize(
    "trace",
    [
        lambda: rb.trace(rb.Perceptron(), XOR, [0, 0, 0, 1]),
        lambda: rb.trace(rb.KernelPerceptron(), np.eye(3), [0, 1, 1]),
        lambda: rb.trace(rb.KernelPerceptron(multiclass="ovr"), XOR, [0, 1, 2, 0]),
        lambda: rb.trace(rb.KernelPerceptron(kernel="precomputed"), np.eye(2), [0, 1]),
    ],
)
def test_lines_and_other_numbers_of_columns_need_no_field(trace):
    assert not has_field(trace())
    with pytest.raises(BadData, match="a field needs a kernel learner or a vote on rows of two columns"):
        fields(trace(), WINDOW)


def test_the_window_shows_all_rows_with_some_room():
    left, right, bottom, top = window_of(np.array([[0.0, 5.0], [10.0, 5.0]]))

    assert left < 0
    assert right > 10
    assert bottom < 5 < top
