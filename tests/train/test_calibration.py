"""The calibration of a training sees the rows that choose, and no row that judges."""

from functools import partial

import numpy as np
import pytest

from rosenblatt.read.open_batches import open_batches
from rosenblatt.train import calibration
from rosenblatt.train import train as training
from rosenblatt.train.cached_batches import CachedBatches
from rosenblatt.train.calibration import ScoreSample, better_method
from rosenblatt.train.encode import Storage
from rosenblatt.train.job import Job
from rosenblatt.train.progress import NoProgress
from rosenblatt.train.race import race
from rosenblatt.train.recipe import Recipe
from rosenblatt.train.split import CHOOSE, JUDGE, Split, SplitRule


def rows_of(n=600, seed=0):
    random = np.random.default_rng(seed)
    X = random.normal(size=(n, 3))
    return X, (random.random(n) < 1 / (1 + np.exp(-2 * X[:, 0]))).astype(int)


def trained(path, X, y, method="temperature", **options):
    np.savez(path, X=X, y=y)
    recipe = Recipe(calibration=method, **options)
    job = Job(CachedBatches(open_batches(path, label="y"), 10**9), Storage(path.parent, 10**9), NoProgress())
    steps, report = training.train(job, recipe, partial(race, recipe, ("learner",) if "learner" in options else ()))
    return steps.steps[-1][1], report


def flipped(X, y, part):
    """The labels with those of one part changed."""
    parts = Split(SplitRule(0)).parts(np.where(y == y[0], 0, 1))
    return np.where(parts == part, 1 - y, y)


def numbers_of(learner):
    found = learner.calibration_
    return found.factor if found.method == "temperature" else found.slopes.tolist()


@pytest.mark.parametrize("method", ["temperature", "sigmoid"])
def test_labels_of_rows_that_judge_change_no_calibration(tmp_path, monkeypatch, method):
    monkeypatch.setattr(training, "MOST_IN_FOLDS", 0)
    X, y = rows_of()
    learner, report = trained(tmp_path / "rows.npz", X, y, method)
    of_others, judged_worse = trained(tmp_path / "rows.npz", X, flipped(X, y, JUDGE), method)
    of_choosing, _ = trained(tmp_path / "rows.npz", X, flipped(X, y, CHOOSE), method)

    assert numbers_of(of_others) == numbers_of(learner) != numbers_of(of_choosing)
    assert judged_worse.probabilities.log_loss > report.probabilities.log_loss


@pytest.mark.parametrize(("n_rows", "n_seeds"), [(240, 60), (80, 12)], ids=["one split", "folds"])
def test_on_labels_drawn_at_random_no_probability_is_better_than_a_half(tmp_path, monkeypatch, n_rows, n_seeds):
    monkeypatch.setattr(training, "MOST_IN_FOLDS", 80)
    losses = []
    for seed in range(n_seeds):
        random = np.random.default_rng(seed)
        X, y = random.normal(size=(n_rows, 6)), random.integers(0, 2, n_rows)
        losses.append(trained(tmp_path / "rows.npz", X, y, seed=seed)[1].probabilities.log_loss)

    assert np.mean(losses) >= np.log(2) - 2 * np.std(losses) / np.sqrt(n_seeds)
    assert np.mean(losses) < 0.85


@pytest.mark.parametrize("most_in_folds", [0, 1000], ids=["one split", "folds"])
@pytest.mark.parametrize("learner", ["arow", "averaged-perceptron", "averaged-pa-1"])
def test_the_calibration_suits_the_model_of_all_rows(tmp_path, monkeypatch, most_in_folds, learner):
    """The scores that calibrate come from a model of fewer rows; on new rows the log loss is as it was judged."""
    monkeypatch.setattr(training, "MOST_IN_FOLDS", most_in_folds)
    X, y = rows_of(1000)
    model, report = trained(tmp_path / "rows.npz", X, y, learner=learner, numbers="standard")
    others, labels = rows_of(5000, seed=1)
    P = model.predict_proba(others)
    loss = -np.log(P[np.arange(5000), labels]).mean()
    best = minimum_loss(model.decision_function(others), labels)

    assert loss < 1.05 * best
    assert report.probabilities.log_loss == pytest.approx(loss, abs=0.15)


def minimum_loss(scores, labels):
    """The log loss of the best temperature for these very rows."""
    factors = np.geomspace(1e-4, 1e2, 400) / np.abs(scores).mean()
    signed = np.where(labels == 1, scores, -scores)
    return min(np.logaddexp(0, -factor * signed).mean() for factor in factors)


def test_sigmoids_are_chosen_where_they_are_clearly_better():
    random = np.random.default_rng(0)
    scores = random.normal(size=(3000, 3))
    alike = np.argmax(scores + random.gumbel(size=scores.shape), axis=1)
    shifted = np.argmax(scores + np.arange(3.0) + random.gumbel(size=scores.shape), axis=1)

    assert better_method(scores, alike) == "temperature"
    assert better_method(scores, shifted) == "sigmoid"
    assert better_method(scores[:40], shifted[:40]) == "temperature"
    assert better_method(scores[:, 1] - scores[:, 0], (shifted > 0).astype(int)) == "sigmoid"


@pytest.mark.parametrize("cuts", [[], [1, 2, 500], [29, 30, 31]])
def test_scores_of_many_rows_are_sampled_evenly_whatever_the_blocks(monkeypatch, cuts):
    monkeypatch.setattr(calibration, "MOST_NUMBERS", 100)
    labels, scores = np.arange(1000) % 3, np.arange(3000.0).reshape(1000, 3)
    sample = ScoreSample(np.arange(3), 1000)
    for rows in np.split(np.arange(1000), cuts):
        sample.add(labels[rows], scores[rows])
    found = sample.scores()

    assert found.scores[:, 0].tolist() == list(range(0, 3000, 90))
    assert found.places.tolist() == labels[::30].tolist()
