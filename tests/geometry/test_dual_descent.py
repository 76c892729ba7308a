"""Descent in the multipliers of the rows, and the bracket of the margin that it leaves."""

from fractions import Fraction

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

import rosenblatt as rb
from rosenblatt import _core
from rosenblatt.geometry import _search
from rosenblatt.rows import view_rows

whole_rows = st.lists(st.lists(st.integers(-3, 3), min_size=3, max_size=3), min_size=1, max_size=6)


def descend(rows, passes=1):
    rows = np.array(rows, dtype=np.float64)
    multipliers, z = np.zeros(len(rows)), np.zeros(rows.shape[1])
    for _ in range(passes):
        _core.descend(view_rows(rows), np.arange(len(rows)), multipliers, z)
    return multipliers, z


def descend_exactly(rows, passes):
    """The same in fractions, with z added up anew from its definition at every visit."""
    multipliers = [Fraction(0)] * len(rows)
    for _ in range(passes):
        for i, row in enumerate(rows):
            z = [sum(u * a[j] for u, a in zip(multipliers, rows, strict=True)) for j in range(len(row))]
            square = sum(value * value for value in row)
            if square:
                activation = sum(one * value for one, value in zip(z, row, strict=True))
                multipliers[i] = max(Fraction(0), multipliers[i] + (1 - activation) / square)
    return multipliers


def sparse_rows(n_rows, n_columns, seed=0):
    """Rows of eight numbers with the side of a plane through 0 that each is on."""
    random = np.random.default_rng(seed)
    columns = np.sort(random.permuted(np.tile(np.arange(n_columns), (n_rows, 1)), axis=1)[:, :8], axis=1)
    X = sp.csr_array((random.normal(size=8 * n_rows), columns.ravel(), np.arange(0, 8 * n_rows + 1, 8)))
    return X, X @ random.normal(size=X.shape[1]) > 0


def test_two_visits_by_hand():
    """(2, 0) needs 1/4 to have 1; then (1, 1) has 1/2 already, and 1/2 over its squared length 2 is added."""
    multipliers, z = descend([[2, 0], [1, 1]])

    assert multipliers.tolist() == [0.25, 0.25]
    assert z.tolist() == [0.75, 0.25]


@given(whole_rows, st.integers(1, 4))
def test_the_multipliers_are_those_of_the_formula_in_fractions(rows, passes):
    multipliers, z = descend(rows, passes)
    exact = [float(value) for value in descend_exactly(rows, passes)]

    assert multipliers.tolist() == pytest.approx(exact, abs=1e-10)
    assert z.tolist() == pytest.approx(np.dot(exact, rows).tolist(), abs=1e-9)


@given(whole_rows, st.integers(1, 4))
def test_a_pass_never_lowers_what_it_maximises(rows, passes):
    def objective(passes):
        multipliers, z = descend(rows, passes)
        return multipliers.sum() - z @ z / 2

    assert objective(passes + 1) >= objective(passes) - 1e-9


@pytest.mark.parametrize("shape", [(60, 40), (40, 60), (50, 200)])
def test_the_margin_of_wolfes_method_is_in_the_bracket(shape, monkeypatch):
    X = np.random.default_rng(1).normal(size=shape)
    y = X[:, 0] > 0.1
    widest = rb.certify(X, y, tol=1e-12).margin
    monkeypatch.setattr(_search, "WIDE", 1)
    monkeypatch.setattr(_search, "_TIMES_CHEAPER", 0.01)
    found = rb.certify(X, y)

    assert rb.verify(found, X, y)
    assert found.margin.low <= widest.high
    assert widest.low <= found.margin.high
    assert found.margin.high - found.margin.low <= 1e-6 * found.margin.high


def test_rows_and_columns_beyond_two_thousand_have_a_narrow_bracket():
    X, y = sparse_rows(2100, 2050)
    found = rb.certify(X, y)

    assert rb.verify(found, X, y)
    assert found.margin.high - found.margin.low <= 1e-6 * found.margin.high
    assert rb.certify(X.toarray(), y) == found


def test_a_limit_leaves_a_wider_bracket_around_the_same_margin():
    X, y = sparse_rows(2100, 2050)
    narrow, wide = rb.certify(X, y), rb.certify(X, y, work_limit=3 * 10**6)

    assert rb.verify(wide, X, y)
    assert 0 < wide.margin.low <= narrow.margin.high
    assert wide.margin.high >= narrow.margin.low
    assert wide.margin.high - wide.margin.low > 1e-6 * wide.margin.high


def test_rows_whose_multipliers_overflow_leave_the_plane_of_the_perceptron(monkeypatch):
    monkeypatch.setattr(_search, "WIDE", 1)
    monkeypatch.setattr(_search, "_TIMES_CHEAPER", 0.01)
    X, y = [[1.0, 0.0], [0.0, 1.0], [0.0, -1e-160]], [1, 1, 0]
    found = rb.certify(X, y, fit_intercept=False)

    assert found.verdict == "separable"
    assert rb.verify(found, X, y)
