"""The recipes of a race, and the sample on which they are tried."""

from types import SimpleNamespace

import numpy as np
import pytest

from rosenblatt.learn.metrics import ACCURATE
from rosenblatt.read.open_batches import open_batches
from rosenblatt.train import halving, sampled_rows
from rosenblatt.train.cached_batches import CachedBatches
from rosenblatt.train.progress import NoProgress
from rosenblatt.train.race import race
from rosenblatt.train.recipe import Recipe
from rosenblatt.train.sampled_rows import RowSample, SampledRows, sample_of
from rosenblatt.train.split import CHOOSE, JUDGE, LEARN, SplitRule
from rosenblatt.train.split_rows import FileRows

FIXED = Recipe(learner="pa-1", numbers="both", seed=3)


@pytest.mark.parametrize(
    ("fixed", "kinds", "n_columns", "n_recipes"),
    [
        ((), ["text"], 0, 2),
        ((), ["text", "number"], 0, 2),
        ((), ["number", "category"], 0, 8),
        ((), ["number"] * 30, 0, 8),
        ((), ["number"] * 31, 0, 6),
        ((), ["category"], 0, 4),
        ((), [], 30, 8),
        ((), [], 60, 6),
        ((), [], 61, 2),
        (("learner",), ["number"], 0, 4),
        (("numbers",), ["number"], 0, 2),
        (("cross",), [], 4, 2),
        (("learner", "numbers"), ["number"], 0, 1),
        (("learner",), ["text"], 0, 1),
    ],
)
def test_what_the_user_has_chosen_is_not_varied_and_the_rest_is(fixed, kinds, n_columns, n_recipes):
    recipes = race(FIXED, fixed, kinds, n_columns)

    assert len(set(recipes)) == len(recipes) == n_recipes
    assert {one.seed for one in recipes} == {3}
    if "learner" in fixed:
        assert {one.learner for one in recipes} == {"pa-1"}
    if {"numbers", "cross"} & set(fixed) or "text" in kinds or n_columns > 60:
        assert {(one.numbers, one.cross) for one in recipes} == {("both", None)}
    else:
        assert (recipes[0].numbers, recipes[0].cross) == ("standard", None)


@pytest.fixture
def rows(tmp_path):
    """Make rows whose first column is their number."""

    def make(n_rows, batch_rows=10_000, seed=0):
        path = tmp_path / "rows.npz"
        np.savez(path, X=np.arange(n_rows, dtype=float)[:, np.newaxis], y=np.arange(n_rows) % 3)
        return FileRows(CachedBatches(open_batches(path, label="y", batch_rows=batch_rows), 10**9), SplitRule(seed))

    return make


def sample_rows(rows):
    return SampledRows(rows.batches, sample_of(rows, NoProgress()), rows.n_columns)


def sampled(rows):
    sample = sample_rows(rows)
    batches = list(sample.read("again", NoProgress()))
    numbers = np.concatenate([split.batch.data[:, 0] for split in batches]).astype(int)
    parts = np.concatenate([split.parts for split in batches])
    labels = np.concatenate([np.asarray(split.batch.labels) for split in batches])
    return sample, numbers, parts, labels


def test_few_rows_are_sampled_whole_but_for_those_that_judge(rows):
    whole = rows(200)
    parts_of_all = np.concatenate([split.parts for split in whole.read("all", NoProgress())])
    sample, numbers, parts, labels = sampled(whole)

    assert sample.is_all
    assert numbers.tolist() == np.flatnonzero(parts_of_all != JUDGE).tolist()
    assert parts.tolist() == parts_of_all[numbers].tolist()
    assert labels.tolist() == (numbers % 3).tolist()


def test_of_many_rows_a_random_part_remains_whatever_the_size_of_batches(rows, monkeypatch):
    monkeypatch.setattr(sampled_rows, "MOST_ROWS", 500)
    samples = [sampled(rows(4000, batch_rows)) for batch_rows in (70, 4000)]
    (sample, numbers, parts, _), (_, same, _, _) = samples

    assert not sample.is_all
    assert np.array_equal(numbers, same)
    assert 250 < len(numbers) <= 500
    assert set(parts.tolist()) == {LEARN, CHOOSE}
    by_quarter = np.histogram(numbers, 4, (0, 4000))[0]
    assert by_quarter.min() > len(numbers) / 8


def test_rows_of_many_bytes_are_sampled_too(rows, monkeypatch):
    monkeypatch.setattr(sampled_rows, "MOST_BYTES", 4000)

    assert 0 < len(sampled(rows(4000))[1]) < 500


@pytest.mark.parametrize(("limit", "most"), [("MOST_ROWS", 500), ("MOST_BYTES", 4000)])
@pytest.mark.parametrize("level", [0, 2])
def test_samples_of_parts_merge_to_the_sample_of_all_rows(rows, monkeypatch, limit, most, level):
    monkeypatch.setattr(sampled_rows, limit, most)
    whole, merged, n_before = rows(4000), RowSample(level), 0
    for split in rows(4000, batch_rows=900).read("parts", NoProgress()):
        part = RowSample(level)
        part.add(split, n_before)
        merged.merge(part)
        n_before += len(split.codes)
    expected = sample_of(whole, NoProgress())

    assert merged.level == expected.level > level
    assert [one.tolist() for one in of_all(merged)] == [one.tolist() for one in of_all(expected)]


def of_all(sample):
    """The numbers of all rows of a sample, their parts and their labels."""
    splits, _ = zip(*sample.kept, strict=True)
    rows = (split.batch.data[:, 0] for split in splits)
    return [
        np.concatenate(list(arrays))
        for arrays in (rows, (split.parts for split in splits), (split.batch.labels for split in splits))
    ]


def test_a_part_of_a_sample_is_a_sample_of_half_of_a_half(rows):
    sample = sample_rows(rows(3000))
    parts = [sample.part_of(times) for times in range(3)]
    numbers = [np.concatenate([one.batch.data[:, 0] for one in part.read("", NoProgress())]) for part in parts]

    assert [len(one) for one in numbers] == [part.n_rows for part in parts]
    assert set(numbers[2]) < set(numbers[1]) < set(numbers[0])
    assert abs(len(numbers[2]) - sample.n_rows / 4) < 5 * np.sqrt(sample.n_rows * 3 / 16)


def test_halving_leaves_eight_recipes_in_their_order_and_the_best_is_among_them(rows, monkeypatch):
    monkeypatch.setattr(halving, "LEAST_ROWS", 100)
    wrong = {f"{number}": (7 * number + 3) % 31 for number in range(31)}  # a different number for each
    sizes = []

    def try_recipes(sample, recipes, storage, progress):
        sizes.append((sample.n_rows, len(recipes)))
        how = {"best_epoch": 1, "choosing": None}
        return [SimpleNamespace(recipe=one, wrong=np.arange(40) < wrong[one.file], **how) for one in recipes]

    monkeypatch.setattr(halving, "try_recipes", try_recipes)
    recipes = [SimpleNamespace(file=name, metric=ACCURATE) for name in wrong]
    left = halving.better_ones(sample_rows(rows(1000)), recipes, None, NoProgress())

    assert sorted(wrong[recipe.file] for recipe in left) == list(range(8))
    assert [int(recipe.file) for recipe in left] == sorted(int(recipe.file) for recipe in left)
    assert [count for _, count in sizes] == [31, 15]
    assert sizes[0][0] < sizes[1][0]


def test_few_recipes_are_not_halved():
    assert halving.better_ones(None, ["a", "b"], None, NoProgress()) == ["a", "b"]
