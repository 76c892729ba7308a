"""Slim models predict what the full ones predict, for the rows that they were made by."""

import copy

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

import rosenblatt as rb
from rosenblatt.coded_rows import CodedRows
from rosenblatt.errors import BadData
from rosenblatt.evaluate.slim import harmless_strength, largest_values, refuse_unslimmable, slim_down, strengths_of
from rosenblatt.rows import Csr

LEARNERS = {
    "perceptron": rb.Perceptron(random_state=0, max_iter=3, tol=None),
    "averaged": rb.Perceptron(final="average", random_state=0, max_iter=3, tol=None),
    "pa": rb.PassiveAggressive(random_state=0, max_iter=3, tol=None),
    "arow": rb.ConfidenceWeighted(random_state=0, max_iter=3, tol=None),
    "arow-ovr": rb.ConfidenceWeighted(multiclass="ovr", random_state=0, max_iter=3, tol=None),
    "pa-ovo": rb.PassiveAggressive(multiclass="ovo", random_state=0, max_iter=3, tol=None),
}


def noisy_rows(n_classes, n=300, d=60, seed=0):
    """Rows in which a few columns decide, and most have small values."""
    random = np.random.default_rng(seed)
    X = random.standard_normal((n, d)) * 0.5 ** (np.arange(d) / 4)
    return X, np.argmax(X @ random.standard_normal((d, n_classes)), axis=1)


def harmless_columns(model, X):
    values = largest_values(lambda: [X], X.shape[1])
    return np.flatnonzero(strengths_of(model, values) < harmless_strength(model, values, lambda: [X]))


@pytest.mark.parametrize("n_classes", [2, 4])
@pytest.mark.parametrize("name", LEARNERS)
def test_no_prediction_for_the_rows_changes(name, n_classes):
    X, y = noisy_rows(n_classes)
    model = copy.deepcopy(LEARNERS[name]).fit(X[:150], y[:150])
    rows = [X[150:200], X[200:]]
    before = model.predict(X[150:])
    slim = copy.deepcopy(model)
    slim_down(slim, None, lambda: rows, harmless_columns(model, X[150:]))

    assert slim.predict(X[150:]).tolist() == before.tolist()
    assert (slim.coef_.astype(np.float32) == slim.coef_).all()
    is_left = slim.coef_.any(axis=0)
    assert (slim.coef_[:, is_left] == model.coef_.astype(np.float32)[:, is_left]).all()


@pytest.mark.parametrize("n_classes", [2, 4])
def test_columns_that_decide_nothing_are_harmless(n_classes):
    X, y = noisy_rows(n_classes)
    X[:, 10:] *= 1e-9
    model = copy.deepcopy(LEARNERS["arow"]).fit(X[:150], y[:150])

    weak = harmless_columns(model, X[150:])
    assert len(weak) >= 49
    assert weak.min() >= 10


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**20), st.integers(2, 4))
def test_a_removal_that_counts_many_times_changes_nothing_either(seed, n_classes):
    X, y = noisy_rows(n_classes, n=80, d=12, seed=seed)
    y[:n_classes] = np.arange(n_classes)
    model = copy.deepcopy(LEARNERS["arow"]).fit(X[:40], y[:40])
    weak = harmless_columns(model, X[40:])
    exaggerated = copy.deepcopy(model)
    exaggerated.coef_ = model.coef_.copy(order="K")
    exaggerated.coef_[:, weak] *= 1 - 5000 / 40

    assert exaggerated.predict(X[40:]).tolist() == model.predict(X[40:]).tolist()


def test_pairs_of_classes_vote_so_that_no_column_is_harmless():
    X, y = noisy_rows(4)
    assert not len(harmless_columns(copy.deepcopy(LEARNERS["pa-ovo"]).fit(X, y), X))


def test_a_column_that_no_row_has_is_never_weak():
    X = sp.csr_array(np.array([[0.0, 2.0, 0.0], [0.0, -3.0, 0.5]]))
    values = largest_values(lambda: [X], 3)
    model = rb.Perceptron().fit([[1.0, 1.0, 0.0], [0.0, 1.0, 1.0]], [0, 1])
    model.coef_ = np.array([[0.001, -2.0, 4.0]])

    assert values.tolist() == [np.inf, 3.0, 0.5]
    assert strengths_of(model, values).tolist() == [np.inf, 6.0, 2.0]


def test_largest_values_are_the_same_of_rows_of_any_kind():
    table = {"size": np.arange(40.0) % 7, "colour": ["red", "green", "blue", "red"] * 10}
    features = rb.TableFeatures(numbers="bins", cross="all").fit(table)
    coded, sparse = features._to_rows(table), features.transform(table)
    dense = sparse.toarray()
    blocks = (
        [coded],
        [sparse],
        [dense[:9], dense[9:]],
        [Csr(sparse.data, sparse.indices, sparse.indptr, sparse.shape)],
    )

    assert isinstance(coded, CodedRows)
    results = [largest_values(lambda rows=rows: rows, dense.shape[1]).tolist() for rows in blocks]
    assert all(result == results[0] for result in results)


def test_weights_stay_float64_if_float32_changes_a_prediction():
    X = np.array([[1.0, 1.0], [1.0, -1.0]])
    model = rb.Perceptron(fit_intercept=False).fit(X, [0, 1])
    model.coef_ = np.array([[1.0, -1.0 - 2.0**-40]])  # a tie in float32
    other = copy.deepcopy(model)
    slim_down(model, None, lambda: [-X])
    slim_down(other, None)

    assert model.predict(-X).tolist() == [1, 0]
    assert other.coef_.tolist() == [[1.0, -1.0]]


def test_weights_that_float32_cannot_hold_stay_float64():
    model = rb.Perceptron().fit([[0.0, 1.0], [1.0, 0.0]], [0, 1])
    model.coef_ = np.array([[1e300, -1e300]])
    slim_down(model, None)

    assert model.coef_.tolist() == [[1e300, -1e300]]


def test_learners_that_predict_by_more_than_weights_have_no_slim_form():
    for learner in (rb.VotedPerceptron(), rb.KernelPerceptron()):
        with pytest.raises(
            BadData, match=rf"m: a {type(learner).__name__} predicts by more than .* no slim form; train"
        ):
            refuse_unslimmable(learner, "m")
