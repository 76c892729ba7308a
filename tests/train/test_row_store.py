"""Rows that are kept in blocks, in memory or in a file."""

from pathlib import Path

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

from rosenblatt.rows import Csr
from rosenblatt.train.row_store import RowStore, chosen_rows

IN_MEMORY, ON_DISK = 10**9, 0
sizes = st.lists(st.integers(1, 7), min_size=1, max_size=6)
makers = st.sampled_from(
    [
        lambda n, random: random.random((n, 4)).astype(np.float32),
        lambda n, random: sp.random_array((n, 4), density=0.4, format="csr", rng=random),
        lambda n, random: sp.random_array((n, 4), density=0.4, format="csr", rng=random, dtype=np.float32),
        lambda n, random: sp.csr_array((n, 4)),
    ]
)


def dense(X):
    X = X.to_scipy() if isinstance(X, Csr) else X
    return X.toarray() if sp.issparse(X) else X


@given(sizes, makers, st.sampled_from([IN_MEMORY, ON_DISK]), st.booleans(), st.data())
def test_rows_come_back_as_they_were_in_the_order_of_the_blocks_asked_for(sizes, make, most_bytes, joins, data):
    random = np.random.default_rng(0)
    blocks = [make(n, random) for n in sizes]
    codes = [random.integers(0, 3, n) for n in sizes]
    kept = [random.random(n) < data.draw(st.sampled_from([0.0, 0.5, 1.0])) for n in sizes]
    with RowStore(Path(), most_bytes, labels=np.array(["a", "b", "c"])) as store:
        for X, own, chosen in zip(blocks, codes, kept, strict=True):
            store.add(X, own, chosen=None if chosen.all() else chosen)
        if joins and most_bytes == IN_MEMORY:
            store.join()
            asked, chosen = [0], range(len(sizes))
        else:
            asked = chosen = data.draw(st.lists(st.sampled_from(range(len(sizes))), min_size=1, unique=True))
        X, labels = store.read(asked).X, store.read(asked).labels

        assert np.array_equal(dense(X), np.concatenate([dense(blocks[k])[kept[k]] for k in chosen]))
        assert X.dtype == blocks[0].dtype
        assert labels.tolist() == ["abc"[code] for k in chosen for code in codes[k][kept[k]]]
        assert store.n_rows == sum(map(np.count_nonzero, kept))
        assert store.is_on_disk == (most_bytes == ON_DISK and store.n_rows > 0)


def test_rows_that_become_wider_are_as_wide_as_the_widest(tmp_path):
    with RowStore(tmp_path, ON_DISK, labels=np.array(["a"])) as store:
        store.add(sp.csr_array([[1.0]]), np.array([0]))
        store.add(sp.csr_array([[0.0, 0.0, 2.0]]), np.array([0]))

        assert store.read([0]).X.shape == (1, 3)
        assert store.read([0, 1]).X.to_scipy().toarray().tolist() == [[1, 0, 0], [0, 0, 2]]


def test_a_file_is_made_once_twice_the_rows_do_not_fit_and_it_has_no_name(tmp_path):
    block = np.zeros((10, 10))
    with RowStore(tmp_path, most_bytes=1720, labels=np.array(["a"])) as store:
        store.add(block, np.zeros(10))
        assert not store.is_on_disk
        store.add(block, np.zeros(10))

        assert store.is_on_disk
        assert store.n_bytes == 2 * (800 + 40 + 10)
        assert store.at_once == 2
        assert list(tmp_path.iterdir()) == []
        read = store.read([0])

    assert np.array_equal(read.X, block)


@given(sizes, makers, st.sampled_from([IN_MEMORY, ON_DISK]))
def test_the_rows_of_a_part_lie_among_all_rows_and_can_be_copied(sizes, make, most_bytes):
    random = np.random.default_rng(1)
    blocks = [make(n, random) for n in sizes]
    parts = [random.integers(0, 3, n).astype(np.int8) for n in sizes]
    with RowStore(Path(), most_bytes, labels=np.array(["a"])) as store:
        for X, own in zip(blocks, parts, strict=True):
            store.add(X, np.zeros(len(own), np.int64), own)
        for part in range(3):
            rows = store.part(part).read(range(len(sizes)))
            meant = np.concatenate(parts) == part

            assert rows.which.tolist() == np.flatnonzero(meant).tolist()
            assert store.part(part).n_rows == meant.sum()
            wanted = np.concatenate(list(map(dense, blocks)))[meant]
            assert np.array_equal(dense(chosen_rows(rows.X, rows.which)), wanted)


@pytest.mark.parametrize("most_bytes", [IN_MEMORY, ON_DISK])
@pytest.mark.parametrize("joins", [True, False])
def test_rows_are_scaled_where_they_lie_and_zeros_dropped(tmp_path, most_bytes, joins):
    blocks = [np.array([[1, 0, 2, 4], [0, 3, 0, 0]], np.float32), np.array([[5, 6, 7, 0]], np.float32)]
    scales = np.array([2, 0, 1, 0.5], np.float32)
    with RowStore(tmp_path, most_bytes, labels=np.array(["no", "yes"])) as store:
        for block in blocks:
            store.add(sp.csr_array(block), np.arange(len(block)))
        if joins:
            store.join()
        store.scale(scales, np.array([4]), normalise=False, n_workers=2)
        rows = store.read(range(store.n_blocks))

    assert rows.X.to_scipy().toarray().tolist() == (np.vstack(blocks) * scales).tolist()
    assert np.diff(rows.X.indptr).tolist() == [3, 0, 2]
    assert rows.labels.tolist() == ["no", "yes", "no"]
