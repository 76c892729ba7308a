"""A class that nobody announced may appear at any time."""

from functools import partial

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

from rosenblatt import KernelPerceptron, PassiveAggressive, Perceptron, VotedPerceptron
from rosenblatt.errors import BadData, Overflowed
from rosenblatt.learn.fitting.stream import add_classes
from rosenblatt.learn.linear_catalogue import LINEAR
from tests.test_every_learner import learned

ONLINE = {name: learner for name, learner in LINEAR.items() if name != "pocket-perceptron"}
every_learner = pytest.mark.parametrize("learner", ONLINE.values(), ids=ONLINE.keys())
any_learner = st.sampled_from(list(ONLINE.values()))
any_division = st.sampled_from(["joint", "ovr", "ovo"])
every_division = pytest.mark.parametrize("multiclass", ["joint", "ovr", "ovo"])


@st.composite
def streams(draw):
    columns = draw(st.integers(1, 4))
    whole = st.lists(st.integers(-9, 9), min_size=columns, max_size=columns)
    rows = draw(st.lists(whole, min_size=1, max_size=15))
    labels = draw(st.lists(st.sampled_from("abcde"), min_size=len(rows), max_size=len(rows)))
    return np.array(rows, dtype=float), np.array(labels)


@given(any_learner, any_division, streams())
def test_no_label_is_predicted_before_it_was_met(learner, multiclass, stream):
    X, y = stream
    model = learner(multiclass=multiclass)
    for i in range(len(X)):
        (prediction,) = model.predict_learn(X[i : i + 1], y[i : i + 1])

        assert i == 0 or prediction in y[:i]
        assert model.classes_.tolist() == sorted(set(y[: i + 1]))
        assert model.predict(X).dtype.kind == "U"
    assert model.n_seen_ == len(X)


@given(any_learner, any_division, streams(), st.data())
def test_a_later_call_as_a_whole_or_in_pieces_is_the_same(learner, multiclass, stream, choice):
    X, y = stream
    first = choice.draw(st.integers(1, len(X)))
    whole, pieces = (learner(multiclass=multiclass).partial_fit(X[:first], y[:first]) for _ in range(2))
    predictions = []
    for i in range(first, len(X)):
        predictions += pieces.predict_learn(X[i : i + 1], y[i : i + 1]).tolist()
    if first < len(X):
        assert whole.predict_learn(X[first:], y[first:]).tolist() == predictions

    assert learned(whole) == learned(pieces)
    assert np.array_equal(whole.decision_function(X), pieces.decision_function(X))


@every_division
@every_learner
def test_a_new_class_changes_no_guess_between_the_others(learner, multiclass):
    random = np.random.default_rng(0)
    X, y = random.standard_normal((60, 3)), np.where(np.arange(60) % 2, "b", "d")
    for labels in (y, np.where(np.arange(60) % 3, y, "c")):
        model = learner(multiclass=multiclass).partial_fit(X, labels)
        known = model.predict(X)
        add_classes(model, np.array(["a", *np.unique(labels), "e"]))
        old = np.isin(model.classes_, labels)

        assert model.classes_.tolist() == ["a", *np.unique(labels), "e"]
        assert np.array_equal(np.unique(labels)[model.decision_function(X)[:, old].argmax(axis=1)], known)


def test_two_classes_that_become_three_keep_their_margin():
    model = Perceptron().partial_fit([[2.0, 0.0], [0.0, 2.0]], ["a", "c"])
    margin = model.decision_function([[1.0, 3.0]])
    model.partial_fit([[0.0, 0.0]], ["b"], sample_weight=[1e-300])

    a, b, c = model.decision_function([[1.0, 3.0]])[0]
    assert c - a == margin
    assert b == pytest.approx(0)


def test_zero_rows_are_what_grows():
    """By hand: (1, 0) is b and moves nothing, for it is alone; (0, 1) is a and moves all that there is."""
    model = Perceptron(fit_intercept=False).partial_fit([[1.0, 0.0]], ["b"])
    assert model.coef_.tolist() == [[0, 0]]
    assert model.predict([[5.0, 5.0]]).tolist() == ["b"]

    assert model.predict_learn([[0.0, 1.0]], ["a"]).tolist() == ["b"]
    assert model.coef_.tolist() == [[0, -1]]

    assert model.predict_learn([[0.0, 1.0]], ["c"]).tolist() == ["a"]
    assert model.coef_.tolist() == [[0, -0.5], [0, -0.5], [0, 1]]
    assert model.n_mistakes_ == 2
    assert model.n_seen_ == 3


