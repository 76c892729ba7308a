"""Every model on the way votes, weighted by the examples it survived."""

import pickle

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

from rosenblatt import Perceptron, VotedPerceptron, _core
from rosenblatt.errors import BadData, BadParameter
from rosenblatt.learn.weights import votes as _votes
from tests import reference


@st.composite
def streams(draw, classes=2):
    columns = draw(st.integers(1, 6))
    whole = st.lists(st.integers(-5, 5), min_size=columns, max_size=columns)
    rows = draw(st.lists(whole, min_size=classes, max_size=12))
    labels = draw(st.lists(st.integers(0, classes - 1), min_size=len(rows), max_size=len(rows)))
    labels[:classes] = range(classes)
    return rows, labels


several = st.integers(3, 5).flatmap(streams)
options = st.fixed_dictionaries(
    {
        "tie": st.sampled_from(["negative", "positive"]),
        "fit_intercept": st.booleans(),
        "trigger": st.sampled_from(["margin", "mistake"]),
        "learning_rate": st.sampled_from([1.0, 0.5]),
    }
)


def brute_force(learner, rows, targets, epochs, asked):
    """Store the model after every example and let each vote once: a model votes as often as it survived."""
    votes = [[] for _ in asked]
    for _ in range(epochs):
        for i, x in enumerate(rows):
            learner.step(i, x, targets[i])
            for r, row in enumerate(asked):
                votes[r].append(learner.predict(row))
    return votes


@given(streams(), options, st.integers(1, 3), st.sampled_from([np.array, sp.csr_array]))
def test_the_vote_is_that_of_all_models_one_by_one(stream, chosen, epochs, storage):
    rows, labels = stream
    model = VotedPerceptron(order="cyclic", max_iter=epochs, tol=None, **chosen)
    model.fit(storage(np.array(rows, float)), labels)
    signs = [2 * label - 1 for label in labels]
    votes = brute_force(reference.Perceptron(len(rows[0]), **chosen), rows, signs, len(model.history_), rows)

    shares = [sum(cast) / len(cast) for cast in votes]
    assert model.decision_function(storage(np.array(rows, float))).tolist() == shares
    tie = chosen["tie"] == "positive"
    assert model.predict(rows).tolist() == [int(share > 0 or (tie and share == 0)) for share in shares]


@given(several, options, st.integers(1, 3), st.sampled_from([np.array, sp.csr_array]))
def test_of_several_classes_each_model_votes_for_its_guess(stream, chosen, epochs, storage):
    rows, labels = stream
    classes = max(labels) + 1
    model = VotedPerceptron(order="cyclic", max_iter=epochs, tol=None, **chosen)
    model.fit(storage(np.array(rows, float)), labels)
    learner = reference.JointPerceptron(len(rows[0]), classes, **chosen)
    votes = brute_force(learner, rows, labels, len(model.history_), rows)

    shares = [[cast.count(c) / len(cast) for c in range(classes)] for cast in votes]
    assert model.decision_function(rows).tolist() == shares


@given(several, st.sampled_from(["ovr", "ovo"]), st.integers(1, 3))
def test_learners_of_two_classes_vote_each_for_itself(stream, multiclass, epochs):
    rows, labels = stream
    model = VotedPerceptron(order="cyclic", max_iter=epochs, tol=None, multiclass=multiclass).fit(rows, labels)
    binary = []
    for problem in model.problems_:
        their = [i for i, label in enumerate(labels) if problem.negative in (None, label) or label == problem.positive]
        one = VotedPerceptron(order="cyclic", max_iter=epochs, tol=None)
        one.fit([rows[i] for i in their], [labels[i] == problem.positive for i in their])
        binary.append(one.decision_function(rows))

    assert np.array_equal(model.decision_function(rows), model._division.decide(np.column_stack(binary), False))


@given(streams(), options, st.integers(1, 3))
def test_the_other_methods_are_those_of_the_perceptron(stream, chosen, epochs):
    rows, labels = stream
    chosen = {**chosen, "max_iter": epochs, "random_state": 0}
    voted = VotedPerceptron(**chosen).fit(rows, labels)
    last, average = (Perceptron(final=final, **chosen).fit(rows, labels) for final in ("last", "average"))

    assert np.array_equal(voted.decision_function(rows, method="last"), last.decision_function(rows))
    assert np.array_equal(voted.decision_function(rows, method="average"), average.decision_function(rows))
    assert np.array_equal(voted.predict(rows, method="average"), average.predict(rows))
    assert voted.coef_.tolist() == average.coef_.tolist()
    assert [epoch.updates for epoch in voted.history_] == [epoch.updates for epoch in last.history_]


@given(streams(), st.data())
def test_a_stream_in_pieces_votes_as_the_whole(stream, choice):
    rows, labels = np.array(stream[0], float), np.array(stream[1])
    whole = VotedPerceptron().partial_fit(rows, labels)
    cuts = sorted(choice.draw(st.sets(st.integers(1, len(rows) - 1))))
    pieces = VotedPerceptron()
    for begin, end in zip([0, *cuts], [*cuts, len(rows)], strict=True):
        storage = choice.draw(st.sampled_from([np.asarray, sp.csr_array]))
        pieces.partial_fit(storage(rows[begin:end]), labels[begin:end], classes=[0, 1])

    assert np.array_equal(whole.decision_function(rows), pieces.decision_function(rows))
    assert whole.n_models_ == pieces.n_models_


