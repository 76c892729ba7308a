"""The workers of a Ray cluster."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from rosenblatt.distribute.engine import MOST_TRIES, Task, failed


class Ray:
    """Runs items as tasks of Ray: an `Engine`. Needs ``pip install "rosenblatt[ray]"``.

    The program's own connection is used, so call ``ray.init`` before. Workers may come and go, and need this package.
    """

    def map(self, function: Task, items: Sequence[Any], shared: Any) -> Iterator[tuple[int, Any]]:
        import ray  # noqa: PLC0415  an extra, and slow to import

        # As bytes: arrays from Ray's store are read-only, unlike those on other engines.
        call = ray.put(pickle.dumps((function, shared)))
        # Ray itself would try an item that needs too much memory without end.
        run = ray.remote(_tried).options(max_retries=0)
        running = {run.remote(pickle.dumps(item), call): place for place, item in enumerate(items)}
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
                    running[run.remote(pickle.dumps(items[place]), call)] = place
                    continue
                if not is_result:
                    raise failed(place, value)
                yield place, pickle.loads(value)

    def close(self) -> None:
        """Do nothing: the connection and its cluster belong to the user."""


def _reason(error: Exception) -> Exception | str:
    from ray.exceptions import NodeDiedError, OutOfMemoryError, WorkerCrashedError  # noqa: PLC0415

    if isinstance(error, OutOfMemoryError):
        return "its worker needed too much memory each time"
    died = isinstance(error, (WorkerCrashedError, NodeDiedError))
    return "its worker died each time" if died else error


def _tried(item: bytes, call: bytes) -> tuple[bool, Any]:
    """Run one item, on a worker; return its result as a pickle, or why there is none."""
    reason = ""
    for _ in range(MOST_TRIES):
        try:
            function, shared = pickle.loads(call)
            return True, pickle.dumps(function(pickle.loads(item), shared))
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
    return False, reason
