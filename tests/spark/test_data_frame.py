"""Training on a DataFrame, whose rows have the order that its columns give them."""

import pytest

import rosenblatt as rb
from rosenblatt.errors import BadData, BadParameter
from tests.distribute import files
from tests.spark import frames

pytestmark = pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas:FutureWarning")
OPTIONS = {"label": "mood", "epochs": 1, "mixes": 1, "shards": 3, "learner": "averaged-perceptron"}
HERE = rb.engines.Sequential()


@pytest.fixture
def divided(classic):
    """A session that writes even few sorted rows to several files."""
    session = classic._session
    options = {"spark.sql.adaptive.enabled": "false", "spark.sql.shuffle.partitions": "5"}
    before = {name: session.conf.get(name) for name in options}
    for name, value in options.items():
        session.conf.set(name, value)
    yield session
    for name, value in before.items():
        session.conf.set(name, value)


def test_a_data_frame_has_the_bits_of_a_file_with_its_rows_in_order(classic, divided, tmp_path):
    frame, state = frames.frame(divided, 4), tmp_path / "state"
    expected, of_file = rb.train_on(HERE, frames.write_parts(tmp_path), **OPTIONS)
    found, report = rb.train_on(classic, frame, order_by="id", checkpoint=state, **OPTIONS)
    one_partition, again = rb.train_on(HERE, frame.coalesce(1), order_by="id", **OPTIONS)

    assert of_file.engine.parts == 24
    assert len(list(state.glob("rows-*/all/*.parquet"))) == 5
    assert files.digest(found) == files.digest(one_partition) == files.digest(expected)
    assert report.engine.plan == again.engine.plan
    assert (report.file, report.rows) == ("a DataFrame ordered by id", frames.N_ROWS)


def test_a_bad_row_is_named_by_its_number_and_by_what_orders_it(divided):
    """Infinite numbers are found in the file of the first rows, and times in the files of all rows."""
    rows = frames.frame(divided, 4)
    times = rows.selectExpr("id + 70 as id", "text", "mood", "if(id = 1999, 'soon', '2024-05-01') as day")
    numbers = rows.selectExpr(
        "date_add('2024-01-01', int(id)) as day", "if(id = 40, double('inf'), age) as age", "mood"
    )
    with pytest.raises(
        BadData, match=r"^a DataFrame ordered by id, row 2,000 \(id=2069\): `time='day'` must hold dates"
    ):
        rb.train_on(HERE, times, order_by="id", time="day", **OPTIONS)
    with pytest.raises(
        BadData, match=r"^a DataFrame ordered by day, row 41 \(day=2024-02-10\): column 'age' is infinite"
    ):
        rb.train_on(HERE, numbers, order_by="day", **OPTIONS)


def test_without_a_column_that_orders_its_rows_a_data_frame_is_refused(classic):
    frame = frames.frame(classic._session, 2)
    with pytest.raises(BadParameter, match=r"the rows of a DataFrame have no order; pass `order_by=`, the columns"):
        rb.train_on(classic, frame, label="mood")
    with pytest.raises(BadParameter, match=r"`order_by=` names no column: 'time'; there are id, age, "):
        rb.train_on(classic, frame, label="mood", order_by="time")
    with pytest.raises(BadParameter, match=r"must order all rows: 2,400 rows have 3 values of job; add a column"):
        rb.train_on(classic, frame, label="mood", order_by="job")