def test_the_votes_by_hand():
    """From zero with a bias: 2 is a mistake (w = 2, b = 1), then 1 of the other class (w = 1, b = 0), then 2 is right.

    On -1 the two models that survived 1 and 2 examples say -1 (-2 + 1) and -1; on 0 they say +1 and, by the tie, -1.
    """
    model = VotedPerceptron(order="cyclic", max_iter=1).fit([[2.0], [1.0], [2.0]], [1, 0, 1])

    assert model.n_models_ == 2
    assert model.decision_function([[-1.0], [0.0]]).tolist() == [-1.0, (1 - 2) / 3]
    assert model.predict([[0.0]]).tolist() == [0]
    assert model.predict([[0.0]], method="average").tolist() == [1]


def test_weights_to_start_from_have_a_vote_too():
    """The first weights survive both rows and have all votes; one epoch later they still have them."""
    model = VotedPerceptron(warm_start=True, order="cyclic").fit([[2.0], [-1.0]], [1, 0], coef_init=[5.0])
    assert model.n_models_ == 1
    assert model.n_updates_ == 0
    assert model.decision_function([[3.0]]).tolist() == [1.0]

    assert model.fit([[2.0], [-1.0]], [1, 0], coef_init=[-5.0]).decision_function([[-0.1]]).tolist() != [-1.0]


def test_rows_are_counted_in_blocks_of_any_size(monkeypatch):
    random = np.random.default_rng(0)
    X, y = random.standard_normal((200, 5)), random.integers(0, 3, 200)
    model = VotedPerceptron(max_iter=3, random_state=0).fit(X, y)
    whole = model.decision_function(X)
    monkeypatch.setattr(_votes, "BLOCK", 1)
    monkeypatch.setattr(_votes, "LEAST_ROWS", 7)

    assert np.array_equal(model.decision_function(X), whole)
    assert model.predict(X[:1]).shape == (1,)


def test_the_rows_of_updates_are_copies_and_each_is_kept_once():
    random = np.random.default_rng(0)
    X, y = random.standard_normal((50, 3)), random.integers(0, 2, 50)
    model = VotedPerceptron(max_iter=20, tol=None, random_state=0).fit(X, y)
    asked = X.copy()
    before = model.decision_function(asked)
    X[:] = 7.0

    assert np.array_equal(model.decision_function(asked), before)
    assert model.n_updates_ > 50
    assert model._solutions[0].stored[0].shape == (50, 3)
    again = pickle.loads(pickle.dumps(model))
    assert np.array_equal(again.decision_function(asked), before)


def test_held_out_rows_are_scored_by_the_vote():
    random = np.random.default_rng(0)
    X = random.standard_normal((400, 5))
    y = (X @ np.arange(1, 6) > 0) ^ (random.random(400) < 0.1)
    model = VotedPerceptron(max_iter=3, random_state=0, order="cyclic", tol=None)
    model.fit(X[:300], y[:300], validation_data=(X[300:], y[300:]))

    assert model.history_[-1].validation_error == np.mean(model.predict(X[300:]) != y[300:])


@pytest.mark.parametrize("multiclass", ["joint", "ovr"])
def test_rows_that_are_not_finite_are_refused_though_votes_are(multiclass):
    model = VotedPerceptron(multiclass=multiclass).fit(np.eye(3), [0, 1, 2])
    for bad in (np.nan, np.inf):
        with pytest.raises(BadData, match="row 1, column 2; every number must be finite"):
            model.predict([[0, 0, 0], [0, 0, bad]])


def test_an_unknown_method_is_refused_with_words():
    model = VotedPerceptron().fit([[0.0], [1.0]], [0, 1])
    with pytest.raises(BadParameter, match="method must be one of 'vote', 'average', 'last', got 'best'"):
        model.predict([[1.0]], method="best")


def test_updates_that_point_nowhere_are_refused_by_the_core():
    none, one = np.zeros(0, dtype=np.int64), np.zeros(1)
    with pytest.raises(ValueError, match="updates by stored rows"):
        _core.vote(np.zeros((1, 1)), np.array([1]), one, np.ones(2), 1.0, False, np.zeros(1), np.zeros(1))
    with pytest.raises(ValueError, match="one step and one survival per update"):
        _core.vote(np.zeros((1, 1)), none, one, np.ones(2), 1.0, False, np.zeros(1), np.zeros(1))
    row, third, two = np.zeros(1, dtype=np.int64), np.array([3], dtype=np.int32), np.zeros((2, 1))
    with pytest.raises(ValueError, match="classes from 0 to n_classes - 1"):
        _core.vote_among(np.zeros((1, 1)), row, one, third, third, np.ones(2), 1.0, False, two, two)
