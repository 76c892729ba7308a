"""Streams row by row: `learn_one` and `predict_one` are `partial_fit` and `predict` of one row."""

import copy
import pickle

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

import rosenblatt as rb
from rosenblatt.errors import BadData
from tests.test_every_learner import (
    any_linear_online_learner,
    any_online_learner,
    data,
    every_linear_online_learner,
    every_online_learner,
    learned,
    numbers,
)

names = st.sampled_from("abcdefgh")
named_rows = st.dictionaries(names, numbers, min_size=1, max_size=5)
numbered_rows = st.dictionaries(st.integers(0, 12), numbers, min_size=1, max_size=5)
labels = st.sampled_from(["ham", "spam", "eggs"])


@given(any_online_learner, data(), st.sampled_from([list, tuple, np.array, sp.csr_array]))
def test_a_row_leaves_the_bits_that_partial_fit_leaves(learner, drawn, form):
    X, y = drawn
    one, batch = learner(), learner()
    for x, label in zip(X, y, strict=True):
        row = form([x]) if form is sp.csr_array else form(x)
        rows = row if form is sp.csr_array else [x]
        if hasattr(batch, "classes_"):
            assert one.predict_one(row) == batch.predict(rows)[0]
        assert one.learn_one(row, label) is None
        batch.partial_fit(rows, [label])

        assert learned(one) == learned(batch)


@given(any_linear_online_learner, st.lists(st.tuples(named_rows, labels), min_size=1, max_size=12))
def test_names_may_appear_and_vanish_as_if_all_had_been_there_from_the_start(learner, stream):
    one, batch = learner(), learner()
    columns = list(dict.fromkeys(name for x, _ in stream for name in x))
    for x, label in stream:
        frame = pd.DataFrame([x], columns=columns).fillna(0.0)
        if hasattr(batch, "classes_"):
            assert one.predict_one(x) == batch.predict(frame)[0]
        one.learn_one(x, label)
        batch.partial_fit(frame, [label])

    assert learned(one) == learned(batch)
    assert one.feature_names_in_.tolist() == columns


@given(any_linear_online_learner, st.lists(st.tuples(numbered_rows, labels), min_size=1, max_size=12))
def test_so_may_numbers(learner, stream):
    one, batch = learner(), learner()
    width = 1 + max(max(x) for x, _ in stream)
    for x, label in stream:
        one.learn_one(x, label)
        batch.partial_fit([[x.get(column, 0.0) for column in range(width)]], [label])

    assert learned(one) == learned(batch)


@every_online_learner
def test_before_the_first_row_there_is_no_prediction(learner):
    model = learner()

    assert model.predict_one({"a": 1.0}) is None
    model.learn_one({"a": 1.0}, "ham")
    assert model.predict_one({"a": 1.0}) == "ham"


@every_online_learner
def test_columns_that_a_model_does_not_know_change_no_prediction(learner):
    model = learner()
    for _ in range(3):
        model.learn_one({"a": 1.0, "b": 0.0}, "ham")
        model.learn_one({"a": 0.0, "b": 1.0}, "spam")

    assert model.predict_one({"b": 1.0, "z": -9.0}) == model.predict_one({"b": 1.0}) == "spam"
    assert model.feature_names_in_.tolist() == ["a", "b"]


def test_stored_rows_cannot_get_more_columns():
    model = rb.KernelPerceptron()
    model.learn_one({"a": 1.0}, "ham")
    before = copy.deepcopy(vars(model))

    with pytest.raises(
        BadData,
        match=r"^KernelPerceptron: this model has 1 columns, and its stored rows cannot get more of them, got 2",
    ):
        model.learn_one({"b": 1.0}, "spam")
    assert vars(model).keys() - {"_named_columns"} == before.keys() - {"_named_columns"}
    assert model.feature_names_in_.tolist() == ["a"]
    assert model.predict_one({"a": 1.0}) == "ham"


def test_a_model_with_the_names_of_a_frame_learns_from_dicts():
    frame = pd.DataFrame({"height": [1.0, 3.0], "width": [2.0, 1.0]})
    model, twin = (rb.Perceptron(random_state=0).fit(frame, [0, 1]) for _ in range(2))
    model.learn_one({"width": 5.0, "height": 2.0}, 1)
    twin.partial_fit(pd.DataFrame({"height": [2.0], "width": [5.0]}), [1])

    assert learned(model) == learned(twin)
    assert model.predict_one({"width": 5.0}) == twin.predict(pd.DataFrame({"height": [0.0], "width": [5.0]}))[0]


