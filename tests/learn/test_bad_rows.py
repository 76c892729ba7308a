"""Rows that are not finite are refused whichever way the first epoch meets them, or does not."""

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.errors import BadData, Overflowed

LEARNERS = [rb.Perceptron, rb.PassiveAggressive, rb.VotedPerceptron, rb.ConfidenceWeighted]
WAYS = {
    "shuffled": {},
    "in the order given": {"order": "cyclic"},
    "drawn": {"order": "random"},
    "an order without the row": {"order": [0, 1, 2]},
    "an end before the row": {"order": "cyclic", "max_updates": 1},
    "held-out rows": {"early_stopping": True, "validation_fraction": 0.5},
    "a class of weight 0": {"class_weight": {0: 1.0, 1: 1.0, 2: 0.0}},
    "one against the rest": {"multiclass": "ovr"},
    "pairs": {"multiclass": "ovo"},
}


def rows_with(bad, n_classes):
    X = np.random.default_rng(0).normal(size=(12, 3))
    X[11, 1] = bad
    return X, np.arange(12) % n_classes


@pytest.mark.parametrize("learner", LEARNERS)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_a_number_that_is_not_finite_is_refused(learner, way, bad):
    X, y = rows_with(bad, 3)

    with pytest.raises(BadData, match="in row 11, column 1; every number must be finite"):
        learner(random_state=0, max_iter=3, **WAYS[way]).fit(X, y)


@pytest.mark.parametrize("learner", LEARNERS)
def test_so_is_one_in_a_row_that_does_not_count_and_one_behind_an_overflow(learner):
    X, y = rows_with(np.nan, 2)
    with pytest.raises(BadData, match="in row 11, column 1"):
        learner().fit(X, y, sample_weight=np.arange(12) < 11)

    X[0] = 1e308
    with pytest.raises(BadData, match="in row 11, column 1"):
        learner(order="cyclic").fit(X, y)


def test_an_overflow_of_finite_rows_is_still_one():
    X, y = rows_with(1.0, 2)
    X[3] = 1e308

    with pytest.raises(Overflowed, match="at row"):
        rb.Perceptron(order="cyclic").fit(X, y)


def test_a_trace_refuses_such_rows_too():
    X, y = rows_with(np.nan, 2)

    with pytest.raises(BadData, match="in row 11, column 1; every number must be finite"):
        rb.trace(rb.Perceptron(), X, y)
