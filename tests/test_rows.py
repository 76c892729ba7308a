"""Rows are viewed where they lie, and what cannot be viewed is named."""

import numpy as np
import pytest
import scipy.sparse as sp

from rosenblatt.errors import BadData
from rosenblatt.rows import Csr, RowsView, view_rows


def change_under_the_view(X, numbers, place):
    """Whether a change to the user's own array is seen through the view: then nothing was copied."""
    rows = view_rows(X)
    before = rows.activations(None, np.ones(rows.n_columns), 0.0).sum()
    numbers[place] += 5.0
    return rows.activations(None, np.ones(rows.n_columns), 0.0).sum() - before == 5.0


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_floats_are_not_copied(dtype):
    wide = np.zeros((8, 8), dtype=dtype)
    fortran = np.asfortranarray(np.zeros((4, 3), dtype=dtype))
    csr = sp.csr_array(np.eye(4, dtype=dtype))

    assert change_under_the_view(wide, wide, (0, 0))
    assert change_under_the_view(wide[::2, ::3], wide, (2, 3))
    assert change_under_the_view(fortran, fortran, (1, 2))
    assert change_under_the_view(csr, csr.data, 2)


def test_a_read_only_array_is_fine():
    X = np.ones((2, 2))
    X.setflags(write=False)

    assert view_rows(X).activations(None, np.ones(2), 1.0).tolist() == [3.0, 3.0]


def test_numbers_at_odd_addresses_are_copied_and_learned_from():
    records = np.zeros(3, dtype=[("tag", "i1"), ("x", "f8", (2,))])
    records["x"] = [[1, 2], [3, 4], [5, 6]]

    assert view_rows(records["x"]).activations(None, np.ones(2), 0.0).tolist() == [3.0, 7.0, 11.0]


def test_columns_that_come_twice_in_a_row_are_added_up_in_a_copy():
    X = sp.csr_array((np.array([1.0, 2.0, 4.0]), np.array([1, 1, 0]), np.array([0, 3])), shape=(1, 2))

    assert view_rows(X).activations(None, np.array([10.0, 1.0]), 0.0).tolist() == [43.0]
    assert X.data.tolist() == [1.0, 2.0, 4.0]


def test_a_bad_csr_matrix_is_named_and_not_followed():
    outside = sp.csr_array(np.eye(2))
    outside.indices[1] = 7
    broken = sp.csr_array(np.eye(2))
    broken.indptr[1] = 9

    with pytest.raises(BadData, match="X has column 7 in row 1; columns must be from 0 to 1"):
        view_rows(outside)
    with pytest.raises(BadData, match=r"X.indptr does not rise at row 0, or points past the stored values"):
        view_rows(broken)


def test_a_number_that_is_not_finite_is_named_by_its_column():
    X = np.array([[1.0, np.nan]])

    with pytest.raises(BadData, match="X is NaN in row 0, column 'width'; every number must be finite"):
        RowsView(X).refuse_faults(["height", "width"])


CSR = Csr(np.array([1.0, 2.0, 3.0]), np.array([0, 4, 2], np.int32), np.array([0, 2, 2, 3]), (3, 5))


@pytest.mark.parametrize("index", [np.int32, np.int64])
def test_three_arrays_are_the_rows_that_scipy_makes_of_them(index):
    rows = Csr(CSR.data, CSR.indices.astype(index), CSR.indptr, CSR.shape)
    matrix = rows.to_scipy()

    assert matrix.toarray().tolist() == [[1, 0, 0, 0, 2], [0, 0, 0, 0, 0], [0, 0, 3, 0, 0]]
    assert (rows.shape, rows.dtype, rows.ndim) == (matrix.shape, matrix.dtype, matrix.ndim)
    assert matrix.indices.dtype == matrix.indptr.dtype == index
    assert np.shares_memory(matrix.data, rows.data)
    for some in (rows, matrix):
        assert view_rows(some).activations(None, np.arange(5.0), 1.0).tolist() == [9.0, 1.0, 7.0]


def test_one_row_of_three_arrays_is_a_matrix_of_its_own():
    one, other = (Csr(np.array([number]), np.array([1], np.int32), np.array([0, 1]), (1, 3)) for number in (1.0, 2.0))
    first, second = one.to_scipy(), other.to_scipy()

    assert type(first) is sp.csr_array
    assert [first.toarray().tolist(), second.toarray().tolist()] == [[[0, 1, 0]], [[0, 2, 0]]]
    assert (first @ np.ones((3, 2))).tolist() == [[1, 1]]
    assert sp.vstack([first, second]).tocsr()[1, 1] == 2


def test_a_view_makes_a_matrix_of_three_arrays_when_asked():
    view = RowsView(CSR)

    assert view.rows.n_rows == 3
    assert view.matrix is view.matrix
    assert view.matrix.toarray().tolist() == CSR.to_scipy().toarray().tolist()
    with pytest.raises(BadData, match="X is NaN in row 2, column 2"):
        RowsView(Csr(np.array([1.0, 2.0, np.nan]), CSR.indices, CSR.indptr, CSR.shape))
