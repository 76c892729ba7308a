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
from rosenblatt.read.open_batches import Batches
from rosenblatt.read.rebatch import batch_bytes
from rosenblatt.rows import RawBatch
from rosenblatt.splitmix import mixed
from rosenblatt.train.progress import Progress
from rosenblatt.train.split import JUDGE, SplitBatch
from rosenblatt.train.split_rows import SplitRows

MOST_ROWS, MOST_BYTES = 50_000, 2**28


class RowSample:
    """One row in 1, 2, 4, 8 ... of those that do not judge: at most 50,000 rows and 256 MiB.

    Which rows depends only on their numbers and sizes, so the sample is the same on every machine, also if it is merged
    from samples of parts.

    Parameters
    ----------
    level : how often the rows are halved; it rises while there are too many.
    """

    def __init__(self, level: int = 0) -> None:
        self.level = level
        self.kept: list[tuple[SplitBatch, NDArray[np.uint64]]] = []

    @property
    def n_rows(self) -> int:
        """The number of rows of the sample."""
        return sum(len(split.codes) for split, _ in self.kept)

    def add(self, split: SplitBatch, first_row: int) -> None:
        """Add rows that follow one another, the first of which has a number in the whole file."""
        draws = mixed(np.arange(first_row, first_row + len(split.codes), dtype=np.uint64))
        self._keep(split, draws, split.parts != JUDGE)
        self._halve_to_fit()

    def merge(self, later: RowSample) -> None:
        """Add the sample of rows that come after these."""
        self._raise_to(max(self.level, later.level))
        for split, draws in later.kept:
            self._keep(split, draws, np.ones(len(draws), np.bool_))
        self._halve_to_fit()

    def part_of(self, times: int) -> RowSample:
        """Return a sample of this sample, halved `times` times."""
        part = copy(self)
        part._raise_to(self.level + times)
        return part

    def _halve_to_fit(self) -> None:
        while self.n_rows > MOST_ROWS or sum(batch_bytes(split.batch) for split, _ in self.kept) > MOST_BYTES:
            self._raise_to(self.level + 1)

    def _raise_to(self, level: int) -> None:
        if level > self.level:
            before, self.level, self.kept = self.kept, level, []
            for split, draws in before:
                self._keep(split, draws, np.ones(len(draws), np.bool_))

    def _keep(self, split: SplitBatch, draws: NDArray[np.uint64], mask: NDArray[np.bool_]) -> None:
        """Keep the rows of the mask whose last bits, one per level, are 0."""
        mask = mask & (draws & np.uint64(2**self.level - 1) == 0)
        if mask.all():
            self.kept.append((split, draws))
        elif mask.any():
            own = SplitBatch(_chosen(split.batch, mask), split.codes[mask], split.parts[mask])
            self.kept.append((own, draws[mask]))


class SampledRows:
    """A sample of the rows of a file, as `SplitRows`.

    Parameters
    ----------
    batches : the file.
    sample : its rows.
    n_columns : the number of columns of all rows of the file.
    """

    def __init__(self, batches: Batches, sample: RowSample, n_columns: int) -> None:
        self.batches, self.n_columns = batches, n_columns
        self.labels = LabelCodes()
        self.share_read: float | None = None
        self._sample = sample

    @property
    def is_all(self) -> bool:
        """Whether no row that does not judge was left out."""
        return self._sample.level == 0

    @property
    def n_rows(self) -> int:
        """The number of rows of the sample."""
        return self._sample.n_rows

    def part_of(self, times: int) -> SampledRows:
        """Return a sample of this sample, halved `times` times."""
        return SampledRows(self.batches, self._sample.part_of(times), self.n_columns)

    def read(self, stage: str, progress: Progress) -> Iterator[SplitBatch]:
        self.labels = LabelCodes()
        kept = self._sample.kept
        for count, (split, _) in enumerate(kept, 1):
            self.share_read = count / len(kept)
            codes = self.labels.codes(np.asarray(split.batch.labels))
            yield SplitBatch(split.batch, codes, split.parts)
            progress.update(stage, self.share_read, len(codes))

    def limit_cache(self, most_bytes: int) -> None:
        """Do nothing: a sample is not read from the file again."""


def sample_of(rows: SplitRows, progress: Progress, first_row: int = 0, level: int = 0) -> RowSample:
    """Draw a sample of consecutive rows.

    Parameters
    ----------
    rows : the rows.
    progress : receives progress updates.
    first_row : the number of the first row in the whole file.
    level : how often the rows are halved at least.
    """
    sample = RowSample(level)
    n_read = first_row
    for split in rows.read("sampling", progress):
        sample.add(split, n_read)
        n_read += len(split.codes)
    return sample


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