def test_learners_that_grew_out_of_one_go_their_own_ways():
    """Two classes share one list of updates; as two of three learners, each has its own."""
    X = np.array([[2.0, 1.0], [-1.0, 2.0], [1.0, -2.0], [2.0, 2.0], [-2.0, 1.0], [1.0, -1.0]] * 3)
    y = np.array(["a", "b", "a", "c", "b", "c"] * 3)
    for multiclass in ("ovr", "ovo"):
        model = VotedPerceptron(multiclass=multiclass).partial_fit(X[:3], y[:3])
        for i in range(3, len(X)):
            model.partial_fit(X[i : i + 1], y[i : i + 1])

        assert [one.n_stored for one in model._solutions] == [one.model().stored.shape[0] for one in model._solutions]
        assert len({id(one.stored) for one in model._solutions}) == 3


def test_one_against_the_rest_grows_a_row_of_zeros():
    model = Perceptron(fit_intercept=False, multiclass="ovr").partial_fit([[1.0, 0.0], [0.0, 1.0]], ["a", "c"])
    w = model.coef_[0].copy()
    model.partial_fit([[0.0, 0.0]], ["b"])

    assert model.coef_.tolist() == [(-w).tolist(), [0, 0], w.tolist()]


@every_learner
@every_division
def test_a_failure_after_a_new_class_takes_the_class_back(learner, multiclass):
    X = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
    model = learner(multiclass=multiclass).partial_fit(X, ["a", "b", "a"])
    before, decided = learned(model), model.decision_function(X)
    for storage in (np.asarray, sp.csr_array):
        with pytest.raises(Overflowed):
            model.partial_fit(storage([[1.0, 2.0], [3.0, 1.0], [1e308, 1e308], [1e308, 1e308]]), ["b", "c", "b", "a"])

        assert learned(model) == before
        assert np.array_equal(model.decision_function(X), decided)


@pytest.mark.parametrize("learner", [Perceptron, PassiveAggressive, VotedPerceptron])
def test_labels_of_any_kind_may_come(learner):
    longer = learner().partial_fit([[1.0]], ["a"]).partial_fit([[2.0]], ["a longer name"])
    assert longer.classes_.tolist() == ["a", "a longer name"]

    numbers = learner().partial_fit([[1.0]], [3]).partial_fit([[2.0]], [1]).partial_fit([[2.0]], [2.0])
    assert numbers.classes_.tolist() == [1, 2, 3]

    with pytest.raises(BadData, match=r"y holds 'x', and the classes of this model are 1\.0, 2\.0, 3\.0; labels"):
        numbers.partial_fit([[2.0]], ["x"])
    with pytest.raises(BadData, match="Unknown label type: continuous"):
        numbers.partial_fit([[2.0]], [2.5])
    assert numbers.classes_.tolist() == [1, 2, 3]


def test_a_row_of_weight_zero_brings_no_class():
    model = Perceptron().partial_fit([[1.0], [2.0]], ["a", "b"])
    model.partial_fit([[1.0], [2.0]], ["never", "a"], sample_weight=[0, 1])

    assert model.classes_.tolist() == ["a", "b"]
    assert model.n_seen_ == 3


def test_class_weights_may_name_classes_that_are_yet_to_come():
    X, y = np.array([[1.0, 2.0], [2.0, 1.0], [1.0, 1.0]]), np.array(["a", "b", "c"])
    weighted = Perceptron(class_weight={"c": 2.0})
    by_row = Perceptron()
    for i in range(3):
        weighted.partial_fit(X[i : i + 1], y[i : i + 1])
        by_row.partial_fit(X[i : i + 1], y[i : i + 1], sample_weight=[2.0 if y[i] == "c" else 1.0])

    assert weighted.coef_.tolist() == by_row.coef_.tolist()


def test_a_model_that_was_fitted_learns_a_new_class_too():
    model = Perceptron(order="cyclic").fit([[0.0], [1.0]], ["a", "b"])
    for _ in range(5):
        model.partial_fit([[0.0], [1.0], [3.0]], ["a", "b", "c"])

    assert model.predict([[9.0]]).tolist() == ["c"]


@pytest.mark.parametrize("learner", [VotedPerceptron, partial(KernelPerceptron, kernel="linear", final="vote")])
def test_the_rest_of_two_classes_goes_its_own_way_once_there_are_three(learner):
    """From zero weights "a" against the rest is the opposite of "b" against the rest, until "c" comes."""
    random = np.random.default_rng(0)
    X, y = random.integers(-5, 6, (60, 3)).astype(float), random.choice(["a", "b", "c"], 60)
    early = y[:30] != "c"
    late, announced = learner(multiclass="ovr"), learner(multiclass="ovr")
    late.partial_fit(X[:30][early], y[:30][early])
    announced.partial_fit(X[:30][early], y[:30][early], classes=["a", "b", "c"])
    for model in (late, announced):
        model.partial_fit(X[30:], y[30:])

    assert late.decision_function(X)[:, :2].tolist() == announced.decision_function(X)[:, :2].tolist()
