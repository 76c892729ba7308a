"""Work through an iterator in a thread, some items ahead of the consumer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from queue import Empty, Queue
from threading import Event, Thread
from typing import Generic, TypeVar

T = TypeVar("T")

DEPTH = 3  # batches: enough to read while the modules that process them are imported
JOIN_SECONDS = 1.0  # a producer that is blocked on a pipe never sees the stop signal
# Seconds between two looks for signals. One that another thread receives, or that arrives just before the main thread
# begins to wait, does not end a wait without a limit.
WAIT = 0.1


class Prefetched(Generic[T]):
    """An iterator whose items are produced in a thread, at most `depth` ahead of the consumer.

    Use it as a context manager: leaving the block stops the thread.

    Parameters
    ----------
    items : the iterator to work through; an exception is raised at the position where it occurred.
    depth : how many items may wait for the consumer.

    Examples
    --------
    >>> from rosenblatt.read.prefetch import Prefetched
    >>> with Prefetched(iter("abc")) as letters:
    ...     list(letters)
    ['a', 'b', 'c']
    """

    def __init__(self, items: Iterator[T], depth: int = DEPTH) -> None:
        self._items = items
        self._queue: Queue[tuple[T | None, BaseException | None]] = Queue(depth)
        self._stop = Event()
        self._thread = Thread(target=self._produce, daemon=True)
        self._thread.start()

    def __iter__(self) -> Iterator[T]:
        while True:
            item, error = self._next()
            if error is not None:
                if isinstance(error, StopIteration):
                    return
                raise error
            yield item  # type: ignore[misc]

    def _next(self) -> tuple[T | None, BaseException | None]:
        while True:
            with suppress(Empty):
                return self._queue.get(timeout=WAIT)

    def __enter__(self) -> Prefetched[T]:
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        while not self._queue.empty():
            self._queue.get()
        self._thread.join(JOIN_SECONDS)

    def _produce(self) -> None:
        try:
            for item in self._items:
                self._queue.put((item, None))
                if self._stop.is_set():
                    return
            self._queue.put((None, StopIteration()))
        except BaseException as error:
            self._queue.put((None, error))
