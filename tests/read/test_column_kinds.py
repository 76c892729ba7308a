"""Numbers, categories and text are told apart as a person would."""

import pyarrow as pa
import pytest

from rosenblatt.read._column_kinds import infer_kind


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([1, None], "number"),
        ([1.5], "number"),
        ([None, None], "number"),
        (["red", "blue", "red"], "category"),
        (["New York", "Los Angeles"] * 2, "category"),
        (["u1", "u2", "u3", "u4"], "category"),
        (["movie good", "movie bad", "not good"], "text"),
        (["the same long text again and again"] * 4, "text"),
        (["", "", "x"], "category"),
        ([True, False], "category"),
    ],
)
def test_kinds(values, kind):
    assert infer_kind(pa.array(values)) == kind
