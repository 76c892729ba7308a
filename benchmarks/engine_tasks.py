"""Tasks and shards that `benchmarks.engines` sends to workers, which import them from here."""

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import scipy.sparse as sp

from rosenblatt.learn.fitting.blocks import LabelledRows


def nothing(item, shared):
    """Return the item."""
    return item


def work(item, shared):
    """Compute for a second; the worker of the first item that is marked dies once, half a second into it."""
    path, begin = shared, time.perf_counter()
    while time.perf_counter() < begin + 1.0:
        if item == 0 and path and time.perf_counter() > begin + 0.5 and not Path(path).exists():
            Path(path).write_text("died", encoding="utf-8")
            os.kill(os.getpid(), signal.SIGKILL)
    return item


@dataclass(frozen=True)
class DrawnShard:
    """A shard whose rows are drawn when they are read: Zipf-distributed columns, and noisy labels."""

    number: int
    n_rows: int
    n_columns: int
    n_entries: int = 25

    n_blocks = at_once = 1

    def open(self, part):
        return self

    def read(self, blocks):
        random = np.random.default_rng(self.number)
        ranks = random.zipf(1.3, size=(self.n_rows, self.n_entries)) % self.n_columns
        columns = np.sort(ranks * 2654435761 % self.n_columns, axis=1).astype(np.int32)
        signs = np.where(columns * 40503 % 65536 < 32768, 1.0, -1.0).sum(axis=1) + random.normal(size=self.n_rows)
        starts = np.arange(0, columns.size + 1, self.n_entries)
        X = sp.csr_array((np.ones(columns.size), columns.ravel(), starts), shape=(self.n_rows, self.n_columns))
        X.sum_duplicates()
        return LabelledRows(X, (signs > 0).astype(np.int64), np.array([0, 1]))
