"""Sums of products of matrices are those of whole numbers of Python."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rosenblatt as rb
from rosenblatt.geometry._exact_sums import sums_of_products
from rosenblatt.geometry._signed_rows import SignedRows


@given(st.integers(0, 2**32), st.integers(1, 40), st.integers(0, 180))
def test_long_multipliers(seed, n_rows, spread):
    random = np.random.default_rng(seed)
    rows = np.ldexp(random.normal(size=(n_rows, 3)), random.integers(0, spread + 1, (n_rows, 3)))
    rows[random.random(rows.shape) < 0.2] = 0.0
    multipliers = [int.from_bytes(random.bytes(150), "little", signed=True) for _ in range(n_rows)]
    multipliers[0] |= 1 << 1100
    sums, shift = sums_of_products(multipliers, rows)

    assert [Fraction(total, 2**shift) for total in sums] == [
        sum(multiplier * Fraction(value) for multiplier, value in zip(multipliers, column, strict=True))
        for column in rows.T.tolist()
    ]


@pytest.mark.parametrize(("multiplier", "value"), [(2**100, 1.0), (2**2000, 1e-300)])
def test_short_multipliers_and_numbers_far_apart_are_left_to_python(multiplier, value):
    assert sums_of_products([multiplier, multiplier], np.array([[value], [1.0]])) is None


@pytest.mark.parametrize("fit_intercept", [True, False])
def test_a_proof_in_many_columns_is_exact_and_of_few_rows(fit_intercept):
    """Random labels of three times as many rows as columns: the proof solves a system of 40 unknowns."""
    random = np.random.default_rng(0)
    X, y = random.normal(size=(120, 40)), random.integers(0, 2, 120)
    proof = rb.certify(X, y, fit_intercept)

    assert proof.verdict == "inseparable"
    assert rb.verify(proof, X, y)
    assert len(proof.rows) <= 42
    rows = SignedRows.of(X, y, 1, 0, fit_intercept=fit_intercept)
    assert not any(rows.combination(proof.rows, proof.multipliers)[0].values())
