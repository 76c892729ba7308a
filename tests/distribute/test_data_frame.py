"""What `train_on` asks of DataFrames that needs no Spark; the rest is in tests/spark/test_data_frame.py."""

import pytest

import rosenblatt as rb
from rosenblatt.distribute.data_frame import OrderedRows, refuse_missing_rows
from rosenblatt.errors import BadData, BadParameter


def test_rows_that_spark_wrote_elsewhere_are_missed():
    """On a cluster, a temporary folder of the driver is not that of the workers."""
    rows = OrderedRows("first/*.parquet", "all/*.parquet", "version", 2000, "a DataFrame")
    refuse_missing_rows(rows, 2000)

    with pytest.raises(
        BadData, match=r"Spark wrote 2,000 rows, and 500 of them are here; pass `checkpoint=`, a folder"
    ):
        refuse_missing_rows(rows, 500)


def test_files_have_an_order_and_need_no_column_for_it(tmp_path):
    with pytest.raises(BadParameter, match="`order_by=` is for a DataFrame; rows of files have an order"):
        rb.train_on(rb.engines.Sequential(), tmp_path / "rows.csv", order_by="id")
