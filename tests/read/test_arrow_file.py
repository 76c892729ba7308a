"""Parquet and Arrow: types of all sorts become numbers, categories and text."""

import datetime
import io
from decimal import Decimal
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import pytest

import rosenblatt as rb
from rosenblatt.errors import BadData


def parquet(columns):
    out = io.BytesIO()
    pa.parquet.write_table(pa.table(columns), out)
    return out.getvalue()


def arrow(columns):
    out = io.BytesIO()
    pa.feather.write_feather(pa.table(columns), out, compression="uncompressed")
    return out.getvalue()


def test_types_become_kinds(written):
    columns = {
        "int": pa.array([1, None], pa.int16()),
        "decimal": [Decimal("1.5"), None],
        "nan": [float("nan"), 2.0],
        "bool": [True, None],
        "day": [datetime.date(2020, 1, 31), None],
        "names": pa.array(["x", ""]).dictionary_encode(),
        "large": pa.array(["one two three four five six", None], pa.large_string()),
        "codes": pa.array([7, 8]).dictionary_encode(),
        "half": pa.array(np.array([1.5, np.nan], np.float16)),
        "none": pa.nulls(2),
    }
    batches = rb.open_batches(written(arrow(columns), "data.arrow"))
    (batch,) = batches

    assert batches.kinds == {
        **dict.fromkeys(["int", "decimal", "nan", "half"], "number"),
        **dict.fromkeys(["bool", "names", "codes"], "category"),
        "day": "date",
        "large": "text",
        "none": "number",
    }
    assert batch.data.to_pydict() == {
        "int": [1.0, None],
        "decimal": [1.5, None],
        "nan": [None, 2.0],
        "bool": ["true", None],
        "day": ["2020-01-31", None],
        "names": ["x", None],
        "large": ["one two three four five six", None],
        "codes": ["7", "8"],
        "half": [1.5, None],
        "none": [None, None],
    }
    assert batch.lines.tolist() == [1, 2]


@pytest.mark.parametrize(
    ("columns", "options", "words"),
    [
        ({"a": [1.0, float("inf")]}, {}, ":2: column 'a' is infinite; numbers must be finite"),
        ({"a": ["1", "x"]}, {"numeric": ["a"]}, ":2: column 'a' holds 'x'; a number column must hold numbers"),
        ({"a": [1], "y": pa.array([None], pa.string())}, {"label": "y"}, ":1: the label, column 'y', is missing"),
        ({"a": [1]}, {"label": "y"}, ": there is no column 'y'; there are a"),
        ({"a": [[1]]}, {}, ": column 'a' holds list<element: int64>, which is neither a number nor text; leave it out"),
        ({"a": [b"\xff"]}, {}, ": column 'a' holds binary, which is neither"),
    ],
)
def test_a_refusal_says_where_and_what(written, columns, options, words):
    path = written(parquet(columns), "data.parquet")

    with pytest.raises(BadData) as raised:
        list(rb.open_batches(path, **options))
    assert f"{path}{words}" in str(raised.value)


def test_a_type_that_has_no_text_is_refused(written):
    path = written(arrow({"a": [pa.MonthDayNano([1, 2, 3])]}), "data.arrow")

    with pytest.raises(BadData, match=r"column 'a' holds month_day_nano_interval, which is neither a number nor text"):
        rb.open_batches(path)


def test_bad_rows_are_skipped(written):
    path = written(parquet({"a": ["1", "x", "3"], "y": ["p", "q", None]}), "data.parquet")
    batches = rb.open_batches(path, numeric=["a"], label="y", skip_bad=2)
    (batch,) = batches

    assert batch.data.to_pydict() == {"a": [1.0]}
    assert len(batches.bad_lines) == 2


@pytest.mark.parametrize(("name", "kind"), [("data.parquet", "Parquet"), ("data.arrow", "Arrow")])
def test_a_file_that_is_not_whole_is_refused(written, name, kind):
    data = (parquet if kind == "Parquet" else arrow)({"a": list(range(1000))})

    with pytest.raises(BadData, match=rf"{name}: this is not a whole {kind} file: "):
        rb.open_batches(written(data[: len(data) // 2], name))
    with pytest.raises(BadData, match=rf"{name}.gz: decompress it with gzip; {kind} compresses by itself"):
        rb.open_batches(written(b"", name + ".gz"))


def test_text_that_is_not_utf8_is_refused(written):
    bad = pa.Array.from_buffers(pa.string(), 1, [None, pa.py_buffer(b"\0\0\0\0\1\0\0\0"), pa.py_buffer(b"\xff")])
    path = written(parquet({"a": bad}), "data.parquet")

    with pytest.raises(BadData, match=r"data.parquet: the Parquet data is damaged after row 0: .*UTF8"):
        rb.open_batches(path)


def test_two_columns_of_one_name_are_refused(written):
    out = io.BytesIO()
    pa.feather.write_feather(pa.table([[1], [2]], names=["a", "a"]), out)

    with pytest.raises(BadData, match=r"data.arrow: two columns are called 'a'; each needs a name of its own"):
        rb.open_batches(written(out.getvalue(), "data.arrow"))


def test_no_rows_are_no_batches(written):
    path = written(parquet({"a": pa.array([], pa.float64()), "s": pa.array([], pa.string())}), "data.parquet")

    assert rb.open_batches(path).kinds == {"a": "number", "s": "category"}
    assert list(rb.open_batches(path)) == []


@pytest.mark.parametrize(("name", "kind"), [("month_interval", "month_interval"), ("empty_union", "dense_union<>")])
def test_a_type_that_pyarrow_has_no_array_for_is_refused(name, kind):
    """Found by fuzzing: pyarrow opens both files; then it has no array of months, and a union of nothing crashes."""
    path = Path(__file__).with_name(f"{name}.arrow")

    with pytest.raises(BadData, match=rf"{name}\.arrow: column '.' holds {kind}, which cannot be read"):
        rb.open_batches(path)


@pytest.mark.parametrize(
    ("name", "words"),
    [("endless", "a part claims to be larger than memory"), ("fewer_than_none", "a batch claims to have -")],
)
def test_a_part_of_a_size_that_cannot_be_is_damaged(name, words):
    """Found by fuzzing."""
    path = Path(__file__).with_name(f"{name}.arrow")

    with pytest.raises(BadData, match=rf"{name}\.arrow: the Arrow data is damaged after row 0: {words}"):
        rb.open_batches(path)


def test_a_few_bytes_that_claim_rows_for_years_are_damaged(written):
    """Found by fuzzing: a column of nothing takes no room."""
    batch, out = pa.record_batch({"a": pa.nulls(10**7)}), io.BytesIO()
    with pa.ipc.new_file(out, batch.schema) as file:
        file.write_batch(batch)

    with pytest.raises(BadData, match=r"after row 0: a batch claims to have 10,000,000 rows"):
        rb.open_batches(written(out.getvalue(), "data.arrow"))
