"""A trace is `fit`, step by step."""

import json
from functools import partial

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.dummy import DummyClassifier

import rosenblatt as rb
from rosenblatt.errors import BadData, BadParameter, MissingPackage, Overflowed
from rosenblatt.learn.catalogue import CATALOGUE
from rosenblatt.tracing import _recorder
from rosenblatt.tracing.recording import record
from tests import reference

REVIEWS = [[1, 1, 0, 0], [1, 0, 1, 0], [0, 1, 0, 1]]
ORDERS = ["shuffled", "cyclic", "random", "misclassified", [1, 0, 1]]
LECTURE = {"order": "cyclic", "fit_intercept": False, "trigger": "mistake"}


@st.composite
def kernel_options(draw):
    budget = draw(st.sampled_from([None, None, 2]))
    return {
        "kernel": draw(st.sampled_from(["linear", "poly", "rbf"])),
        "step": draw(st.sampled_from(["perceptron", "pa-1"])),
        "final": "last" if budget is not None else draw(st.sampled_from(["last", "average", "vote"])),
        "budget": budget,
        "forget": draw(st.sampled_from(["random", "oldest", "project"])),
    }


@st.composite
def cases(draw):
    """A learner of the catalogue with options, rows with zeros, and labels of two to four classes."""
    whole = st.integers(-3, 3)
    n_columns, n_classes = draw(st.integers(1, 12)), draw(st.integers(2, 4))
    rows = draw(st.lists(st.lists(whole, min_size=n_columns, max_size=n_columns), min_size=n_classes, max_size=9))
    labels = draw(st.lists(st.integers(0, n_classes - 1), min_size=len(rows), max_size=len(rows)))
    labels[:n_classes] = range(n_classes)
    options = {
        "order": draw(st.sampled_from(ORDERS)),
        "fit_intercept": draw(st.booleans()),
        "trigger": draw(st.sampled_from(["margin", "mistake"])),
        "tie": draw(st.sampled_from(["negative", "positive"])),
        "init": draw(st.sampled_from(["zeros", "normal"])),
        "multiclass": draw(st.sampled_from(["joint", "ovr", "ovo"])),
        "class_weight": draw(st.sampled_from([None, "balanced", {1: 0.0}])),
        "max_updates": draw(st.sampled_from([None, 1, 5])),
        "random_state": draw(st.integers(0, 9)),
        "max_iter": draw(st.integers(1, 5)),
    }
    name = draw(st.sampled_from(sorted(CATALOGUE)))
    if name == "kernel-perceptron":
        del options["init"]
        options |= draw(kernel_options())
        if options["budget"] is not None and options["order"] == "misclassified":
            options["order"] = "shuffled"
        if options["forget"] == "oldest" and options["multiclass"] == "joint":
            options["multiclass"] = "ovr"
    as_rows = draw(st.sampled_from([np.float64, np.float32, sp.csr_array]))
    X = sp.csr_array(np.array(rows, dtype=float)) if as_rows is sp.csr_array else np.array(rows, dtype=as_rows)
    return CATALOGUE[name](**options), X, np.array(labels)


def learned(model):
    """Return all fitted attributes without times."""
    state = {name: value for name, value in vars(model).items() if name.endswith("_")}
    state["history_"] = [epoch._replace(seconds=0.0) for epoch in model.history_]
    if isinstance(model, rb.KernelPerceptron):
        state |= {"support_": model.support_, "dual_coef_": model.dual_coef_}
    if "problems_" in state:
        state["problems_"] = [
            one._replace(history=[epoch._replace(seconds=0.0) for epoch in one.history]) for one in model.problems_
        ]
    return {name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in state.items()}


def has_budget(learner):
    return getattr(learner, "budget", None) is not None


def row_of(trace, dense, step):
    """Return what an update adds to the weights, the row, or to the coefficients of a kernel learner, 1 for the row."""
    return np.eye(len(dense))[step.row] if trace.is_of_kernel else dense[step.row]


