"""A file read twice: from the disk and, if it fits, from memory."""

from __future__ import annotations

from collections.abc import Iterator

from rosenblatt.batch import RawBatch
from rosenblatt.errors import BadData
from rosenblatt.judge.progress import Progress
from rosenblatt.read._rebatch import batch_bytes
from rosenblatt.read.open_batches import Batches


class Rereading:
    """Labelled batches that the first walk keeps, as long as all of them fit, so that the next need not read again.

    Parameters
    ----------
    batches : of the file.
    most_bytes : what may be kept.
    """

    def __init__(self, batches: Batches, most_bytes: int) -> None:
        self.batches = batches
        self._most_bytes = most_bytes
        self._kept: list[RawBatch] | None = None
        self.n_rows = 0

    def walk(self, what: str, progress: Progress) -> Iterator[RawBatch]:
        """Give every batch; each row must have a label."""
        n_rows = 0
        for share, batch in self._from_memory() if self._kept is not None else self._from_disk():
            if batch.labels is None:
                raise no_label(self.batches)
            n_rows += len(batch)
            yield batch
            progress.reach(what, share, n_rows)
        if n_rows == 0:
            raise BadData(f"{self.batches.paths[0]}: there are no rows to learn from")
        self.n_rows = n_rows

    def forget(self) -> None:
        """Let go of what was kept."""
        self._kept = None

    def _from_memory(self) -> Iterator[tuple[float, RawBatch]]:
        kept = self._kept or []
        for place, batch in enumerate(kept, 1):
            yield place / len(kept), batch

    def _from_disk(self) -> Iterator[tuple[float | None, RawBatch]]:
        kept: list[RawBatch] | None = []
        n_bytes = 0
        for batch in self.batches:
            n_bytes += batch_bytes(batch)
            if n_bytes > self._most_bytes:
                kept = None
            if kept is not None:
                kept.append(batch)
            yield self.batches.share_read, batch
        self._kept = kept


def no_label(batches: Batches) -> BadData:
    """Say that somebody must say where the labels are."""
    there_are = f"; there are {', '.join(batches.kinds)}" if batches.kinds else ""
    return BadData(f"{batches.paths[0]}: say which column holds the label, with --label{there_are}")
