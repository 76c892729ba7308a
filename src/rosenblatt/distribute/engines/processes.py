"""Several processes of this machine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from queue import SimpleQueue
from typing import Any

from rosenblatt import checks
from rosenblatt.distribute.engine import MOST_TRIES, Task, failed, pickled
from rosenblatt.distribute.engines._worker_process import Died, WorkerProcess


class Processes:
    """Runs items in processes of this machine, and starts a new one where one has died: an `Engine`.

    The processes are started by the first `map` and end with `close`. They import this package and nothing of the
    calling script, which needs no ``if __name__ == "__main__"``.

    Parameters
    ----------
    n : number of processes.

    Examples
    --------
    >>> import operator
    >>> import rosenblatt as rb
    >>> with rb.engines.Processes(2) as engine:
    ...     sorted(engine.map(operator.mul, [1, 2, 3], 10))
    [(0, 10), (1, 20), (2, 30)]
    """

    def __init__(self, n: int) -> None:
        self.n = n
        checks.whole(self, "n", 1)
        self._workers: list[WorkerProcess] = []

    def map(self, function: Task, items: Sequence[Any], shared: Any) -> Iterator[tuple[int, Any]]:
        if not self._workers:
            self._workers = [WorkerProcess() for _ in range(self.n)]
        idle: SimpleQueue[WorkerProcess] = SimpleQueue()
        for worker in self._workers:
            idle.put(worker)
        call = pickled((function, shared))

        def run(place: int) -> Any:
            """Run one item on a process that is idle; a thread does nothing but wait for it."""
            worker = idle.get()
            try:
                return _tried(worker, call, place, items[place])
            finally:
                idle.put(worker)

        pool = ThreadPoolExecutor(self.n)
        try:
            running = {pool.submit(run, place): place for place in range(len(items))}
            for one in as_completed(running):
                yield running.pop(one), one.result()
        except BaseException:
            self.close()  # so that no thread waits for a process any longer
            raise
        finally:
            pool.shutdown(cancel_futures=True)

    def close(self) -> None:
        """End the processes."""
        for worker in self._workers:
            worker.end()
        self._workers = []

    def __enter__(self) -> Processes:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _tried(worker: WorkerProcess, call: bytes, place: int, item: Any) -> Any:
    reason: Exception
    for _ in range(MOST_TRIES):
        try:
            return worker.run(call, item)
        except (Died, RuntimeError) as error:
            reason = error
    raise failed(place, str(reason))
