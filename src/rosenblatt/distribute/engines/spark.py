"""An existing Spark session."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pyarrow as pa

from rosenblatt.distribute.engine import Task, engine_failed, failed, pickled
from rosenblatt.distribute.engines._pickled_task import run_pickled
from rosenblatt.errors import TaskFailed

_FAILED = re.compile(r"Task (\d+) in stage \S+ failed (\d+) times")  # the words of Spark's scheduler


class Spark:
    """Runs items as tasks of a Spark session: an `Engine`. Needs ``pip install "rosenblatt[spark]"``.

    Each item is a partition of its own. Only calls of DataFrames are used, so that Spark Connect will do, and no
    barrier, so that any number of slots will. Workers need this package.

    Parameters
    ----------
    session : a ``pyspark.sql.SparkSession``, which stays open. Spark itself repeats a task whose worker died,
        ``spark.task.maxFailures`` times in all; a local session does so as ``local[2,4]`` only.

    """

    def __init__(self, session: Any) -> None:
        self._session = session

    def map(self, function: Task, items: Sequence[Any], shared: Any) -> Iterator[tuple[int, Any]]:
        if not items:
            return
        run = _runner(pickled((function, shared)), [pickled(item) for item in items])
        places = self._session.range(0, len(items), 1, len(items))  # one per partition
        try:
            rows = places.mapInArrow(run, "place long, is_result boolean, value binary").collect()
        except Exception as error:
            found = _FAILED.search(str(error))
            if found is None:
                raise engine_failed("Spark", error) from error
            raise TaskFailed(int(found[1]), f"tried {found[2]} times: its worker died") from error
        for place, is_result, value in rows:
            if not is_result:
                raise failed(place, pickle.loads(value))
            yield place, pickle.loads(value)

    def close(self) -> None:
        """Do nothing: the session is the user's."""


def _runner(call: bytes, items: Sequence[bytes]) -> Callable[[Iterator[Any]], Iterator[Any]]:
    """Return what a worker does with the places in a partition: results and errors, both as pickles."""

    def run(batches: Iterator[Any]) -> Iterator[Any]:
        for batch in batches:
            for place in batch.column(0).to_pylist():
                is_result, value = run_pickled(call, items[place])
                yield pa.RecordBatch.from_pydict({"place": [place], "is_result": [is_result], "value": [value]})

    return run
