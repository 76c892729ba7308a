"""Padded and signed rows: a plane separates the classes if and only if A z > 0."""

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

import rosenblatt as rb
from rosenblatt.errors import BadData
from tests.data import CORNERS, labelled_rows


def test_sparse_rows_are_padded_and_signed_like_dense_ones():
    y = [0, 1, 1, 0]

    assert rb.pad(sp.csr_array(CORNERS)).toarray().tolist() == rb.pad(CORNERS).tolist()
    assert rb.signed_rows(sp.csr_array(CORNERS), y).toarray().tolist() == rb.signed_rows(CORNERS, y).tolist()


@given(labelled_rows(st.integers(-3, 3)))
def test_the_plane_of_a_certificate_separates_and_attains_its_margin(rows):
    X, y = zip(*rows, strict=True)
    proof = rb.certify(X, y)
    if proof.verdict == "separable":
        A, z = rb.signed_rows(X, y), np.append(proof.coef, proof.intercept)

        assert rb.separates(A, z)
        assert rb.margin(A, z) == pytest.approx(proof.margin.low)


@given(labelled_rows(st.integers(-3, 3), max_columns=2), st.lists(st.integers(-9, 9), min_size=3, max_size=3))
def test_no_plane_attains_more_than_the_high_end(rows, z):
    X, y = zip(*rows, strict=True)
    proof = rb.certify(X, y)
    z = z[: len(X[0]) + 1]
    if any(z):
        high = proof.margin.high if proof.verdict == "separable" else 0.0
        assert rb.margin(rb.signed_rows(X, y), z) <= high + 1e-12


def test_a_row_on_the_plane_is_not_separated():
    assert not rb.separates([[1.0, 0.0]], [0.0, 1.0])


def test_refusals():
    with pytest.raises(BadData, match="y must hold two classes, got 3"):
        rb.signed_rows([[0], [1], [2]], [0, 1, 2])
    with pytest.raises(BadData, match="z must hold one number for each of the 2 columns of A"):
        rb.separates([[1.0, 0.0]], [1.0])
    with pytest.raises(BadData, match="z must not be 0"):
        rb.margin([[1.0, 0.0]], [0.0, 0.0])
