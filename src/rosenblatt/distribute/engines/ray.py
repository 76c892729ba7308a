"""The workers of a Ray cluster."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from rosenblatt.distribute.engine import MOST_TRIES, Task, failed, pickled
from rosenblatt.distribute.engines._pickled_task import run_pickled


class Ray:
    """Runs items as tasks of Ray: an `Engine`. Needs ``pip install "rosenblatt[ray]"``.

    The program's own connection is used, so call ``ray.init`` before. Workers may come and go, and need this package.
    """

    def map(self, function: Task, items: Sequence[Any], shared: Any) -> Iterator[tuple[int, Any]]:
        import ray  # noqa: PLC0415  an extra, and slow to import

        # As bytes: arrays from Ray's store are read-only, unlike those on other engines.
        call = ray.put(pickled((function, shared)))
        # Ray itself would try an item that needs too much memory without end.
        run = ray.remote(run_pickled).options(max_retries=0)
        running = {run.remote(call, pickled(item)): place for place, item in enumerate(items)}
        n_failures: Counter[int] = Counter()
        # If the caller stops early, the others end by themselves: `ray.cancel` of a task that is just ending aborts the
        # driver (Ray 2.60; ray-project/ray#54798 is about another case of it).
        while running:
            for one in ray.wait(list(running))[0]:
                place = running.pop(one)
                try:
                    is_result, value = ray.get(one)
                except ray.exceptions.RayError as error:
                    n_failures[place] += 1
                    if n_failures[place] == MOST_TRIES:
                        raise failed(place, _reason(error)) from error
                    running[run.remote(call, pickled(items[place]))] = place
                    continue
                if not is_result:
                    raise failed(place, pickle.loads(value))
                yield place, pickle.loads(value)

    def close(self) -> None:
        """Do nothing: the connection and its cluster belong to the user."""


def _reason(error: Exception) -> Exception | str:
    from ray.exceptions import NodeDiedError, OutOfMemoryError, WorkerCrashedError  # noqa: PLC0415

    if isinstance(error, OutOfMemoryError):
        return "its worker needed too much memory each time"
    died = isinstance(error, (WorkerCrashedError, NodeDiedError))
    return "its worker died each time" if died else error
