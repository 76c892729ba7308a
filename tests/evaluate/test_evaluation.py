"""Scores of predictions."""

from dataclasses import astuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest
from sklearn.metrics import accuracy_score, precision_recall_fscore_support

from rosenblatt.evaluate.evaluation import evaluate, wilson_interval

pairs = st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from("abcd")), min_size=1, max_size=60)


@given(pairs)
def test_all_figures_are_those_of_scikit_learn(rows):
    labels, predictions = (np.array(column) for column in zip(*rows, strict=True))
    found = evaluate(labels, predictions)
    known = np.unique([labels, predictions])
    scores = precision_recall_fscore_support(labels, predictions, labels=known, zero_division=np.nan)
    precision, recall, f1, support = scores

    assert found.accuracy == pytest.approx(accuracy_score(labels, predictions))
    assert found.confusion == tuple(tuple(rows.count((true, predicted)) for predicted in known) for true in known)
    assert [one.rows for one in found.classes] == support.tolist()
    as_floats = [[np.nan if v is None else v for v in (c.precision, c.recall)] for c in found.classes]
    np.testing.assert_allclose(as_floats, np.column_stack([precision, recall]))
    np.testing.assert_allclose([one.f1 for one in found.classes], f1)


@given(st.integers(1, 10_000).flatmap(lambda rows: st.tuples(st.integers(0, rows), st.just(rows))))
def test_the_interval_is_that_of_scipy(counts):
    right, rows = counts
    expected = binomtest(right, rows).proportion_ci(0.95, method="wilson")

    assert wilson_interval(right, rows) == pytest.approx((expected.low, expected.high), abs=1e-12)


@given(pairs)
def test_the_baseline_is_what_the_best_constant_prediction_gets(rows):
    labels, predictions = (np.array(column) for column in zip(*rows, strict=True))
    found = evaluate(labels, predictions)

    assert found.baseline == max(np.mean(labels == label) for label in "abcd")
    assert found.baseline == np.mean(labels == found.commonest)


def test_a_class_that_is_never_predicted_has_no_precision_and_one_that_never_comes_no_recall():
    only_true, only_predicted = evaluate(np.array([1, 1]), np.array([2, 2])).classes

    assert astuple(only_true) == (1, 2, None, 0.0, 0.0)
    assert astuple(only_predicted) == (2, 0, 0.0, None, 0.0)
