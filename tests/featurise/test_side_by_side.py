"""Blocks of columns are joined as SciPy joins them."""

import numpy as np
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

from rosenblatt.featurise._side_by_side import side_by_side
from rosenblatt.rows import Csr


def as_csr(dense):
    matrix = sp.csr_array(dense)
    return Csr(matrix.data, matrix.indices, matrix.indptr.astype(np.int64), matrix.shape)


@st.composite
def blocks(draw):
    n_rows = draw(st.integers(1, 5))
    found = []
    for _ in range(draw(st.integers(1, 6))):
        width, is_sparse = draw(st.integers(1, 4)), draw(st.booleans())
        numbers = draw(
            st.lists(st.sampled_from([0.0, 0.0, 1.5, -2.0]), min_size=n_rows * width, max_size=n_rows * width)
        )
        dense = np.array(numbers, np.float32 if is_sparse else np.float64).reshape(n_rows, width)
        found.append((dense, is_sparse))
    return found


@given(blocks())
def test_dense_and_sparse_blocks_become_one(drawn):
    joined = side_by_side([as_csr(dense) if is_sparse else dense for dense, is_sparse in drawn])
    expected = sp.hstack([sp.csr_array(dense) for dense, _ in drawn], format="csr")

    for ours, theirs in (("data", expected.data), ("indices", expected.indices), ("indptr", expected.indptr)):
        assert getattr(joined, ours).tolist() == theirs.tolist()
    assert joined.shape == expected.shape
    assert joined.dtype == expected.dtype
    assert joined.indices.dtype == np.int32


def test_more_columns_than_32_bits_can_number():
    wide = Csr(np.ones(1, np.float32), np.array([5], np.int32), np.array([0, 1]), (1, 2**31 - 1))
    joined = side_by_side([wide, wide])

    assert joined.indices.tolist() == [5, 2**31 + 4]
