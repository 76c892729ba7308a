"""Splits by a column: groups stay together, and the latest rows judge."""

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rosenblatt.errors import BadData
from rosenblatt.read.open_batches import open_batches
from rosenblatt.rows import RawBatch
from rosenblatt.train.cached_batches import CachedBatches
from rosenblatt.train.progress import NoProgress
from rosenblatt.train.split import CHOOSE, JUDGE, LEARN, Split, SplitRule
from rosenblatt.train.split_by import ByGroup, split_by_time

seeds = st.integers(0, 2**32 - 1)


def batch_of(values):
    data = pa.record_batch({"who": pa.array(values, pa.string())})
    return RawBatch(data=data, labels=None, path="rows.csv", lines=np.arange(2, len(values) + 2))


@given(st.lists(st.sampled_from([*"abcdefghijklmnopqrst", None]), min_size=1, max_size=80), seeds, st.integers(1, 20))
def test_a_group_plays_one_part_whatever_the_batches(groups, seed, batch_rows):
    split, parts = Split(SplitRule(seed, by=ByGroup("who"))), []
    for start in range(0, len(groups), batch_rows):
        some = groups[start : start + batch_rows]
        parts += split.parts(np.zeros(len(some), np.int64), batch_of(some)).tolist()

    assert len(set(zip(groups, parts, strict=True))) == len(set(groups))
    whole = Split(SplitRule(seed, by=ByGroup("who"))).parts(np.zeros(len(groups), np.int64), batch_of(groups))
    assert parts == whole.tolist()


@given(seeds)
def test_each_group_judges_in_one_of_ten_folds(seed):
    groups = [f"g{row % 25}" for row in range(100)]
    codes = np.zeros(100, np.int64)
    rules = [SplitRule(seed, judging_fold=fold, by=ByGroup("who")) for fold in range(10)]
    judges = [Split(rule).parts(codes, batch_of(groups)) == JUDGE for rule in rules]

    assert np.sum(judges, axis=0).tolist() == [1] * 100


def times(tmp_path, values):
    path = tmp_path / "rows.csv"
    path.write_text("when,x,y\n" + "".join(f"{value},{row},{row % 2}\n" for row, value in enumerate(values)))
    return CachedBatches(open_batches(path, label="y"), 10**9)


@pytest.mark.parametrize(
    "name_of",
    [lambda day: f"2024-01-{day:02}", lambda day: f"{day} January 2024", lambda day: str(1000 * day)],
    ids=["ISO", "words", "numbers"],
)
def test_the_latest_rows_judge_and_those_before_them_choose(tmp_path, name_of):
    days = np.random.default_rng(0).permutation(30) + 1
    rows = times(tmp_path, [name_of(day) for day in days])
    rule = SplitRule(0, by=split_by_time(rows, "when", NoProgress()))
    batch = next(iter(rows.read("reading", NoProgress())))
    parts = Split(rule).parts(np.zeros(30, np.int64), batch)

    assert sorted(days[parts == JUDGE]) == [28, 29, 30]
    assert sorted(days[parts == CHOOSE]) == [25, 26, 27]
    assert (parts == LEARN).sum() == 24


def test_equal_times_stay_together(tmp_path):
    rows = times(tmp_path, ["2020-05-01"] * 5 + ["2021-05-01"] * 2 + ["2022-05-01"] * 13)
    rule = SplitRule(0, by=split_by_time(rows, "when", NoProgress()))
    batch = next(iter(rows.read("reading", NoProgress())))

    assert Split(rule).parts(np.zeros(20, np.int64), batch).tolist() == [LEARN] * 5 + [CHOOSE] * 2 + [JUDGE] * 13


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (["2020-05-01"] * 10 + ["2021-05-01"] * 10, "too few different times to learn from the earlier"),
        (["2020-05-01"] * 19 + ["soon"], r"rows.csv:21: `time='when'` must hold dates or numbers, got 'soon'"),
    ],
    ids=["two times", "no date"],
)
def test_times_that_cannot_split_are_refused(tmp_path, values, message):
    with pytest.raises(BadData, match=message):
        split_by_time(times(tmp_path, values), "when", NoProgress())
