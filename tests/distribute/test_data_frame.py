"""What `train_on` asks of DataFrames that needs no Spark; the rest is in tests/spark/test_data_frame.py."""

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import rosenblatt as rb
from rosenblatt.distribute.data_frame import OrderedRows, refuse_missing_rows
from rosenblatt.distribute.train_steps_on import train_steps_on
from rosenblatt.errors import BadData, BadParameter, TaskFailed
from rosenblatt.train.progress import NoProgress
from tests.distribute.options import options

N_ROWS, N_FIRST = 1200, 300


def table(name="width", changes=None):
    """Rows in the order of a shop and a number, of which a column has some other values, by row from 1 on."""
    columns = {
        "shop": ["north"] * 700 + ["south"] * 500,
        "id": [*range(700), *range(500)],
        "when": [f"2024-{row % 12 + 1:02}-01" for row in range(N_ROWS)],
        "width": [float(row % 7) for row in range(N_ROWS)],
        "size": [str(row % 5) for row in range(N_ROWS)],
        "fruit": ["apple" if row % 7 < 4 else "lemon" for row in range(N_ROWS)],
    }
    for row, value in (changes or {}).items():
        columns[name][row - 1] = value
    return pa.table(columns)


def written(folder, rows):
    """Write rows as Spark does: the first ones, and all of them to several files."""
    for name in ("first", "all"):
        (folder / name).mkdir()
    pq.write_table(rows.slice(0, N_FIRST), folder / "first" / "0.parquet")
    for place, begin in enumerate(range(0, N_ROWS, 500)):
        pq.write_table(rows.slice(begin, 500), folder / "all" / f"{place}.parquet", row_group_size=200)
    patterns = f"{folder}/first/*.parquet", f"{folder}/all/*.parquet"
    return OrderedRows(*patterns, "version", N_ROWS, ("shop", "id"))


def train(rows, engine=None, **changes):
    how = options(**{"label": "fruit", **changes})
    return train_steps_on(engine or rb.engines.Sequential(), rows, how, NoProgress())


def test_rows_that_spark_wrote_elsewhere_are_missed(tmp_path):
    """On a cluster, a temporary folder of the driver is not that of the workers."""
    rows = OrderedRows(f"{tmp_path}/first/*.parquet", f"{tmp_path}/all/*.parquet", "version", 2000, ("id",))
    refuse_missing_rows(rows, 2000)

    with pytest.raises(
        BadData, match=r"Spark wrote 2,000 rows, and 500 of them are here; pass `checkpoint=`, a folder"
    ):
        refuse_missing_rows(rows, 500)
    with pytest.raises(BadData, match=r"Spark wrote 2,000 rows, and 0 of them are here; pass `checkpoint=`, a folder"):
        train(rows)


@pytest.mark.parametrize(
    ("row", "values"), [(7, "shop=north, id=6"), (501, "shop=north, id=500"), (1130, "shop=south, id=429")]
)
def test_a_bad_row_is_named_by_its_number_and_by_what_orders_it(tmp_path, row, values):
    """Of the first rows, which this process reads, and of all files."""
    rows = written(tmp_path, table("width", {row: float("inf"), 1190: float("inf")}))
    with pytest.raises(BadData) as caught:
        train(rows)

    where = f"a DataFrame ordered by shop, id, row {row:,} ({values})"
    assert str(caught.value) == f"{where}: column 'width' is infinite; numbers must be finite"


def test_skipped_rows_are_named(tmp_path):
    rows = written(tmp_path, table("size", {701: "large", 702: "small", 1001: "tiny"}))
    _, report = train(rows, reading={"numeric": "size", "skip_bad": 3})

    assert [line.partition(": column 'size' holds ")[0] for line in report.bad_lines] == [
        "a DataFrame ordered by shop, id, row 701 (shop=south, id=0)",
        "a DataFrame ordered by shop, id, row 702 (shop=south, id=1)",
        "a DataFrame ordered by shop, id, row 1,001 (shop=south, id=300)",
    ]


def test_a_value_that_is_no_time_is_named(tmp_path):
    rows = written(tmp_path, table("when", {1200: "soon"}))
    expected = r"^a DataFrame ordered by shop, id, row 1,200 \(shop=south, id=499\): `time='when'` must hold dates"
    with pytest.raises(BadData, match=expected):
        train(rows, time="when")


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"label": "colour"}, "there is no column 'colour'"),
        ({"label": None}, "name the column that holds the label with `label=`"),
        ({"label": "id"}, "the label, column 'id', is different in each of the 300 rows"),
        ({"time": "hour"}, "`time='hour'` names no column"),
        ({"keep": ["hour"]}, r"`keep=\['hour'\]` names no column"),
        ({"time": "shop", "reading": {"ignore": "when"}}, "row 1 (shop=north, id=0): `time='shop'` must hold dates"),
        ({"time": "fixed"}, "`time='fixed'` has too few different times"),
    ],
)
def test_an_option_that_does_not_fit_names_the_data_frame(tmp_path, changes, words):
    rows = written(tmp_path, table().append_column("fixed", pa.array([1] * N_ROWS)))
    with pytest.raises(BadData) as caught:
        train(rows, **changes)

    assert str(caught.value).startswith("a DataFrame ordered by shop, id"), str(caught.value)
    assert caught.match(words.replace("(", r"\(").replace(")", r"\)"))


class Failing:
    """An engine on which the second item always fails."""

    def map(self, function, items, shared):
        yield 0, function(items[0], shared)
        raise TaskFailed(1, "tried 3 times: its worker died")


def test_a_shard_that_fails_is_named_by_its_rows(tmp_path):
    expected = r"^shard 1 of 2 \(a DataFrame ordered by shop, id, rows 76 to 150 and 8 more\): tried 3 times: its"
    with pytest.raises(TaskFailed, match=expected):
        train(written(tmp_path, table()), Failing())


def test_a_file_of_the_rows_that_is_gone_is_named(tmp_path):
    """Not the DataFrame: its rows are as they should be."""
    rows = written(tmp_path, table())

    class Losing(rb.engines.Sequential):
        def map(self, function, items, shared):
            (tmp_path / "first" / "0.parquet").unlink(missing_ok=True)
            return super().map(function, items, shared)

    with pytest.raises(BadData, match=r"/first/0.parquet: there is no such file or folder$"):
        train(rows, Losing())


def test_files_have_an_order_and_need_no_column_for_it(tmp_path):
    with pytest.raises(BadParameter, match="`order_by=` is for a DataFrame; rows of files have an order"):
        rb.train_on(rb.engines.Sequential(), tmp_path / "rows.csv", order_by="id")