def scaled(row, variances, place=None):
    """Return the row as an update adds it to the weights of a class: scaled by their variances, if they have any."""
    return row if variances is None else row * (variances if place is None else variances[:, place])


def test_the_lecture_by_hand():
    """The four updates of the lecture's first example, and the weights that it ends with."""
    trace = rb.trace(rb.Perceptron(**LECTURE), REVIEWS, [1, -1, -1])

    assert [step.activation for step in trace.steps] == [0, 1, 1, 0, 0, 0, 2, 0, 0]
    assert [step.prediction for step in trace.steps] == [-1, 1, 1, -1, -1, -1, 1, -1, -1]
    assert [step.after.weights.tolist() for step in trace.steps[:4]] == [
        [1, 1, 0, 0],
        [0, 1, -1, 0],
        [0, 0, -1, -1],
        [1, 1, -1, -1],
    ]
    assert [step.is_update for step in trace.steps] == [True] * 4 + [False] * 5
    assert [step.epoch for step in trace.steps] == [1, 1, 1, 2, 2, 2, 3, 3, 3]
    assert trace.steps[-1].n_mistakes == 4


@settings(max_examples=150)
@given(cases())
def test_the_model_is_that_of_fit_to_the_bit(case):
    learner, X, y = case
    trace = rb.trace(learner, X, y)
    fitted = learner.fit(X, y)

    assert learned(trace.model) == learned(fitted)
    assert trace.n_steps == sum(epoch.seen for epoch in fitted.history_)
    assert trace.left_out == 0


@pytest.mark.parametrize("seed", range(5))
def test_a_row_that_is_picked_and_changes_nothing_is_a_step_too(seed):
    """A row of zeros without a bias requires a margin of 1 for ever."""
    X, y = [[0.0, 0.0], [1.0, 2.0], [-1.0, 1.0]], [0, 1, 0]
    learner = rb.PassiveAggressive(order="misclassified", fit_intercept=False, random_state=seed, max_iter=3, tol=None)
    trace = rb.trace(learner, X, y)

    assert learned(trace.model) == learned(learner.fit(X, y))
    assert any(step.row == 0 and not step.is_update for step in trace.steps)


@settings(max_examples=50)
@given(cases())
def test_steps_lead_from_the_start_to_the_end(case):
    learner, X, y = case
    trace = rb.trace(learner, X, y)

    for part in trace.parts:
        held = part.start
        for step in part.steps:
            assert step.before.weights.tolist() == held.weights.tolist()
            assert step.before.bias.tolist() == held.bias.tolist() == step.bias.tolist()
            assert np.array_equal(step.before.variances, held.variances)
            assert np.array_equal(step.before.bias_variances, held.bias_variances)
            held = step.after
            assert (step.before.weights != held.weights).any() <= step.is_update
        assert held.weights.tolist() == part.end.weights.tolist()
        assert held.bias.tolist() == part.end.bias.tolist()
        assert np.array_equal(held.variances, part.end.variances)
        assert np.array_equal(held.bias_variances, part.end.bias_variances)


@settings(max_examples=50)
@given(cases())
def test_each_step_is_what_its_numbers_say(case):
    learner, X, y = case
    trace = rb.trace(learner, X, y)
    dense = (X.toarray() if sp.issparse(X) else X).astype(float)

    for part in trace.parts:
        for step in part.steps:
            before = step.before
            activation = np.ravel(trace.activations(dense[[step.row]], before))
            summed = step.terms.values @ step.terms.numbers + step.bias
            assert np.ravel(step.activation) == pytest.approx(activation, rel=1e-9, abs=1e-9)
            assert summed == pytest.approx(activation, rel=1e-9, abs=1e-9)
            assert step.label == y[step.row]
            assert (step.size > 0) <= step.is_update == (step.change is not None)
            if step.rival is None:
                positive = step.label == part.classes[1]
                assert step.sign == (1 if positive else -1)
                assert step.margin == step.sign * step.activation
                assert step.is_mistake == ((step.prediction == part.classes[1]) != positive)
                if not has_budget(learner):  # else other rows change too
                    moved = step.size * step.sign * scaled(row_of(trace, dense, step), before.variances)
                    assert step.after.weights == pytest.approx(before.weights + moved, abs=1e-9)
            else:
                truth, rival = part.classes.index(step.label), part.classes.index(step.rival)
                others = [a for place, a in enumerate(step.activation) if place != truth]
                assert rival != truth
                assert step.activation[rival] == max(others)
                assert step.is_mistake == (step.prediction != step.label)
                assert step.activation[part.classes.index(step.prediction)] == max(step.activation)
                if not has_budget(learner):
                    moved, row = step.after.weights - before.weights, row_of(trace, dense, step)
                    gained, lost = (step.size * scaled(row, before.variances, place) for place in (truth, rival))
                    assert moved[:, truth] == pytest.approx(gained, abs=1e-9)
                    assert moved[:, rival] == pytest.approx(-lost, abs=1e-9)


