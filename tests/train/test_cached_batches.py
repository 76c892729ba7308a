"""Batches that are read from the disk once, if they fit into memory."""

import pytest

import rosenblatt as rb
from rosenblatt.errors import BadData
from rosenblatt.train.cached_batches import CachedBatches
from rosenblatt.train.progress import NoProgress


@pytest.fixture
def batches(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("x,y\n" + "".join(f"{row},{'ab'[row % 2]}\n" for row in range(50)))
    return rb.open_batches(path, label="y", batch_rows=7)


@pytest.mark.parametrize("most_bytes", [0, 10**6])
@pytest.mark.parametrize("begins", [False, True])
def test_every_pass_gives_the_same_rows_and_only_what_does_not_fit_is_read_again(batches, most_bytes, begins):
    rows = CachedBatches(batches, most_bytes)
    if begins:
        rows.start()
    first, second = ([batch.data["x"].to_pylist() for batch in rows.read("", NoProgress())] for _ in range(2))

    assert first == second
    assert [x for batch in first for x in batch] == [float(row) for row in range(50)]
    assert (rows._cache is None) == (most_bytes == 0)


def test_a_pass_that_was_left_early_is_begun_anew(batches):
    rows = CachedBatches(batches, 0)
    next(rows.read("", NoProgress()))

    assert sum(len(batch) for batch in rows.read("", NoProgress())) == 50


def test_progress_is_reported_for_each_batch(batches):
    updates = []

    class Listener:
        def update(self, stage, share, n_rows):
            updates.append((stage, share, n_rows))

    for _ in CachedBatches(batches, 10**6).read("reading", Listener()):
        pass

    assert [n_rows for _, _, n_rows in updates] == [7, 14, 21, 28, 35, 42, 49, 50]
    assert {stage for stage, _, _ in updates} == {"reading"}
    assert all(0 < share <= 1 for _, share, _ in updates)


def test_rows_without_a_label_and_files_without_rows_are_refused(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("x,y\n1,a\n")
    with pytest.raises(
        BadData, match=r"name the column that holds the label with `label=`; the columns are\n   1  x: 1\n   2  y: a"
    ):
        list(CachedBatches(rb.open_batches(path), 0).read("", NoProgress()))
    path.write_text("x,y\n")
    with pytest.raises(BadData, match="there are no rows to learn from"):
        list(CachedBatches(rb.open_batches(path, label="y"), 0).read("", NoProgress()))


@pytest.mark.parametrize(("most_bytes", "is_cached"), [(10**6, True), (10, False)])
def test_a_smaller_limit_frees_what_is_larger_and_holds_for_later_passes(batches, most_bytes, is_cached):
    rows, later = CachedBatches(batches, 10**6), CachedBatches(batches, 10**6)
    list(rows.read("", NoProgress()))
    rows.limit_cache(most_bytes)
    later.limit_cache(most_bytes)
    list(later.read("", NoProgress()))

    assert [one._cache is not None for one in (rows, later)] == [is_cached, is_cached]


@pytest.mark.parametrize("most_bytes", [0, 10**6])
def test_looking_whether_there_are_more_rows_loses_none(batches, most_bytes):
    rows = CachedBatches(batches, most_bytes)
    answers = [rows.has_more_than(n, 10**6) for n in (5, 20, 49, 50)]

    assert answers == [True, True, True, False]
    assert not rows.has_more_than(50, 10**6)
    assert rows.has_more_than(50, 10)
    for _ in range(2):
        assert sum(len(batch) for batch in rows.read("", NoProgress())) == 50


def test_first_batches_are_read_once(batches):
    rows = CachedBatches(batches, 0)
    first = rows.first_batches(10)

    assert [len(batch) for batch in first] == [7, 7]
    assert next(rows.read("", NoProgress())) is first[0]
