"""Rows on disk are shuffled over the whole file, whatever its order."""

from pathlib import Path

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

from rosenblatt import _core
from rosenblatt.rows import Csr
from rosenblatt.train.row_store import RowStore

STORAGES = {"dense": np.asarray, "sparse": sp.csr_array}


def stored(X, codes, block_rows, most_bytes=0):
    store = RowStore(Path(), most_bytes, labels=np.arange(int(codes.max()) + 1))
    for start in range(0, len(codes), block_rows):
        store.add(X[start : start + block_rows], codes[start : start + block_rows])
    assert store.is_on_disk
    return store


def rows_of(store, blocks):
    some = store.read(blocks)
    X = some.X.to_scipy().toarray() if isinstance(some.X, Csr) else some.X
    return [(*row, code) for row, code in zip(X.tolist(), some.codes.tolist(), strict=True)]


@pytest.mark.parametrize("storage", STORAGES)
@given(
    n_rows=st.integers(1, 60), block_rows=st.integers(1, 20), blocks_at_once=st.integers(0, 8), seed=st.integers(0, 9)
)
def test_no_row_is_lost_or_changed_and_the_seed_decides(storage, n_rows, block_rows, blocks_at_once, seed):
    random = np.random.default_rng(seed)
    X = random.integers(0, 3, (n_rows, 4)) * np.arange(1, n_rows + 1)[:, None] * 1.0
    codes = np.arange(n_rows)
    mixed = []
    for _ in range(2):
        with stored(STORAGES[storage](X), codes, block_rows) as store:
            store.most_bytes = blocks_at_once * store._blocks.bytes_of_largest
            n_blocks = store.n_blocks
            store.mix(_core.Random(seed))
            mixed.append(rows_of(store, range(store.n_blocks)))
            assert store.n_blocks == n_blocks

    assert sorted(mixed[0]) == sorted((*row, code) for row, code in zip(X.tolist(), codes.tolist(), strict=True))
    assert mixed[0] == mixed[1]


@pytest.mark.parametrize("storage", STORAGES)
def test_every_block_becomes_a_sample_of_a_file_ordered_by_class(storage):
    codes = np.repeat([0, 1], 500)
    with stored(STORAGES[storage](codes[:, None] + 1.0), codes, block_rows=50) as store:
        store.most_bytes = 4 * store._blocks.bytes_of_largest
        store.mix(_core.Random(0))
        shares = [np.mean(store.read([block]).codes) for block in range(store.n_blocks)]

    # 50 draws of 1000 rows, half of them 1: the standard deviation of a share is below .07.
    assert max(abs(share - 0.5) for share in shares) < 0.28
