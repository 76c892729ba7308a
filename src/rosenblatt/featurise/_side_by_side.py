"""Blocks of columns, dense and sparse, as one matrix of sparse rows."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt.rows import Csr


def side_by_side(blocks: list[NDArray[Any] | Csr]) -> Csr:
    """Join blocks that have the same rows; no zero of a dense one is stored."""
    parts: list[Csr] = []
    for is_sparse, group in groupby(blocks, key=lambda block: isinstance(block, Csr)):
        some: list[Any] = list(group)
        parts += some if is_sparse else [_nonzeros(np.hstack(some))]
    return parts[0] if len(parts) == 1 else _joined(parts)


def _nonzeros(dense: NDArray[Any]) -> Csr:
    stored = dense != 0
    starts = np.concatenate([[0], np.cumsum(np.count_nonzero(stored, axis=1))])
    return Csr(dense[stored], np.nonzero(stored)[1].astype(np.int32), starts, dense.shape)


def _joined(parts: list[Csr]) -> Csr:
    lengths = [np.diff(part.indptr) for part in parts]
    starts = np.concatenate([[0], np.cumsum(sum(lengths))])
    width = sum(part.shape[1] for part in parts)
    values = np.empty(starts[-1], np.result_type(*(part.dtype for part in parts)))
    columns = np.empty(starts[-1], np.int32 if width <= np.iinfo(np.int32).max else np.int64)
    begins, first_column = starts[:-1].copy(), 0  # where in each row, and in which column, the next part begins
    for part, length in zip(parts, lengths, strict=True):
        places = np.arange(len(part.data)) + np.repeat(begins - part.indptr[:-1], length)
        values[places] = part.data
        columns[places] = part.indices + columns.dtype.type(first_column)
        begins += length
        first_column += part.shape[1]
    return Csr(values, columns, starts, (len(begins), width))
