"""Labelled batches of a file that training reads twice: from the disk, then from memory if they fit."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import chain

from rosenblatt.errors import BadData
from rosenblatt.read.open_batches import Batches
from rosenblatt.read.prefetch import Prefetched
from rosenblatt.read.rebatch import batch_bytes
from rosenblatt.rows import RawBatch
from rosenblatt.train.progress import Progress


class CachedBatches:
    """Labelled batches, cached by the first pass if all of them fit, so that later passes do not read the file.

    Parameters
    ----------
    batches : the batches of the file.
    most_bytes : the size of the cache.

    Attributes
    ----------
    share_read : the share of the file up to the current batch, from 0 to 1; None if it is not known.
    """

    def __init__(self, batches: Batches, most_bytes: int) -> None:
        self.batches = batches
        self.share_read: float | None = None
        self._most_bytes = most_bytes
        self._cache: list[RawBatch] | None = None
        self._started: Prefetched[tuple[float | None, RawBatch]] | None = None
        self._ahead: list[tuple[float | None, RawBatch]] = []  # taken from what was started

    def start(self) -> None:
        """Start to read ahead for the first pass."""
        self._started = Prefetched(self._with_shares())

    def has_more_than(self, n_rows: int, n_bytes: int) -> bool:
        """Whether there are more rows or bytes than this; reads no further than needed, and caches a smaller file."""
        if self._cache is None:
            first_rows = self._started = self._started or Prefetched(self._with_shares())
            if _is_more([batch for _, batch in self._ahead], n_rows, n_bytes):
                return True
            for one in first_rows:
                self._ahead.append(one)
                if _is_more([batch for _, batch in self._ahead], n_rows, n_bytes):
                    return True
            # All has been read: what was started cannot be read from again.
            whole, self._ahead, self._started = [batch for _, batch in self._ahead], [], None
            if sum(map(batch_bytes, whole)) > self._most_bytes:
                return False
            self._cache = whole
        return _is_more(self._cache, n_rows, n_bytes)

    def first_batches(self, n_rows: int) -> list[RawBatch]:
        """Return the batches of at least `n_rows` rows, or of all; the next pass does not read them again."""
        self.has_more_than(n_rows, sys.maxsize)
        return [batch for _, batch in self._ahead] if self._cache is None else self._cache

    def read(self, stage: str, progress: Progress) -> Iterator[RawBatch]:
        """Yield every batch, and report progress under the name of a stage; every row must have a label."""
        n_rows = 0
        for share, batch in self._from_memory() if self._cache is not None else self._from_disk():
            self.batches.labels_of(batch)  # raises if there are none
            n_rows += len(batch)
            self.share_read = share
            yield batch
            progress.update(stage, share, n_rows)
        if n_rows == 0:
            raise BadData(f"{self.batches.paths[0]}: there are no rows to learn from")

    def limit_cache(self, most_bytes: int) -> None:
        """Cache at most `most_bytes` bytes from now on, and free what is larger."""
        self._most_bytes = min(self._most_bytes, most_bytes)
        if sum(map(batch_bytes, self._cache or ())) > self._most_bytes:
            self._cache = None

    def _from_memory(self) -> Iterator[tuple[float, RawBatch]]:
        cache = self._cache or []
        for count, batch in enumerate(cache, 1):
            yield count / len(cache), batch

    def _from_disk(self) -> Iterator[tuple[float | None, RawBatch]]:
        cache: list[RawBatch] | None = []
        n_bytes = 0
        prefetched, self._started = self._started or Prefetched(self._with_shares()), None
        ahead, self._ahead = self._ahead, []
        with prefetched:
            for share, batch in chain(ahead, prefetched):
                n_bytes += batch_bytes(batch)
                if n_bytes > self._most_bytes:
                    cache = None
                if cache is not None:
                    cache.append(batch)
                yield share, batch
        self._cache = cache

    def _with_shares(self) -> Iterator[tuple[float | None, RawBatch]]:
        return ((self.batches.share_read, batch) for batch in self.batches)


def _is_more(batches: list[RawBatch], n_rows: int, n_bytes: int) -> bool:
    return sum(map(len, batches)) > n_rows or sum(map(batch_bytes, batches)) > n_bytes
