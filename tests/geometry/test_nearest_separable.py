"""How far from separable."""

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

import rosenblatt as rb
from rosenblatt.errors import BadData
from tests.data import CORNERS, labelled_rows


def test_xor_needs_a_slack_of_one_a_row():
    """Equal multipliers cancel the rows out, so the slacks sum to at least 4; a plane of zeros needs just that."""
    assert rb.nearest_separable(CORNERS, [0, 1, 1, 0]).total == pytest.approx(4.0)


def test_the_one_row_that_is_wrong_is_named():
    X = [[0.0], [1.0], [2.0], [10.0], [10.0], [12.0], [10.5]]
    near = rb.nearest_separable(X, [0, 0, 0, 1, 1, 1, 0])

    assert near.rows.tolist() == [6]
    assert near.slacks[0] > 1.0


@given(labelled_rows(st.integers(-3, 3), max_columns=3))
def test_there_is_slack_just_where_there_is_no_plane(rows):
    X, y = zip(*rows, strict=True)
    near = rb.nearest_separable(X, y)

    assert (near.total > 0) == (rb.certify(X, y).verdict == "inseparable")
    activations = np.array(y) * (np.array(X) @ near.weights + near.bias)
    slacks = np.zeros(len(y))
    slacks[near.rows] = near.slacks
    assert (activations >= 1 - slacks - 1e-6).all()


def test_sparse_rows_and_planes_through_the_origin():
    near = rb.nearest_separable(sp.csr_array([[1.0], [2.0], [3.0]]), [0, 1, 1], fit_intercept=False)

    assert near.bias == 0.0
    assert near.rows.tolist() == [0]


def test_several_classes_are_refused():
    with pytest.raises(BadData, match="y must hold two classes, got 3"):
        rb.nearest_separable([[0], [1], [2]], [0, 1, 2])
