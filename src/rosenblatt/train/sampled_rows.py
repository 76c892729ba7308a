"""A sample of the rows of a file that fits into memory, so that recipes can be compared quickly."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from rosenblatt.arrow_arrays import from_bools
from rosenblatt.read.label_codes import LabelCodes
from rosenblatt.read.rebatch import batch_bytes
from rosenblatt.rows import RawBatch
from rosenblatt.splitmix import mixed
from rosenblatt.train.progress import Progress
from rosenblatt.train.split import JUDGE, SplitBatch
from rosenblatt.train.split_rows import FileRows

MOST_ROWS, MOST_BYTES = 50_000, 2**28


class SampledRows:
    """One row in 1, 2, 4, 8 ... of those that do not judge: at most 50,000 rows and 256 MiB, as `SplitRows`.

    Which rows depends only on their numbers and sizes, so the sample is the same on every machine.

    Parameters
    ----------
    rows : all rows of a file.
    progress : receives progress updates.

    Attributes
    ----------
    is_all : whether no row that does not judge was left out.
    """

    def __init__(self, rows: FileRows, progress: Progress) -> None:
        self.batches = rows.batches
        self.labels = LabelCodes()
        self.share_read: float | None = None
        self._level = 0
        self._kept: list[tuple[SplitBatch, NDArray[np.uint64]]] = []
        n_read = 0
        for split in rows.read("sampling", progress):
            draws = mixed(np.arange(n_read, n_read + len(split.codes), dtype=np.uint64))
            n_read += len(split.codes)
            self._keep(split, draws, split.parts != JUDGE)
            while self.n_rows > MOST_ROWS or self._n_bytes > MOST_BYTES:
                self._level += 1
                before, self._kept = self._kept, []
                for one, own_draws in before:
                    self._keep(one, own_draws, np.ones(len(own_draws), np.bool_))
        self.n_columns = rows.n_columns

    @property
    def is_all(self) -> bool:
        return self._level == 0

    @property
    def n_rows(self) -> int:
        """The number of rows of the sample."""
        return sum(len(split.codes) for split, _ in self._kept)

    @property
    def _n_bytes(self) -> int:
        return sum(batch_bytes(split.batch) for split, _ in self._kept)

    def _keep(self, split: SplitBatch, draws: NDArray[np.uint64], mask: NDArray[np.bool_]) -> None:
        """Keep the rows of the mask whose last bits, one per level, are 0."""
        mask = mask & (draws & np.uint64(2**self._level - 1) == 0)
        if mask.any():
            own = SplitBatch(_chosen(split.batch, mask), split.codes[mask], split.parts[mask])
            self._kept.append((own, draws[mask]))

    def part_of(self, times: int) -> SampledRows:
        """Return a sample of this sample, halved `times` times."""
        part = copy(self)
        part._level, part._kept = self._level + times, []
        for split, draws in self._kept:
            part._keep(split, draws, np.ones(len(draws), np.bool_))
        return part

    def read(self, stage: str, progress: Progress) -> Iterator[SplitBatch]:
        self.labels = LabelCodes()
        for count, (split, _) in enumerate(self._kept, 1):
            self.share_read = count / len(self._kept)
            codes = self.labels.codes(np.asarray(split.batch.labels))
            yield SplitBatch(split.batch, codes, split.parts)
            progress.update(stage, self.share_read, len(codes))

    def limit_cache(self, most_bytes: int) -> None:
        """Do nothing: a sample is not read from the file again."""


def _chosen(batch: RawBatch, mask: NDArray[np.bool_]) -> RawBatch:
    """Return the rows that are True in the mask."""
    places = np.flatnonzero(mask)
    data: Any = batch.data
    return RawBatch(
        # With an array of places, Arrow would import pandas.
        data=data.filter(from_bools(mask)) if isinstance(data, pa.RecordBatch) else data[places],
        labels=None if batch.labels is None else batch.labels[places],
        path=batch.path,
        lines=batch.lines[places],
        files=None if batch.files is None else tuple(batch.files[place] for place in places.tolist()),
    )
