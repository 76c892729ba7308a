"""A recording holds the steps of a trace, and can be played back without it."""

import json
from pathlib import Path

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import example, given
from hypothesis import strategies as st

import rosenblatt as rb
from rosenblatt.learn.catalogue import CATALOGUE
from rosenblatt.learn.conventions import options_of
from rosenblatt.tracing import recording
from rosenblatt.tracing.recording import record

FOR_THE_PAGE = Path(__file__).parent.parent.parent / "page" / "test" / "recordings.json"

cells = st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3), st.integers(0, 2)), min_size=4, max_size=12)


def traced(learner, X, y, **options):
    return rb.trace(CATALOGUE[learner](order="cyclic", max_iter=3, random_state=0), X, y, **options)


def played_back(content, part):
    """Return the state after each step, from the recording alone, in plain loops as on the page."""
    weights, bias = np.array(part["start"]["weights"], dtype=float), np.array(part["start"]["bias"])
    states = [(weights.copy(), bias.copy())]
    updates = part["updates"]
    for step, row in enumerate(part["steps"]["row"], start=1):
        if step in updates["step"]:
            k = updates["step"].index(step)
            where = updates["entries"][k] if "entries" in updates else content["rows"]["columns"][row]
            for entry, number in zip(where, updates["numbers"][k], strict=True):
                weights[entry] = number
            bias = np.array(updates["bias"][k])
        states.append((weights.copy(), bias.copy()))
    return states


@given(st.sampled_from(sorted(CATALOGUE)), cells, st.booleans())
@example("perceptron", [(0, 0, 0), (0, 0, 0), (0, 0, 1), (0, 0, 2)], True)
def test_every_learner_can_be_played_back_to_the_bit(learner, cells, is_sparse):
    X = np.array([cell[:2] for cell in cells], dtype=float)
    y = [cell[2] for cell in cells]
    if len(set(y)) < 2:
        y[0] = 1 - min(y[0], 1)
    if len(set(y)) < 2:
        y[0] = 2
    trace = traced(learner, sp.csr_array(X) if is_sparse else X, y)
    content = json.loads(json.dumps(record(trace), allow_nan=False))

    (part,) = content["parts"]
    columns = np.arange(2) if not is_sparse else np.unique(sp.csr_array(X).indices)
    entries = np.arange(len(X)) if trace.is_of_kernel else columns
    for step, (weights, bias) in enumerate(played_back(content, part)):
        state = trace.parts[0].after(step)
        assert np.array_equal(weights.ravel(), state.weights[entries].ravel())  # without columns there is no shape
        assert np.array_equal(bias, state.bias)
    for k, step in enumerate(trace.steps):
        assert part["steps"]["row"][k] == step.row
        assert np.array_equal(part["steps"]["activation"][k], step.activation)
        assert part["classes"][part["steps"]["prediction"][k]] == str(step.prediction)
        assert part["classes"][part["steps"]["target"][k]] == str(step.label)
        assert (part["steps"]["prediction"][k] != part["steps"]["target"][k]) == step.is_mistake
        assert part["steps"]["size"][k] == step.size
        if step.rival is not None:
            assert part["classes"][part["steps"]["rival"][k]] == str(step.rival)


def test_the_rows_are_there_as_they_were_learned_from():
    X = np.array([[0.5, 0.0], [0.0, -2.0], [0.0, 0.0]])
    content = record(traced("perceptron", X, ["a", "b", "a"], feature_names=["left", "right"], row_names=list("xyz")))

    assert content["rows"] == {"columns": [[0], [1], []], "values": [[0.5], [-2.0], []]}
    assert content["labels"] == ["a", "b", "a"]
    assert content["classes"] == ["a", "b"]
    assert content["features"] == ["left", "right"]
    assert content["names"] == ["x", "y", "z"]


def test_a_million_empty_columns_are_left_out():
    X = sp.csr_array(([1.0, 2.0], ([0, 1], [999_999, 7])), shape=(2, 1_000_000))
    content = record(traced("perceptron", X, [0, 1]))

    assert content["features"] == ["x7", "x999999"]
    assert content["rows"]["columns"] == [[1], [0]]
    assert len(json.dumps(content)) < 3000


