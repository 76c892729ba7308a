"""The accuracy that training reports is unbiased: rows that choose anything are not the rows that judge."""

from functools import partial

import numpy as np
import pytest

from rosenblatt.read.open_batches import open_batches
from rosenblatt.train import train as training
from rosenblatt.train.cached_batches import CachedBatches
from rosenblatt.train.encode import Storage
from rosenblatt.train.job import Job
from rosenblatt.train.progress import NoProgress
from rosenblatt.train.race import race
from rosenblatt.train.recipe import Recipe

N_ROWS, N_COLUMNS = 80, 6


def judged(path, seed):
    """Train on rows whose labels are drawn at random, and return the evaluation."""
    random = np.random.default_rng(seed)
    np.savez(path, X=random.normal(size=(N_ROWS, N_COLUMNS)), y=random.integers(0, 2, N_ROWS))
    rows = CachedBatches(open_batches(path, label="y"), 10**9)
    recipe = Recipe(seed=seed)
    job = Job(rows, Storage(path.parent, 10**9), NoProgress())
    _, report = training.train(job, recipe, partial(race, recipe, ()))
    assert len(report.trials) == 8
    return report.held_out


@pytest.mark.parametrize(("most_in_folds", "n_seeds"), [(0, 200), (N_ROWS, 20)], ids=["one split", "folds"])
def test_on_labels_drawn_at_random_it_is_the_base_rate_whatever_was_chosen(
    tmp_path, monkeypatch, most_in_folds, n_seeds
):
    monkeypatch.setattr(training, "MOST_IN_FOLDS", most_in_folds)
    results = [judged(tmp_path / "rows.npz", seed) for seed in range(n_seeds)]
    right, rows = (sum(getattr(one, what) for one in results) for what in ("right", "rows"))

    # Each label is 0 or 1 with a probability of 1/2, whatever is predicted.
    assert abs(right / rows - 0.5) <= 2 * np.sqrt(0.25 / rows)
