"""A file read twice: from the disk, ahead of whoever works on the rows, and then, if it fits, from memory."""

from __future__ import annotations

from collections.abc import Iterator

from rosenblatt.errors import BadData
from rosenblatt.read.open_batches import Batches
from rosenblatt.read.prefetch import Prefetched
from rosenblatt.read.rebatch import batch_bytes
from rosenblatt.rows import RawBatch
from rosenblatt.train.progress import Progress


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
        self._begun: Prefetched[tuple[float | None, RawBatch]] | None = None

    def begin(self) -> None:
        """Begin to read for the first walk, while other things are done."""
        self._begun = Prefetched(self._with_shares())

    def walk(self, what: str, progress: Progress) -> Iterator[RawBatch]:
        """Give every batch; each row must have a label."""
        n_rows = 0
        for share, batch in self._from_memory() if self._kept is not None else self._from_disk():
            self.batches.labels_of(batch)
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
        ahead, self._begun = self._begun or Prefetched(self._with_shares()), None
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
