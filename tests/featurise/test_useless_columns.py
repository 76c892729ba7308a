"""Columns that cannot help."""

from itertools import pairwise

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rosenblatt.featurise.useless_columns import ALL_DIFFERENT, CONSTANT, UselessColumns

N = 150
RANDOM = np.random.default_rng(0)


def reasons(kind, values, cuts=()):
    found = UselessColumns({"a": kind})
    column = pa.array(values, pa.float64() if kind == "number" else pa.string())
    if kind == "category":
        column = column.dictionary_encode()
    for start, end in pairwise([0, *cuts, len(values)]):
        found.add(pa.record_batch({"a": column[start:end]}))
    return found.reasons.get("a")


@pytest.mark.parametrize(
    ("kind", "values", "reason"),
    [
        ("number", [7.0] * N, CONSTANT),
        ("category", ["x"] * N, CONSTANT),
        ("number", [None] * N, CONSTANT),
        ("number", [7.0] * N + [None], None),
        ("category", ["x"] * N + [None], None),
        ("number", [7.0] * N + [8.0], None),
        ("number", range(N), ALL_DIFFERENT),
        ("number", (1000 - RANDOM.permutation(N)).tolist(), ALL_DIFFERENT),
        ("number", [*range(N), None], ALL_DIFFERENT),
        ("number", [*range(N), 5], None),
        ("number", range(20), None),
        ("number", [i**2 for i in range(N)], None),
        ("number", [i + 0.5 for i in range(N)], None),
        ("number", RANDOM.normal(size=N).tolist(), None),
        ("category", [f"user{i}" for i in range(N)], ALL_DIFFERENT),
        ("category", [f"user{i}" for i in range(N)] + ["user7"], None),
        ("category", [f"user{i}" for i in range(20)], None),
        ("text", [f"a text about {i}" for i in range(N)], None),
    ],
)
def test_the_reason_why_a_column_cannot_help(kind, values, reason):
    assert reasons(kind, list(values)) == reason


@given(st.lists(st.none() | st.integers(0, 3), min_size=1, max_size=12), st.integers(0, 200), st.data())
def test_batches_of_any_size_lead_to_the_same_reason(head, more, data):
    values = [*head, *range(10, 10 + more)]
    cuts = sorted(data.draw(st.sets(st.integers(1, max(1, len(values) - 1)), max_size=5)))
    cuts = [cut for cut in cuts if cut < len(values)]
    for kind in ("number", "category"):
        stored = values if kind == "number" else [None if one is None else str(one) for one in values]

        assert reasons(kind, stored, cuts) == reasons(kind, stored)


def test_reading_can_end_once_every_column_may_help():
    found = UselessColumns({"a": "number", "b": "category", "c": "text"})
    assert found.may_be_found

    found.add(pa.record_batch({"a": [1.0, 1.5], "b": ["x", "y"]}))
    assert found.may_be_found
    found.add(pa.record_batch({"a": [1.0, 1.5], "b": ["x", "y"]}))
    assert not found.may_be_found
