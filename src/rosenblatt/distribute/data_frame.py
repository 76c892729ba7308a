"""The rows of a Spark DataFrame in a given order, as Parquet files that all workers can read.

A DataFrame has no order of rows of its own, and its partitions depend on the cluster. So Spark sorts the rows and
writes them; the plan then divides them by their numbers, wherever the files that Spark has written begin and end.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from rosenblatt.errors import BadData, BadParameter
from rosenblatt.read.open_batches import PathLike
from rosenblatt.read.urls import is_url
from rosenblatt.train.left_out import FIRST_ROWS

_UNHASHED = ("map<", "variant")  # types that Spark cannot hash


class OrderedRows(NamedTuple):
    """The rows of a DataFrame in files.

    Attributes
    ----------
    first : a pattern of the file of the first rows, which decide about the kinds of columns.
    files : a pattern of the files of all rows; their names have the order of the rows.
    version : distinguishes the DataFrame from one with other rows.
    n_rows : how many there are.
    order_by : the columns that order them.
    """

    first: str
    files: str
    version: str
    n_rows: int
    order_by: tuple[str, ...]

    @property
    def name(self) -> str:
        """The name of the DataFrame, for messages and the report."""
        return f"a DataFrame ordered by {', '.join(self.order_by)}"


def is_data_frame(files: Any) -> bool:
    """Whether these are the rows of Spark and no names of files."""
    return hasattr(files, "mapInArrow")


@contextmanager
def rows_in_order(frame: Any, order_by: str | Sequence[str] | None, place: PathLike | None) -> Iterator[OrderedRows]:
    """Let Spark sort and write rows, by calls of DataFrames alone, so that Spark Connect will do.

    Parameters
    ----------
    frame : a ``pyspark.sql.DataFrame``.
    order_by : the columns that order it; no two rows may have the same values in all of them.
    place : a folder or a URL that the driver and all workers can read, where the rows stay; None for a temporary folder
        of this machine, which is deleted at the end.
    """
    columns = [order_by] if isinstance(order_by, str) else list(order_by or ())
    _refuse_columns(frame, columns)
    version, n_rows = _version(frame, columns)
    with tempfile.TemporaryDirectory() as temporary:
        folder = f"{temporary if place is None else str(place).rstrip('/')}/rows-{version[:16]}"
        whole = folder if is_url(folder) else str(Path(folder).resolve())
        ordered = frame.orderBy(*columns)
        ordered.limit(FIRST_ROWS).coalesce(1).write.mode("overwrite").parquet(f"{whole}/first")
        ordered.write.mode("overwrite").parquet(f"{whole}/all")
        yield OrderedRows(f"{whole}/first/*.parquet", f"{whole}/all/*.parquet", version, n_rows, tuple(columns))


def refuse_missing_rows(rows: OrderedRows, n_found: int) -> None:
    """Raise if not all rows that Spark has written can be read here."""
    if n_found != rows.n_rows:
        raise BadData(
            f"{rows.files}: Spark wrote {rows.n_rows:,} rows, and {n_found:,} of them are here; pass `checkpoint=`, a "
            "folder or URL that the driver and all workers can read"
        )


def _refuse_columns(frame: Any, columns: Sequence[str]) -> None:
    if not columns:
        raise BadParameter(
            "the rows of a DataFrame have no order; pass `order_by=`, the columns that order them, such as an id"
        )
    unknown = [name for name in columns if name not in frame.columns]
    if unknown:
        raise BadParameter(f"`order_by=` names no column: {unknown[0]!r}; there are {', '.join(frame.columns)}")


def _version(frame: Any, columns: Sequence[str]) -> tuple[str, int]:
    """Return a hash of all rows and of their order, and how many there are; refuse rows that have no order."""
    from pyspark.sql import functions  # noqa: PLC0415  an extra

    hashed = [name for name, kind in frame.dtypes if not any(word in kind for word in _UNHASHED)]
    of_row = functions.xxhash64(*(frame[name] for name in hashed)).cast("decimal(20, 0)")
    total, n_rows = frame.agg(functions.sum(of_row), functions.count("*")).collect()[0]
    n_places = frame.select(*columns).distinct().count()
    if n_rows == 0:
        raise BadData("the DataFrame has no rows to learn from")
    if n_places < n_rows:
        raise BadParameter(
            f"`order_by=` must order all rows: {n_rows:,} rows have {n_places:,} values of {', '.join(columns)}; add a "
            "column in which they differ"
        )
    content = json.dumps([str(total), n_rows, frame.dtypes, list(columns)])
    return hashlib.sha256(content.encode()).hexdigest(), int(n_rows)
