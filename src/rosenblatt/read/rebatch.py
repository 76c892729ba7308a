"""Pieces of any size to batches of a given size."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pyarrow as pa

from rosenblatt.rows import Matrix, RawBatch, stack_rows

MOST_BYTES = 2**26  # a batch of long rows ends early, so that memory stays bounded


def rebatch(pieces: Iterator[RawBatch], batch_rows: int) -> Iterator[RawBatch]:
    """Cut and join the pieces of one file to batches."""
    waiting: list[RawBatch] = []
    n_rows = n_bytes = 0
    for piece in pieces:
        if not len(piece) and not waiting:
            yield piece  # stands for lines that are not rows
        start = 0
        while start < len(piece):
            part = _cut(piece, start, batch_rows - n_rows)
            waiting.append(part)
            start, n_rows, n_bytes = start + len(part), n_rows + len(part), n_bytes + batch_bytes(part)
            if n_rows == batch_rows or n_bytes >= MOST_BYTES:
                yield _joined(waiting)
                waiting, n_rows, n_bytes = [], 0, 0
    if waiting:
        yield _joined(waiting)


def _cut(batch: RawBatch, start: int, count: int) -> RawBatch:
    if start == 0 and count >= len(batch):
        return batch
    rows = slice(start, start + count)
    data = batch.data.slice(start, count) if isinstance(batch.data, pa.RecordBatch) else batch.data[rows]
    labels = None if batch.labels is None else batch.labels[rows]
    return RawBatch(data, labels, batch.path, batch.lines[rows], batch.files and batch.files[rows])


def _joined(parts: list[RawBatch]) -> RawBatch:
    if len(parts) == 1:
        return parts[0]
    labels = None if parts[0].labels is None else np.concatenate([part.labels for part in parts])
    lines = np.concatenate([part.lines for part in parts])
    files = None if parts[0].files is None else tuple(file for part in parts for file in part.files or ())
    return RawBatch(_joined_data([part.data for part in parts]), labels, parts[0].path, lines, files)


def _joined_data(parts: list[Any]) -> pa.RecordBatch | Matrix:
    if isinstance(parts[0], pa.RecordBatch):
        table = pa.Table.from_batches(parts).unify_dictionaries().combine_chunks()
        return next(iter(table.to_batches()), parts[0])
    return stack_rows(parts)


def batch_bytes(batch: RawBatch) -> int:
    """Return the size of the rows of a batch in memory."""
    data: Any = batch.data
    if isinstance(data, (np.ndarray, pa.RecordBatch)):
        return int(data.nbytes)
    return int(data.data.nbytes + data.indices.nbytes + data.indptr.nbytes)