def test_other_names_are_seen_however_they_come():
    model = rb.Perceptron()
    for _ in range(3):
        model.learn_one({"a": 1.0, "b": 0.0}, 0)
        model.learn_one({"a": 0.0, "b": 1.0}, 1)
    assert (model.predict_one({"a": 1.0}), model.predict_one({"b": 1.0})) == (0, 1)

    model.feature_names_in_ = np.array(["b", "a"], dtype=object)
    assert (model.predict_one({"a": 1.0}), model.predict_one({"b": 1.0})) == (1, 0)
    model.feature_names_in_.flags.writeable = True
    model.feature_names_in_[:] = ["a", "b"]
    assert (model.predict_one({"a": 1.0}), model.predict_one({"b": 1.0})) == (0, 1)


@every_linear_online_learner
def test_copies_and_files_go_on_from_where_they_were(learner, tmp_path):
    model = learner()
    model.learn_one({"a": 1.0, "b": 2.0}, "ham")
    model.learn_one({"b": -1.0, "c": 2.0}, "spam")
    rb.save(model, tmp_path / "model")
    copies = [copy.deepcopy(model), pickle.loads(pickle.dumps(model)), rb.load(tmp_path / "model")]
    for one in [model, *copies]:
        one.learn_one({"c": 1.0, "d": 1.0}, "ham")

    assert all(learned(one) == learned(model) for one in copies)


@pytest.mark.parametrize(
    ("x", "words"),
    [
        ([1.0], "X has 1 features, but Perceptron is expecting 2 features"),
        ([1.0, 2.0, 3.0], "X has 3 features, but Perceptron is expecting 2 features"),
        ([1.0, float("nan")], "X is NaN in row 0, column 1; every number must be finite"),
        ([1.0, 10**400], "too large"),
        (["a", 1.0], "X holds the text 'a' in row 0, column 0"),
        ("movie good", "a row must hold numbers, got a text: make a row of it, with TextFeatures.transform_one"),
        (np.ones((2, 2)), "this is a call for one row, got 2: pass them to partial_fit or predict"),
        (5.0, "Expected 2D array, got 1D array"),
        (None, "Expected 2D array, got 1D array"),
        ({"a": 1.0}, "the columns of this model have no names, so that a row must name them by their numbers"),
        ({True: 1.0}, "name them by their numbers, from 0, got True"),
        ({-1: 1.0}, "name them by their numbers, from 0, got -1"),
        ({0: "high"}, "column 0 is 'high'; every column must hold a number"),
        ({0: None}, "column 0 is None; every column must hold a number"),
        ({0: float("inf")}, "column 0 is inf; every number must be finite"),
        ({7: float("nan")}, "column 7 is nan; every number must be finite"),
    ],
)
def test_bad_rows_are_refused_and_change_nothing(x, words):
    model = rb.Perceptron().partial_fit([[1.0, 2.0], [2.0, 1.0]], [0, 1])
    before = learned(model)
    for call in (model.predict_one, lambda x: model.learn_one(x, 1)):
        with pytest.raises(BadData, match=words):
            call(x)

    assert learned(model) == before


def test_names_are_strings():
    model = rb.Perceptron()
    model.learn_one({"a": 1.0}, 0)

    with pytest.raises(BadData, match="the columns of this model have names, which are strings, got 3"):
        model.learn_one({"a": 1.0, 3: 1.0}, 0)
    with pytest.raises(BadData, match="the first row must name at least one column, got an empty dict"):
        rb.Perceptron().learn_one({}, 0)


@pytest.mark.parametrize("label", [None, float("nan"), object()])
def test_a_bad_label_leaves_no_new_columns(label):
    model = rb.Perceptron()
    model.learn_one({"a": 1.0}, 0)
    before = learned(model)

    with pytest.raises(BadData, match="y is"):
        model.learn_one({"b": 1.0}, label)
    assert learned(model) == before
    with pytest.raises(BadData, match="y is"):
        (fresh := rb.Perceptron()).learn_one({"b": 1.0}, label)
    assert "n_features_in_" not in vars(fresh)


def test_the_pocket_has_no_stream():
    model = rb.Perceptron(final="best")

    assert not hasattr(model, "learn_one")
    assert model.fit([[0.0], [1.0]], [0, 1]).predict_one([1.0]) == 1


@pytest.mark.parametrize("options", [{}, {"bits": 10}, {"bits": 10, "weighting": "idf"}])
def test_texts_go_through_features(options):
    texts, sentiments = ["movie good", "movie bad", "not good", "Ünïcode good"], ["+", "-", "-", "+"]
    features = rb.TextFeatures(**options).fit(texts)
    one, batch = rb.Perceptron(), rb.Perceptron()
    for text, label in zip(texts, sentiments, strict=True):
        one.learn_one(features.transform_one(text), label)
        batch.partial_fit(features.transform([text]), [label])

    assert learned(one) == learned(batch)
    assert [one.predict_one(features.transform_one(text)) for text in texts] == one.predict(
        features.transform(texts)
    ).tolist()
    with pytest.raises(BadData, match="text 0 must be a string, got 5"):
        features.transform_one(5)