def test_of_many_rows_only_those_of_recorded_steps_are_included(monkeypatch):
    monkeypatch.setattr(recording, "MAX_ROWS", 5)
    X = np.arange(20.0)[:, np.newaxis]
    content = record(traced("perceptron", X, X[:, 0] > 9, max_steps=3))

    assert content["rows"]["values"] == [[], [1.0], [2.0]]
    assert content["parts"][0]["steps"]["row"] == [0, 1, 2]
    assert content["verdicts"] is None


@pytest.mark.parametrize(
    ("learner", "options", "rule"),
    [
        ("perceptron", {}, (0.0, None, None)),
        ("pa-1", {"C": 2}, (1.0, "PA-I", 2.0)),
        ("kernel-perceptron", {}, (0.0, None, None)),
        ("kernel-perceptron", {"step": "pa-2"}, (1.0, "PA-II", 1.0)),
        ("arow", {}, (1.0, None, None)),
        ("scw-1", {}, (None, None, None)),
    ],
)
def test_it_says_when_a_row_requires_an_update_and_which_step_it_takes(learner, options, rule):
    trace = rb.trace(CATALOGUE[learner](max_iter=3, **options), [[0.0, 1.0], [1.0, 0.0]], [0, 1])

    assert record(trace)["rule"] == dict(zip(["trigger", "threshold", "variant", "C"], ["margin", *rule], strict=True))


def test_the_proof_of_convergence_is_there_where_there_is_one():
    trace = rb.trace(rb.Perceptron(order="cyclic"), [[0.0, 1.0], [2.0, 0.5], [1.0, 3.0]], ["a", "b", "a"])
    written = record(trace)["parts"][0]["convergence"]
    updates = trace.model.n_updates_

    assert {name: len(values) for name, values in written.items()} == dict.fromkeys(written, updates + 1)
    assert written["cosine"][0] is None
    for floor, along, length, ceiling in zip(
        *(written[name] for name in ("floor", "along", "length", "ceiling")), strict=True
    ):
        assert floor <= along * (1 + 1e-5) <= length * (1 + 1e-5) ** 2 <= ceiling * (1 + 1e-5) ** 3
    inseparable = rb.trace(rb.Perceptron(max_iter=2), [[0.0], [1.0], [2.0]], ["a", "b", "a"])
    assert record(inseparable)["parts"][0]["convergence"] is None


def test_the_values_of_a_kernel_are_there_to_follow_the_sum():
    content = record(traced("kernel-perceptron", [[0.0, 0.0], [0.0, 1.0]], [0, 1]))
    (first, second), (third, fourth) = content["kernel_values"]

    assert first == fourth == 2.0  # one, and one for the bias
    assert (
        second == third == pytest.approx(1 + np.exp(-8 / 3), rel=1e-5)
    )  # gamma is 1 / (2 columns * a variance of 3/16)


def for_the_page():
    """Return the recordings that the tests of the page play."""
    reviews, names = [[1, 1, 0, 0], [1, 0, 1, 0], [0, 1, 0, 1]], ["movie good", "movie bad", "not good"]
    corners, random = [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]], np.random.default_rng(0)
    points = random.integers(-9, 9, size=(60, 2)) / 4
    labels = ["ab"[int(x + random.normal() > 0)] for x, _ in points]
    traces = {
        "lecture": rb.trace(rb.Perceptron(**options_of("lecture")), reviews, [1, -1, -1], row_names=names),
        "classes": rb.trace(rb.Perceptron(order="cyclic", max_iter=9), corners, ["a", "b", "c", "a"]),
        "kernel": rb.trace(rb.KernelPerceptron(order="cyclic"), corners, ["a", "b", "b", "a"]),
        "passive": rb.trace(
            rb.PassiveAggressive(variant="PA", order="cyclic", max_iter=2), [[1.0, 2.0], [3.0, 1.0]], ["a", "b"]
        ),
        "long": rb.trace(rb.Perceptron(order="cyclic", final="average", max_iter=15, tol=None), points, labels),
    }
    return json.dumps({name: record(trace) for name, trace in traces.items()}, separators=(",", ":")) + "\n"


@pytest.mark.checkout
def test_the_page_is_tested_with_what_is_recorded_today():
    """To record them again: ``python -c "from tests.tracing.test_recording import *; write_for_the_page()"``."""
    assert json.loads(FOR_THE_PAGE.read_text(encoding="utf-8")) == json.loads(for_the_page())


def write_for_the_page():
    FOR_THE_PAGE.write_text(for_the_page(), encoding="utf-8")
