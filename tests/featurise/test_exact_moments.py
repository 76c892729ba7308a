"""Mean and spread from exact sums."""

import math
import pickle
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rosenblatt import TableFeatures, _core
from rosenblatt.featurise.exact_moments import ExactMoments

doubles = st.floats(allow_nan=False, allow_infinity=False)
moderate = st.floats(-1e6, 1e6)
many = st.lists(doubles | moderate, min_size=1, max_size=30)


def moments_of(values):
    moments = _core.Moments()
    moments.add(np.array(values, dtype=np.float64))
    return moments


def rounded(number):
    """A fraction as the nearest double."""
    try:
        return float(number)
    except OverflowError:
        return math.inf


@given(many)
def test_mean_and_spread_are_those_of_fractions_rounded_once(values):
    exact, n = ExactMoments.of(moments_of(values)), len(values)
    fractions = list(map(Fraction, values))
    mean = sum(fractions) / n
    deviations = sum((value - mean) ** 2 for value in fractions)

    assert exact.mean == float(mean)
    assert exact.deviations == rounded(deviations)
    assert exact.spread == math.sqrt(rounded(deviations / n))
    assert (exact.least, exact.greatest) == (min(values), max(values))


@given(many, st.randoms(use_true_random=False))
def test_the_order_of_numbers_changes_no_bit(values, random):
    shuffled = random.sample(values, len(values))

    assert moments_of(shuffled).__getstate__() == moments_of(values).__getstate__()


@given(many, many, many)
def test_merged_parts_are_the_whole_in_any_order(a, b, c):
    one, two, three = map(moments_of, (a, b, c))
    two.merge(three)
    one.merge(two)
    other = moments_of(c)
    other.merge(moments_of([*b, *a]))

    assert one.__getstate__() == other.__getstate__() == moments_of([*a, *b, *c]).__getstate__()


def test_sums_do_not_overflow_where_doubles_do():
    largest = np.finfo(np.float64).max
    moments = moments_of([largest] * 3 + [-largest])

    assert ExactMoments.of(moments).mean == largest / 2


def test_missing_numbers_are_counted_and_no_number_has_mean_0():
    exact = ExactMoments.of(moments_of([np.nan, np.nan]))

    assert (exact.count, exact.missing, exact.mean, exact.spread) == (0, 2, 0.0, 0.0)


def test_infinite_numbers_are_refused():
    with pytest.raises(ValueError, match="finite numbers"):
        moments_of([1.0, np.inf])


@given(many)
def test_pickles_and_texts_hold_every_bit(values):
    moments = moments_of(values)
    exact = ExactMoments.of(moments)

    assert pickle.loads(pickle.dumps(moments)).__getstate__() == moments.__getstate__()
    assert replace(exact, values=0, squares=0).with_texts(*exact.texts) == exact
    assert exact.to_core().__getstate__() == moments.__getstate__()


@given(st.lists(moderate, min_size=1, max_size=30))
def test_sums_made_of_a_mean_and_squares_have_these(values):
    """So files that were written before sums were exact are read with the same mean and spread."""
    exact = ExactMoments.of(moments_of(values))
    again = ExactMoments.rounded(
        (exact.count, exact.missing), (exact.least, exact.greatest), exact.mean, exact.deviations
    )

    assert (again.mean, again.deviations) == (exact.mean, exact.deviations)
    assert again.spread == math.sqrt(exact.deviations / exact.count)


@pytest.mark.parametrize("text", ["", "7", "0x7", "0x7p", "7p0", "0x7p0x1", "0x7p-1075", "0x7p9999", "0x7p99999999"])
def test_texts_that_are_no_sums_are_refused(text):
    with pytest.raises(ValueError, match="hexadecimal digits and a power of two"):
        ExactMoments.of(moments_of([1.0])).with_texts(text, "0x1p0")


def test_rows_in_another_order_are_standardised_to_the_same_bits():
    numbers = np.random.default_rng(0).lognormal(sigma=5, size=(500, 1))
    forwards, backwards = (TableFeatures().fit(rows) for rows in (numbers, numbers[::-1]))

    assert forwards.transform(numbers).data.tolist() == backwards.transform(numbers).data.tolist()
