"""Precision and recall over thresholds, in batches of any size."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import f1_score, precision_score, recall_score

from rosenblatt.evaluate.threshold_scores import THRESHOLDS, ThresholdTally, place_to_find

probabilities = st.one_of(st.sampled_from([0.0, *THRESHOLDS, 1.0]), st.floats(0, 1))


@given(st.lists(st.tuples(probabilities, st.sampled_from(["spam", "ham", "other"])), min_size=1), st.data())
def test_they_are_those_of_the_rows_above_each_threshold(rows, data):
    found, labels = map(np.array, zip(*rows, strict=True))
    tally = ThresholdTally("spam")
    middle = data.draw(st.integers(0, len(rows)))
    for part in (slice(0, middle), slice(middle, None)):
        tally.add(labels[part], found[part])

    for one in tally.scores():
        is_predicted, is_spam = found > one.threshold, labels == "spam"
        assert one.predicted == is_predicted.sum()
        expected = [score(is_spam, is_predicted, zero_division=0) for score in (precision_score, recall_score)]
        assert [value or 0 for value in (one.precision, one.recall)] == pytest.approx(expected)
        assert (one.f1 or 0) == pytest.approx(f1_score(is_spam, is_predicted, zero_division=0))


@pytest.mark.parametrize(
    ("facts", "place"),
    [
        ({}, 1),
        ({"classes": [{"label": "a", "rows": 2}, {"label": "b", "rows": 3}]}, 0),
        ({"classes": [{"label": "a", "rows": 3}, {"label": "b", "rows": 3}]}, 1),
        ({"classes": [{"label": "a", "rows": 3}, {"label": "b", "rows": 2}], "metric": {"label": "a"}}, 0),
    ],
)
def test_the_class_to_find_is_that_of_the_metric_or_the_rarer_one(facts, place):
    assert place_to_find(np.array(["a", "b"]), facts) == place
