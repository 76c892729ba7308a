"""A file read twice: from the disk, ahead of whoever works on the rows, and then, if it fits, from memory."""

from __future__ import annotations

from collections.abc import Iterator
from queue import Queue
from threading import Event, Thread
from typing import Generic, TypeVar

from rosenblatt.errors import BadData
from rosenblatt.read.open_batches import Batches
from rosenblatt.read.rebatch import batch_bytes
from rosenblatt.rows import RawBatch
from rosenblatt.train.progress import Progress

T = TypeVar("T")

AHEAD = 3  # batches; read while what is needed for working on them is loaded
PATIENCE = 1.0  # seconds for a reader that was told to stop; one that waits for a pipe never hears of it


class Rereading:
    """Labelled batches that the first walk keeps, as long as all of them fit, so that the next need not read again.

    Parameters
    ----------
    batches : of the file.
    most_bytes : what may be kept.

    Attributes
    ----------
    share : how much of the file the walk has given, from 0 to 1; None if that cannot be said.
    """

    def __init__(self, batches: Batches, most_bytes: int) -> None:
        self.batches = batches
        self.share: float | None = None
        self._most_bytes = most_bytes
        self._kept: list[RawBatch] | None = None
        self._begun: Ahead[tuple[float | None, RawBatch]] | None = None

    def begin(self) -> None:
        """Begin to read for the first walk, while other things are done."""
        self._begun = Ahead(self._with_shares())

    def walk(self, what: str, progress: Progress) -> Iterator[RawBatch]:
        """Give every batch; each row must have a label."""
        n_rows = 0
        for share, batch in self._from_memory() if self._kept is not None else self._from_disk():
            if batch.labels is None:
                raise no_label(self.batches)
            n_rows += len(batch)
            self.share = share
            yield batch
            progress.reach(what, share, n_rows)
        if n_rows == 0:
            raise BadData(f"{self.batches.paths[0]}: there are no rows to learn from")

    def forget(self) -> None:
        """Let go of what was kept, and keep no more."""
        self._kept, self._most_bytes = None, 0

    def _from_memory(self) -> Iterator[tuple[float, RawBatch]]:
        kept = self._kept or []
        for place, batch in enumerate(kept, 1):
            yield place / len(kept), batch

    def _from_disk(self) -> Iterator[tuple[float | None, RawBatch]]:
        kept: list[RawBatch] | None = []
        n_bytes = 0
        ahead, self._begun = self._begun or Ahead(self._with_shares()), None
        with ahead:
            for share, batch in ahead:
                n_bytes += batch_bytes(batch)
                if n_bytes > self._most_bytes:
                    kept = None
                if kept is not None:
                    kept.append(batch)
                yield share, batch
        self._kept = kept

    def _with_shares(self) -> Iterator[tuple[float | None, RawBatch]]:
        return ((self.batches.share_read, batch) for batch in self.batches)


class Ahead(Generic[T]):
    """Works through an iterator in a thread of its own, some items ahead of whoever takes them.

    Parameters
    ----------
    items : what to work through. An exception comes where it would have come.
    n_ahead : how many items.
    """

    def __init__(self, items: Iterator[T], n_ahead: int = AHEAD) -> None:
        self._items = items
        self._queue: Queue[tuple[T | None, BaseException | None]] = Queue(n_ahead)
        self._is_enough = Event()
        self._thread = Thread(target=self._work, daemon=True)
        self._thread.start()

    def __iter__(self) -> Iterator[T]:
        while True:
            item, error = self._queue.get()
            if error is not None:
                if isinstance(error, StopIteration):
                    return
                raise error
            yield item  # type: ignore[misc]

    def __enter__(self) -> Ahead[T]:
        return self

    def __exit__(self, *_: object) -> None:
        """Stop the work, if it is not done."""
        self._is_enough.set()
        while not self._queue.empty():
            self._queue.get()
        self._thread.join(PATIENCE)

    def _work(self) -> None:
        try:
            for item in self._items:
                self._queue.put((item, None))
                if self._is_enough.is_set():
                    return
            self._queue.put((None, StopIteration()))
        except BaseException as error:
            self._queue.put((None, error))


def no_label(batches: Batches) -> BadData:
    """Say that somebody must say where the labels are."""
    there_are = f"; there are {', '.join(batches.kinds)}" if batches.kinds else ""
    return BadData(f"{batches.paths[0]}: say which column holds the label, with --label{there_are}")
