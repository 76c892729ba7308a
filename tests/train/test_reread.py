"""Reading once."""

import pytest

import rosenblatt as rb
from rosenblatt.errors import BadData
from rosenblatt.train.progress import Unseen
from rosenblatt.train.reread import Rereading


@pytest.fixture
def batches(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("x,y\n" + "".join(f"{row},{'ab'[row % 2]}\n" for row in range(50)))
    return rb.open_batches(path, label="y", batch_rows=7)


@pytest.mark.parametrize("most_bytes", [0, 10**6])
@pytest.mark.parametrize("begins", [False, True])
def test_every_walk_gives_the_same_rows_and_only_what_does_not_fit_is_read_again(batches, most_bytes, begins):
    rows = Rereading(batches, most_bytes)
    if begins:
        rows.begin()
    first, second = ([batch.data["x"].to_pylist() for batch in rows.walk("", Unseen())] for _ in range(2))

    assert first == second
    assert [x for batch in first for x in batch] == [float(row) for row in range(50)]
    assert (rows._kept is None) == (most_bytes == 0)


def test_a_walk_that_was_left_early_is_begun_anew(batches):
    rows = Rereading(batches, 0)
    next(rows.walk("", Unseen()))

    assert sum(len(batch) for batch in rows.walk("", Unseen())) == 50


def test_how_far_a_walk_is_is_told(batches):
    told = []

    class Listener:
        def reach(self, what, share, n_rows):
            told.append((what, share, n_rows))

    for _ in Rereading(batches, 10**6).walk("reading", Listener()):
        pass

    assert [n_rows for _, _, n_rows in told] == [7, 14, 21, 28, 35, 42, 49, 50]
    assert {what for what, _, _ in told} == {"reading"}
    assert all(0 < share <= 1 for _, share, _ in told)


def test_rows_without_a_label_and_files_without_rows_are_refused(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("x,y\n1,a\n")
    with pytest.raises(BadData, match="name the column that holds the label with `label=`; the columns are x, y"):
        list(Rereading(rb.open_batches(path), 0).walk("", Unseen()))
    path.write_text("x,y\n")
    with pytest.raises(BadData, match="there are no rows to learn from"):
        list(Rereading(rb.open_batches(path, label="y"), 0).walk("", Unseen()))
