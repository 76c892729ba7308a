"""The rows of a file, each with the number of its label and the part that it plays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

import numpy as np

from rosenblatt.read.label_codes import LabelCodes
from rosenblatt.read.open_batches import Batches
from rosenblatt.train.cached_batches import CachedBatches
from rosenblatt.train.progress import Progress
from rosenblatt.train.split import Split, SplitBatch, SplitRule


class SplitRows(Protocol):
    """Labelled rows that can be read again and again, and play the same parts each time.

    Attributes
    ----------
    batches : the file.
    labels, n_columns : all labels and the number of columns, after the rows have been read.
    """

    batches: Batches
    labels: LabelCodes
    n_columns: int

    @property
    def share_read(self) -> float | None:
        """The share of the rows up to the current batch, if it is known."""

    def read(self, stage: str, progress: Progress) -> Iterator[SplitBatch]:
        """Yield every batch, and report progress under the name of a stage."""

    def limit_cache(self, most_bytes: int) -> None:
        """Cache at most `most_bytes` bytes of the file from now on."""


class FileRows:
    """All rows of a file: `SplitRows`.

    Parameters
    ----------
    rows : the batches of the file.
    rule : which rows choose and which judge.
    """

    def __init__(self, rows: CachedBatches, rule: SplitRule) -> None:
        self._rows = rows
        self.rule = rule
        self.batches = rows.batches
        self.labels = LabelCodes()
        self.n_columns = 0

    @property
    def share_read(self) -> float | None:
        return self._rows.share_read

    def read(self, stage: str, progress: Progress) -> Iterator[SplitBatch]:
        self.labels = LabelCodes()
        split = Split(self.rule)
        for batch in self._rows.read(stage, progress):
            data: Any = batch.data
            self.n_columns = max(self.n_columns, data.shape[1])
            codes = self.labels.codes(np.asarray(batch.labels))
            yield SplitBatch(batch, codes, split.parts(codes, batch))

    def limit_cache(self, most_bytes: int) -> None:
        self._rows.limit_cache(most_bytes)