def test_a_row_that_a_budget_keeps_twice_counts_twice():
    X = np.array([[0.0], [1.0], [-1.0], [0.0]])
    learner = rb.KernelPerceptron(
        kernel="linear", step="pa", fit_intercept=False, budget=2, forget="random", random_state=0, order=[2, 1, 1, 2]
    )
    trace = rb.trace(learner, X, [1, 0, 0, 0])

    assert len(trace.parts[0].steps) >= 4
    for step in trace.parts[0].steps:
        assert step.activation == trace.activations(X[[step.row]], step.before)[0]


@given(
    st.sampled_from([(rb.Perceptron, reference.Perceptron), (rb.PassiveAggressive, reference.PassiveAggressive)]),
    st.lists(st.tuples(st.lists(st.integers(-3, 3), min_size=3, max_size=3), st.sampled_from([-1, 1])), max_size=9),
    st.sampled_from(["margin", "mistake"]),
    st.sampled_from(["negative", "positive"]),
    st.booleans(),
)
def test_each_step_is_that_of_plain_python(learners, stream, trigger, tie, fit_intercept):
    X, y = zip(*stream, ([1, 0, 2], -1), ([0, 1, 1], 1), strict=True)
    options = {"trigger": trigger, "tie": tie, "fit_intercept": fit_intercept}
    trace = rb.trace(learners[0](order="cyclic", max_iter=2, tol=None, **options), X, y)
    slow = learners[1](3, dot=reference.lane_dot, **options)

    for step in trace.steps:
        assert step.activation == slow.activation(X[step.row])
        expected = slow.step(step.row, X[step.row], y[step.row])
        assert step.prediction == expected.prediction
        assert (step.is_mistake, step.is_update) == (expected.mistake, expected.updated)
        assert [*step.after.weights, *step.after.bias] == [*expected.weights, expected.bias]


def test_what_is_left_out_is_counted_and_training_continues_to_its_end():
    X, y = np.random.default_rng(0).standard_normal((40, 3)), np.arange(40) % 2
    learner = rb.Perceptron(random_state=0, max_iter=7, tol=None)
    trace = rb.trace(learner, X, y, max_steps=50)

    assert learned(trace.model) == learned(learner.fit(X, y))
    assert len(trace.steps) == 50
    assert (trace.n_steps, trace.left_out) == (280, 230)
    assert "230 more steps and 5 more whole epochs are left out" in trace.to_markdown()


def test_of_a_million_weights_those_of_the_rows_are_recorded():
    X = sp.csr_array((np.ones(4), [0, 999_999, 5, 999_999], [0, 2, 4]), shape=(2, 1_000_000))
    trace = rb.trace(rb.Perceptron(order="cyclic"), X, ["a", "b"])

    assert len(trace.steps) == trace.n_steps
    assert trace.steps[0].terms.entries.tolist() == [0, 999_999]
    assert "x999999" in trace.to_markdown()
    assert len(trace.to_markdown()) < 3000


