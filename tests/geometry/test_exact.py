"""Numbers without rounding, and the floating-point filter in front of them."""

import math
from fractions import Fraction

import numpy as np
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

from rosenblatt.geometry._exact import as_integers, sqrt_above, sqrt_below
from rosenblatt.geometry._signed_rows import SignedRows

finite = st.floats(allow_nan=False, allow_infinity=False)


@given(st.lists(finite, min_size=1))
def test_floats_are_whole_numbers_over_a_power_of_two(values):
    wholes, shift = as_integers(values)

    assert [Fraction(whole, 2**shift) for whole in wholes] == [Fraction(value) for value in values]


@given(st.fractions(min_value=0))
def test_roots_are_the_floats_next_to_the_true_one(square):
    below, above = sqrt_below(square), sqrt_above(square)

    assert Fraction(below) ** 2 <= square <= Fraction(above) ** 2
    assert above in (below, math.nextafter(below, math.inf))


@given(st.integers(0, 2**40))
def test_roots_of_squares_are_exact(root):
    assert sqrt_below(Fraction(root**2)) == sqrt_above(Fraction(root**2)) == root


@given(st.fractions(min_value=1, max_value=4), st.integers(-1000, 1000))
def test_roots_of_very_large_and_very_small_squares(part, exponent):
    square = part * Fraction(4) ** exponent

    assert sqrt_below(square) ** 1 > 0
    assert Fraction(sqrt_below(square)) ** 2 <= square <= Fraction(sqrt_above(square)) ** 2


@given(
    st.lists(st.tuples(finite, finite, finite), min_size=1, max_size=5),
    st.tuples(st.fractions(), st.fractions(), st.fractions()),
    st.fractions(),
    st.booleans(),
)
def test_the_error_of_an_activation_is_within_its_bound(rows, weights, bias, sparse):
    """The floats are off by a common factor, which one row of known activation reveals: compare signs only."""
    X = np.array(rows)
    matrix = sp.csr_array(X) if sparse else X
    signed = SignedRows(matrix, np.arange(len(X)), np.ones(len(X)), 1, -1, fit_intercept=True)
    values, bounds = signed.activations(weights, bias)
    for row, value, bound in zip(rows, values, bounds, strict=True):
        exact = sum(w * Fraction(x) for w, x in zip(weights, row, strict=True)) + bias
        if value > bound:
            assert exact > 0
        if value < -bound:
            assert exact < 0
