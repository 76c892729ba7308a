"""What commands have in place of SciPy's sparse rows is the same rows."""

import numpy as np
import pytest
import scipy.sparse as sp

from rosenblatt import _csr, _csr_light
from rosenblatt.rows import view_rows

VALUES, COLUMNS, STARTS = np.array([1.0, 2.0, 3.0]), np.array([0, 4, 2], np.int32), np.array([0, 2, 2, 3])


@pytest.mark.parametrize("index", [np.int32, np.int64])
def test_the_core_and_whoever_asks_for_more_see_the_same_rows(index):
    ours, theirs = (door.csr(VALUES, COLUMNS.astype(index), STARTS, 5) for door in (_csr, _csr_light))

    assert ours.toarray().tolist() == [[1, 0, 0, 0, 2], [0, 0, 0, 0, 0], [0, 0, 3, 0, 0]]
    assert theirs.toarray().tolist() == ours.toarray().tolist()
    assert (theirs.shape, theirs.dtype, theirs.ndim, theirs.nnz) == (ours.shape, ours.dtype, ours.ndim, ours.nnz)
    assert theirs[[2]].toarray().tolist() == ours[[2]].toarray().tolist()
    for rows in (ours, theirs):
        assert view_rows(rows).activations(None, np.arange(5.0), 1.0).tolist() == [9.0, 1.0, 7.0]


def test_what_is_of_scipy_stays_as_it_is():
    for door in (_csr, _csr_light):
        rows = sp.csr_array(np.eye(2))
        assert door.as_scipy(rows) is rows
    assert sp.issparse(_csr_light.as_scipy(_csr_light.csr(VALUES, COLUMNS, STARTS, 5)))
    with pytest.raises(AttributeError, match="__array__"):
        _csr_light.csr(VALUES, COLUMNS, STARTS, 5).__array__()