def test_long_dense_rows_end_the_recording_before_memory_does(monkeypatch):
    monkeypatch.setattr(_recorder, "MAX_NUMBERS", 100)
    X = np.random.default_rng(0).standard_normal((20, 10))
    trace = rb.trace(rb.Perceptron(order="cyclic", max_iter=1), X, np.arange(20) % 2)

    assert 0 < len(trace.steps) < 10
    assert trace.left_out == 20 - len(trace.steps)


def test_the_bound_holds_where_there_is_one():
    X, y = [[2.0, 1.0], [1.0, 2.0], [-1.0, -1.5], [-2.0, 0.5]], [1, 1, -1, -1]
    trace = rb.trace(rb.Perceptron(random_state=0), X, y)

    assert trace.bound.updates == rb.mistake_bound(X, y).updates
    assert trace.model.n_updates_ <= trace.bound.updates


@pytest.mark.parametrize(
    "learner",
    [
        rb.PassiveAggressive(),
        rb.Perceptron(margin=1.0),
        rb.Perceptron(init="normal"),
        rb.Perceptron(class_weight={1: 2.0}),
    ],
    ids=["not a perceptron", "a margin", "a random start", "weighted rows"],
)
def test_there_is_no_bound_where_novikoffs_does_not_hold(learner):
    assert rb.trace(learner, [[1.0], [-1.0]], [1, -1]).bound is None


def test_rows_that_no_plane_separates_have_no_bound_and_say_so():
    trace = rb.trace(rb.Perceptron(order="cyclic"), [[0.0], [1.0], [2.0]], [0, 1, 0])

    assert trace.bound.updates == np.inf
    assert "Nothing bounds the updates" in trace.to_markdown()
    assert "it is proven that no plane separates these rows" in trace.to_markdown()


def test_empty_sparse_rows_can_be_traced():
    trace = rb.trace(rb.Perceptron(fit_intercept=False, max_iter=1), sp.csr_array((2, 3)), [0, 1])

    assert trace.bound.updates == np.inf
    assert "x = [0, 0, 0]" in trace.to_markdown()


def test_the_learner_stays_as_it_was():
    learner = rb.Perceptron(order="cyclic")
    before = dict(vars(learner))
    trace = rb.trace(learner, REVIEWS, [1, -1, -1])

    assert vars(learner) == before
    assert "_watcher" not in vars(trace.model)


def test_columns_have_their_names():
    frame = pd.DataFrame(REVIEWS, columns=["movie", "good", "bad", "not"])
    trace = rb.trace(rb.Perceptron(**LECTURE), frame, [1, -1, -1])

    assert trace.feature_name(3) == "not"
    assert trace.row_name(2) == "row 2"
    assert rb.trace(rb.Perceptron(), REVIEWS, [1, -1, -1]).feature_name(3) == "x3"


def test_json_holds_every_step_to_the_bit():
    X = np.random.default_rng(1).standard_normal((6, 3))
    trace = rb.trace(rb.PassiveAggressive(random_state=0, max_iter=3), X, list("abcabc"))
    content = json.loads(trace.to_json())
    (part,) = content["parts"]
    weights = np.array(part["start"]["weights"])
    for step in part["steps"]:
        weights[step["columns"]] = step["weights_after"]

    assert content["format"] == "rosenblatt trace 1"
    assert len(part["steps"]) == trace.n_steps
    assert weights.T.tolist() == trace.model.coef_.tolist() == content["coef"]


@pytest.mark.parametrize("budget", [None, 2])
def test_json_of_a_kernel_learner_holds_every_coefficient_to_the_bit(budget):
    X = np.random.default_rng(1).standard_normal((6, 3))
    trace = rb.trace(rb.KernelPerceptron(random_state=0, max_iter=3, budget=budget), X, list("abcabc"))
    content = json.loads(trace.to_json())
    (part,) = content["parts"]
    coefficients = np.array(part["start"]["coefficients"])
    for step in part["steps"]:
        if step["changed"]:
            coefficients[step["changed"]] = step["changed_to"]

    assert len(part["steps"]) == trace.n_steps
    assert coefficients[content["support"]].T.tolist() == trace.model.dual_coef_.tolist() == content["dual_coef"]
    assert not np.delete(coefficients, content["support"], axis=0).any()


