"""Arrow arrays made by hand are those that pyarrow makes."""

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rosenblatt.arrow_arrays import from_bools, from_strings, is_valid, to_numbers

maybe_floats = st.lists(st.one_of(st.none(), st.floats(allow_nan=False)))


@given(st.lists(st.booleans()))
def test_booleans(values):
    assert from_bools(np.array(values, dtype=np.bool_)).equals(pa.array(values, pa.bool_()))


@given(st.lists(st.text()))
def test_strings(values):
    array = from_strings(values)
    array.validate(full=True)

    assert array.equals(pa.array(values, pa.string()))


@given(maybe_floats, st.integers(0, 5))
def test_floats_where_a_null_is_nan(values, start):
    array = pa.array(values, pa.float64()).slice(start)

    assert np.array_equal(to_numbers(array), array.to_numpy(zero_copy_only=False), equal_nan=True)
    assert is_valid(array).tolist() == [value is not None for value in values[start:]]


@pytest.mark.parametrize("kind", [pa.int32(), pa.int64(), pa.float32(), pa.float64()])
def test_numbers_are_viewed_where_they_lie(kind):
    array = pa.array(range(10), kind).slice(3)
    numbers = to_numbers(array)

    assert numbers.tolist() == list(range(3, 10))
    assert numbers.dtype == kind.to_pandas_dtype()
    assert numbers.__array_interface__["data"][0] == array.buffers()[1].address + 3 * numbers.itemsize


def test_nothing_but_nulls_is_valid_nowhere():
    assert is_valid(pa.nulls(3)).tolist() == [False] * 3
    assert is_valid(pa.array([1, 2])).tolist() == [True] * 2
