"""The workers of a Dask cluster."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError
from contextlib import suppress
from typing import Any, NamedTuple

from rosenblatt.distribute.engine import MOST_TRIES, Task, failed


class _Lost(NamedTuple):
    """Places of items without a result: their workers died too often, or took with them what all items share."""

    killers: list[int]
    others: list[int]


class Dask:
    """Runs items on the workers of a Dask cluster: an `Engine`. Needs ``pip install "rosenblatt[dask]"``.

    Workers may come and go; one task takes one thread of a worker, and items prefer the worker that they were on
    before, where their rows are.

    Parameters
    ----------
    client : the user's own ``distributed.Client``, which stays open.
    """

    def __init__(self, client: Any) -> None:
        self.client = client
        self._homes: dict[tuple[int, int], list[str]] = {}  # by the number of items and the place of each

    def map(self, function: Task, items: Sequence[Any], shared: Any) -> Iterator[tuple[int, Any]]:
        killers: list[int] = []
        waiting: Sequence[int] = range(len(items))
        for _ in range(MOST_TRIES):
            lost = yield from self._run(function, items, waiting, shared)
            killers, waiting = killers + lost.killers, lost.others
        # Dask blames all tasks of a worker that dies. One at a time, the task that kills its worker has a name.
        for place in [*killers, *waiting]:
            if any((yield from self._run(function, items, [place], shared))):
                raise failed(place, "its worker died each time")

    def close(self) -> None:
        """Do nothing: the client and its cluster belong to the user."""

    def _run(
        self, function: Task, items: Sequence[Any], places: Sequence[int], shared: Any
    ) -> Generator[tuple[int, Any], None, _Lost]:
        """Yield results; return the places of the items that were lost with their workers."""
        from distributed import KilledWorker, as_completed  # noqa: PLC0415  an extra, and slow to import

        lost = _Lost([], [])
        if not places:
            return lost
        (sent,) = self.client.scatter([shared], broadcast=True, hash=False)
        running = {self._submit(function, items, place, sent): place for place in places}
        for future in as_completed(list(running), loop=self.client.loop):
            place = running[future]
            try:
                yield place, future.result()
            except KilledWorker:
                lost.killers.append(place)
            except CancelledError:
                lost.others.append(place)
            except Exception as error:
                raise failed(place, error) from error
        self._remember_homes(running, len(items))
        return lost

    def _submit(self, function: Task, items: Sequence[Any], place: int, sent: Any) -> Any:
        home = self._homes.get((len(items), place))
        options: dict[str, Any] = {"workers": home, "allow_other_workers": True} if home else {}
        return self.client.submit(function, items[place], sent, pure=False, retries=MOST_TRIES - 1, **options)

    def _remember_homes(self, futures: Mapping[Any, int], n_items: int) -> None:
        done = [future for future in futures if future.status == "finished"]
        with suppress(CancelledError):  # a worker has just died, and its results with it
            homes = self.client.who_has(done) if done else {}
            for future in done:
                self._homes[n_items, futures[future]] = list(homes.get(future.key, ()))