@pytest.mark.parametrize("multiclass", ["joint", "ovr", "ovo"])
def test_the_table_has_one_line_per_step(multiclass, tmp_path):
    X = np.random.default_rng(1).standard_normal((6, 2))
    trace = rb.trace(rb.Perceptron(multiclass=multiclass, max_iter=2, order="cyclic"), X, list("abcabc"))
    frame = trace.to_frame()
    trace.to_csv(tmp_path / "steps.csv")

    assert len(frame) == trace.n_steps
    assert ("problem" in frame) == (multiclass != "joint")
    assert ("weight x0 of a" in frame) == (multiclass == "joint")
    pd.testing.assert_frame_equal(pd.read_csv(tmp_path / "steps.csv"), frame, check_dtype=False)
    assert trace.to_csv() == (tmp_path / "steps.csv").read_text(encoding="utf-8")


def test_without_pandas_a_frame_is_refused_with_what_to_do(monkeypatch):
    trace = rb.trace(rb.Perceptron(), REVIEWS, [1, -1, -1])
    monkeypatch.setitem(__import__("sys").modules, "pandas", None)

    with pytest.raises(MissingPackage, match="to_frame needs pandas: pip install pandas"):
        trace.to_frame()


def test_a_trace_without_a_step_is_still_one():
    trace = rb.trace(rb.Perceptron(class_weight={0: 0.0, 1: 0.0}), [[0.0], [1.0]], [0, 1])

    assert trace.steps == []
    assert trace.to_csv() == "\n"
    assert "0 steps" in trace.to_markdown()


bad = partial(rb.trace, rb.Perceptron(), REVIEWS, [1, -1, -1])


def test_bad_input_is_refused_with_a_sentence():
    with pytest.raises(BadParameter, match=r"trace: learner must be one of this package, such as Perceptron\(\), got"):
        rb.trace(DummyClassifier(), REVIEWS, [1, -1, -1])
    with pytest.raises(BadParameter, match="max_steps must be a whole number of at least 1, got 0"):
        bad(max_steps=0)
    with pytest.raises(BadData, match="feature_names must be 4 names, as X has that many features, got 1"):
        bad(feature_names=["one"])
    with pytest.raises(BadData, match="row_names must be 3 names, as X has that many rows, got 2"):
        bad(row_names=["one", "two"])
    with pytest.raises(BadData, match="X is NaN in row 0, column 0"):
        rb.trace(rb.Perceptron(), [[np.nan], [1.0]], [0, 1])
    with pytest.raises(Overflowed, match="grew past the largest float in epoch 1"):
        rb.trace(rb.Perceptron(order="cyclic"), [[1.7e308], [1.7e308]], [0, 1])


@pytest.mark.parametrize("storage", [np.asarray, sp.csr_array])
@pytest.mark.parametrize("labels", [[0, 1, 1, 0, 1], [0, 1, 2, 0, 1]])
def test_a_trace_with_a_covariance_ends_where_fit_does(storage, labels):
    """An update changes all weights, so every step lists all columns, and the page gets them with their numbers."""
    X = storage(np.array([[1.0, 0, 2], [0, 0, 1], [1, 0, 0], [3, 0, 1], [0, 0, 2]]))
    learner = rb.ConfidenceWeighted(covariance="full", multiclass="ovr", order="cyclic", max_iter=3)
    trace, model = rb.trace(learner, X, labels), learner.fit(X, labels)

    for part, coef, variance in zip(trace.parts, model.coef_, model.variance_, strict=True):
        assert part.end.weights.tolist() == part.steps[-1].after.weights.tolist() == coef.tolist()
        assert part.end.variances.tolist() == part.steps[-1].after.variances.tolist() == variance.tolist()
        assert all(step.terms.entries.tolist() == [0, 1, 2] for step in part.steps)
    assert "·S·x = " in trace.to_markdown()
    updates = record(trace)["parts"][0]["updates"]
    assert [len(numbers) for numbers in updates["numbers"]] == [len(entries) for entries in updates["entries"]]
