"""DataFrames of Spark, and files with the same rows."""

import pyarrow as pa
import pyarrow.parquet as pq

from tests.distribute import files

ROWS_PER_PART = 100  # of a DataFrame with three shards
N_ROWS = 24 * ROWS_PER_PART


def table():
    """Rows with an id, by which they are in order."""
    return pa.Table.from_pylist([{"id": place, **row} for place, row in enumerate(files.table_rows(N_ROWS))])


def write_parts(folder):
    """Write the rows to files, one per part."""
    rows = table()
    for number in range(24):
        path = folder / f"{number:02}.parquet"
        pq.write_table(rows.slice(number * ROWS_PER_PART, ROWS_PER_PART), path)
    return folder / "*.parquet"


def frame(session, n_partitions):
    """The same rows in another order, in some partitions."""
    mixed = table().take([place * 7919 % N_ROWS for place in range(N_ROWS)])
    return session.createDataFrame(mixed).repartition(n_partitions)
