"""The workers of a Dask cluster."""

from __future__ import annotations

import pickle
from collections.abc import Generator, Iterator, Sequence
from typing import Any

from rosenblatt.distribute.engine import MOST_TRIES, Task, engine_failed, failed, pickled

_LARGEST_GRAPH = "16 GiB"  # Dask warns of more than 10 MiB; here they are the weights, once per call


class Dask:
    """Runs items on the workers of a Dask cluster: an `Engine`. Needs ``pip install "rosenblatt[dask]"``.

    Workers may come and go; one task takes one thread of a worker. An item prefers the same worker in each call, which
    may have stored something for it, and runs on another if this one is gone or busy.

    Parameters
    ----------
    client : the user's own ``distributed.Client``, which stays open.
    """

    def __init__(self, client: Any) -> None:
        self.client = client

    def map(self, function: Task, items: Sequence[Any], shared: Any) -> Iterator[tuple[int, Any]]:
        lost = yield from self._run(function, items, range(len(items)), shared)
        # Dask blames all tasks of a worker that dies. One at a time, the task that kills its worker has a name.
        for place in lost:
            if (yield from self._run(function, items, [place], shared)):
                raise failed(place, "its worker died each time")

    def close(self) -> None:
        """Do nothing: the client and its cluster belong to the user."""

    def _run(
        self, function: Task, items: Sequence[Any], places: Sequence[int], shared: Any
    ) -> Generator[tuple[int, Any], None, list[int]]:
        """Yield results; return the places of the items whose workers died too often."""
        import dask  # noqa: PLC0415  an extra, and slow to import
        from distributed import KilledWorker, as_completed  # noqa: PLC0415

        if not places:
            return []
        lost = []
        with dask.config.set({"distributed.admin.large-graph-warning-threshold": _LARGEST_GRAPH}):
            # A task and no scattered data, which would be lost with the last worker that has it.
            sent = self.client.submit(pickle.loads, pickled(shared), pure=False)
            slots = [worker for worker, n_threads in sorted(self.client.nthreads().items()) for _ in range(n_threads)]
            running = {}
            for place in places:
                # Else Dask prefers the worker that has what they share, and half of the calls ran on that one alone.
                where = {"workers": slots[place % len(slots)], "allow_other_workers": True} if slots else {}
                how = {"pure": False, "retries": MOST_TRIES - 1, **where}
                running[self.client.submit(function, items[place], sent, **how)] = place
        for future in as_completed(list(running), loop=self.client.loop):
            place = running[future]
            try:
                yield place, future.result()
            except KilledWorker:
                lost.append(place)
            except Exception as error:
                has_raised = future.status == "error"
                raise (failed(place, error) if has_raised else engine_failed("Dask", error)) from error
        return lost
