"""Scores of probabilities are those of scikit-learn and of the papers, in one batch or in many."""

import numpy as np
import pytest
from sklearn.metrics import brier_score_loss, log_loss

from rosenblatt.evaluate.probability_scores import ProbabilityTally, score_probabilities


def drawn(n_classes, n=400, seed=0):
    random = np.random.default_rng(seed)
    P = random.dirichlet(np.ones(n_classes), n)
    classes = np.array(["ant", "bee", "cat", "dog"])[:n_classes]
    return classes[(random.random((n, 1)) > P.cumsum(axis=1)).sum(axis=1)], P, classes


@pytest.mark.parametrize("n_classes", [2, 3, 4])
def test_log_loss_and_brier_score_are_those_of_scikit_learn(n_classes):
    labels, P, classes = drawn(n_classes)
    found = score_probabilities(labels, P, classes)
    is_true = labels[:, np.newaxis] == classes
    brier = brier_score_loss(is_true[:, 1], P[:, 1]) if n_classes == 2 else ((P - is_true) ** 2).sum(axis=1).mean()

    assert found.rows == 400
    assert found.log_loss == pytest.approx(log_loss(labels, P, labels=classes))
    assert found.brier == pytest.approx(brier)


@pytest.mark.parametrize("n_classes", [2, 4])
def test_the_calibration_error_is_the_mean_gap_between_probability_and_share(n_classes):
    labels, P, classes = drawn(n_classes)
    found = score_probabilities(labels, P, classes)
    is_right = classes[P.argmax(axis=1)] == labels
    gaps = 0.0
    for k in range(15):
        within = (P.max(axis=1) >= k / 15) & ((P.max(axis=1) < (k + 1) / 15) | (k == 14))
        assert found.bins[k].rows == within.sum()
        if within.any():
            assert found.bins[k].right == is_right[within].mean()
            assert found.bins[k].probability == pytest.approx(P.max(axis=1)[within].mean())
            gaps += within.sum() * abs(is_right[within].mean() - P.max(axis=1)[within].mean())
        else:
            assert found.bins[k].right is None

    assert found.calibration_error == pytest.approx(gaps / 400)
    assert (found.bins[0].low, found.bins[14].high) == (0.0, 1.0)


def test_labels_drawn_from_the_probabilities_have_nearly_no_calibration_error():
    assert score_probabilities(*drawn(3, n=100_000)).calibration_error < 0.01


def test_batches_add_up():
    labels, P, classes = drawn(3)
    tally = ProbabilityTally(classes)
    for rows in np.split(np.arange(400), [1, 50, 333]):
        tally.add(labels[rows], P[rows])
    whole = score_probabilities(labels, P, classes)

    assert tally.scores().log_loss == pytest.approx(whole.log_loss)
    assert [one.rows for one in tally.scores().bins] == [one.rows for one in whole.bins]


@pytest.mark.parametrize("n_classes", [2, 3])
def test_a_label_that_the_model_does_not_know_is_improbable_and_wrong(n_classes):
    found = score_probabilities(np.array(["zebra"]), np.eye(n_classes)[:1], drawn(n_classes)[2])

    assert found.log_loss == pytest.approx(-np.log(np.finfo(float).eps))
    assert found.bins[-1].right == 0.0
