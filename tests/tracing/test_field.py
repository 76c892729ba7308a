"""The field under the points of a board."""

import json
from pathlib import Path

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.errors import BadData
from rosenblatt.tracing import field
from rosenblatt.tracing.field import ACROSS, MAX_MOMENTS, UP, fields, has_field, window_of
from rosenblatt.tracing.page import to_html
from rosenblatt.tracing.recording import record

XOR, LABELS = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]), [0, 1, 1, 0]
WINDOW = (-1.0, 2.0, -1.0, 2.0)
FOR_THE_PAGE = Path(__file__).parent.parent.parent / "page" / "test" / "fields.json"


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


def test_rows_that_are_far_from_the_origin_and_equal_have_a_window():
    left, right, bottom, top = window_of(np.full((3, 2), 1e17))

    assert left < 1e17 < right
    assert bottom < 1e17 < top


def test_a_window_that_is_not_finite_and_other_columns_have_none():
    assert window_of(np.array([[-1e308, 0.0], [1e308, 1.0]])) is None
    assert window_of(np.zeros((2, 3))) is None


def test_beside_the_boundary_a_shade_has_the_sign_of_the_decision():
    shades = field._shades(np.array([-1e-9, 0.0, 1e-9, 5.0, 7.0]), last_wins=False)

    assert np.sign(shades).tolist() == [-1, 0, 1, 1, 1]


def test_a_tie_of_several_classes_goes_where_the_model_says():
    assert [field._shades(np.ones((1, 3)), last) for last in (False, True)] == [[0], [2]]


def saved(trace, *options):
    page = to_html(trace, *options)
    return json.loads(page.split('id="recording">')[1].split("</script>")[0])


@pytest.mark.parametrize("window", [None, WINDOW])
def test_a_saved_vote_has_its_field_in_the_window_of_the_page(window):
    trace = rb.trace(rb.VotedPerceptron(order="cyclic"), XOR * 3, [0, 0, 0, 1])
    recording = saved(trace, window)

    assert recording["fields"]["window"] == recording["window"] == list(window or window_of(trace.X))


@pytest.mark.parametrize("multiclass", ["joint", "ovr", "ovo"])
def test_a_saved_kernel_has_what_the_page_needs_to_compute_its_field_at_every_step(multiclass):
    trace = rb.trace(rb.KernelPerceptron(gamma=0.5, multiclass=multiclass), XOR, ["a", "b", "c", "a"])
    recording = saved(trace)

    assert recording["kernel"] == {"name": "rbf", "gamma": 0.5, "coef0": 0.0, "degree": 1, "bias": 1.0}
    assert not recording["needs_fields"]
    assert "fields" not in recording


def test_a_kernel_that_the_page_does_not_know_comes_with_fields(monkeypatch):
    own = rb.trace(rb.KernelPerceptron(kernel=lambda rows, kept: rows @ kept.T, order="cyclic"), XOR, LABELS)
    recording = saved(own)

    assert recording["kernel"] is None
    assert recording["fields"]["window"] == recording["window"]
    monkeypatch.setattr(field, "MAX_PAGE_ROWS", 3)
    assert saved(kernel())["fields"]["steps"]


def test_a_note_is_saved_with_the_page():
    assert saved(kernel(), None, "Stopped early.")["note"] == "Stopped early."


def for_the_page():
    """Return windows of rows, and activations of kernel learners, for the tests of the page."""
    random = np.random.default_rng(0)
    shapes = [(1, 1), (2, 1), (30, 0.1), (1000, 1), (0.001, 0.01), (3, 40)]
    boards = [random.normal(size=(5, 2)).round(3) * shape + offset for shape in shapes for offset in (0, 7)]
    boards += [np.full((2, 2), value) for value in (0.0, 9.0, 1e17)] + [np.array([[0.0, 0.0], [1.5, 0.0]])]
    options = [{"kernel": "rbf", "gamma": 0.7}, {"kernel": "poly", "degree": 3, "coef0": 1.0}, {"kernel": "linear"}]
    options += [{"kernel": "sigmoid", "fit_intercept": False}, {"budget": 2}, {"multiclass": "ovo"}]
    points = random.normal(size=(6, 2)).round(3)
    runs = []
    for one in options:
        trace = rb.trace(rb.KernelPerceptron(order="cyclic", max_iter=4, **one), XOR, ["a", "b", "c", "a"])
        part = trace.parts[-1]
        states = [part.after(step) for step in range(len(part.log) + 1)]
        values = [trace.activations(points, state).round(9).tolist() for state in states]
        runs.append({"recording": record(trace), "points": points.tolist(), "activations": values})
    windows = [{"rows": rows.tolist(), "window": window_of(rows)} for rows in boards]
    return json.dumps({"windows": windows, "kernels": runs}, separators=(",", ":")) + "\n"


def but_for_last_bits(value):
    """Return nested lists and dicts with their floats within 1e-12, and everything else as it is."""
    if isinstance(value, dict):
        return {name: but_for_last_bits(one) for name, one in value.items()}
    if isinstance(value, list):
        return [but_for_last_bits(one) for one in value]
    return pytest.approx(value, rel=1e-12, abs=1e-12) if isinstance(value, float) else value


@pytest.mark.checkout
def test_the_page_is_tested_with_the_fields_of_today():
    """To write them again: ``python -c "from tests.tracing.test_field import *; write_for_the_page()"``.

    Kernels are computed by BLAS, whose last bits differ between processors; a budget that projects rows onto others
    solves with them, in up to 16 updates here, so that relative errors of some 1e-14 are its own.
    """
    recorded = json.loads(FOR_THE_PAGE.read_text(encoding="utf-8"))

    assert recorded == but_for_last_bits(json.loads(for_the_page()))


def write_for_the_page():
    FOR_THE_PAGE.write_text(for_the_page(), encoding="utf-8")
