"""Metrics: their values are scikit-learn's, thresholds are the best there are, and shares are derivatives."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import balanced_accuracy_score, f1_score, log_loss, recall_score

from rosenblatt.learn.cuts import Cuts, best_threshold, cuts
from rosenblatt.learn.metrics import METRICS, Metric
from rosenblatt.train.calibration import RowScores
from rosenblatt.train.choose import Tried, choose
from rosenblatt.train.recipe import Recipe

# Few different values, so that scores are often the same.
rows_of_two = st.lists(st.tuples(st.integers(-4, 4), st.booleans()), min_size=2, max_size=25).filter(
    lambda rows: len({label for _, label in rows}) == 2
)
of_rare_classes = pytest.mark.parametrize("name", ["f1", "balanced-accuracy"])
SCORERS = {"f1": f1_score, "balanced-accuracy": balanced_accuracy_score}


def arrays(rows):
    scores, labels = zip(*rows, strict=True)
    return np.array(scores, np.float64), np.array(labels, np.intp)


@given(rows_of_two)
def test_every_cut_counts_the_rows_above_it(rows):
    scores, places = arrays(rows)
    found = cuts(scores, places == 1)

    assert len(found.thresholds) == len(set(scores)) + 1
    for threshold, predicted, hits in zip(found.thresholds, found.predicted, found.hits, strict=True):
        assert predicted == np.sum(scores > threshold)
        assert hits == np.sum((scores > threshold) & (places == 1))


@of_rare_classes
@pytest.mark.parametrize("positive", [0, 1])
@given(rows_of_two)
def test_no_threshold_is_better_than_the_chosen_one(name, positive, rows):
    scores, places = arrays(rows)
    metric = Metric(name, positive)
    of_class = {"pos_label": positive} if name == "f1" else {}

    def value(threshold):
        return SCORERS[name](places, scores > threshold, **of_class)

    chosen = metric.threshold(scores, places)
    every = [-10.0, 10.0, *(np.unique(scores)[:-1] + np.diff(np.unique(scores)) / 2)]

    assert value(chosen) == pytest.approx(max(map(value, every)))
    assert 1 - metric.outcome(scores, places).error == pytest.approx(value(chosen))


@pytest.mark.parametrize("name", ["accuracy", "log-loss"])
def test_other_metrics_have_no_threshold(name):
    assert Metric(name).threshold(np.array([-3.0, -2.0, -1.0, 2.0]), np.array([0, 0, 1, 1])) == 0


def test_of_two_classes_the_log_loss_is_that_of_the_best_temperature():
    random = np.random.default_rng(0)
    scores = 3 * random.normal(size=500)
    places = (random.random(500) < 1 / (1 + np.exp(-scores / 3))).astype(np.intp)
    losses = [log_loss(places, 1 / (1 + np.exp(-factor * scores))) for factor in np.geomspace(1e-2, 10, 400)]

    assert Metric("log-loss").outcome(scores, places).error == pytest.approx(min(losses), rel=1e-3)


@pytest.mark.parametrize("name", METRICS)
def test_of_several_classes_values_are_means_over_the_classes(name):
    random = np.random.default_rng(0)
    places = random.integers(0, 3, 200)
    scores = random.normal(size=(200, 3)) + 1.5 * np.eye(3)[places]
    predicted = scores.argmax(axis=1)
    error = Metric(name).outcome(scores, places).error
    expected = {
        "accuracy": np.mean(predicted == places),
        "f1": f1_score(places, predicted, average="macro"),
        "balanced-accuracy": recall_score(places, predicted, average="macro"),
    }

    if name == "log-loss":
        powers = np.exp(scores)
        assert error <= log_loss(places, powers / powers.sum(axis=1, keepdims=True))
    else:
        assert 1 - error == pytest.approx(expected[name])


@pytest.mark.parametrize("name", ["f1", "balanced-accuracy"])
@pytest.mark.parametrize("n_classes", [2, 3])
def test_shares_are_what_the_error_gains_if_a_row_counts_more(name, n_classes):
    random = np.random.default_rng(1)
    places = random.integers(0, n_classes, 60)
    scores = random.normal(size=(60, n_classes)) + np.eye(n_classes)[places]
    decision = scores[:, 1] - scores[:, 0] if n_classes == 2 else scores
    metric = Metric(name)
    outcome = metric.outcome(decision, places)
    moved = decision - metric.threshold(decision, places)
    predicted = (moved > 0).astype(int) if n_classes == 2 else scores.argmax(axis=1)
    average = {"average": "macro"} if name == "f1" and n_classes > 2 else {}

    for row in range(60):
        weights = np.ones(60)
        weights[row] += 1e-6
        error = 1 - SCORERS[name](places, predicted, sample_weight=weights, **average)
        assert (error - outcome.error) / 1e-6 == pytest.approx(outcome.shares[row], abs=1e-5)


def test_the_deviation_of_two_recipes_is_that_of_many_draws_of_the_rows():
    """The delta method beside what it approximates: drawing rows with replacement."""
    random = np.random.default_rng(2)
    places = (random.random(2000) < 0.1).astype(np.intp)
    truth = 4.0 * places + random.normal(size=2000)
    first, second = (truth + random.normal(size=2000) * spread - 2 for spread in (1.0, 1.5))
    metric = Metric("f1")
    outcomes = [metric.outcome(scores, places) for scores in (first, second)]
    by_shares = np.sqrt(np.square(outcomes[0].shares - outcomes[1].shares).sum())
    predicted = [scores > metric.threshold(scores, places) for scores in (first, second)]

    def difference(rows):
        return f1_score(places[rows], predicted[0][rows]) - f1_score(places[rows], predicted[1][rows])

    by_draws = np.std([difference(random.integers(0, 2000, 2000)) for _ in range(300)])
    assert by_shares == pytest.approx(by_draws, rel=0.15)  # of 300 draws, the standard error is 4 %


def test_recipes_are_chosen_by_the_metric_and_not_by_wrong_predictions():
    places = np.array([0] * 90 + [1] * 10)
    never = np.full(100, -1.0)
    finds = np.where(places == 1, 1.0, -1.0)
    finds[:12] = 1.0  # twelve false alarms: more wrong predictions than without any alarm
    tried = [
        Tried(Recipe(learner=name, metric=Metric("f1")), (scores > 0) != places, [1], [RowScores(places, scores)])
        for name, scores in [("arow", never), ("averaged-pa-1", finds)]
    ]

    assert tried[0].wrong.sum() < tried[1].wrong.sum()
    assert choose(tried) == 1


def test_of_equal_values_the_threshold_stays_zero():
    scores = np.array([-2.0, -1.0, 1.0, 2.0])

    assert best_threshold(Cuts.f1, scores, scores > 0) == 0.0
    assert best_threshold(Cuts.f1, scores - 5, scores > 0) == -5.0
