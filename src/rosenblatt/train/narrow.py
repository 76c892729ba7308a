"""Learn several classes without the columns that are empty in every row.

Hashing leaves most columns empty, and with one weight per class they would crowd the others out of the cache. The
activations of several classes are summed column by column (core/learn/several_classes.hpp), and so are the variances of
their margins, so perceptrons and confidence-weighted learners learn the same bits without them. This does not hold for
two classes, nor for step rules that depend on the length of a row.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt import _core
from rosenblatt.learn.confidence_weighted import ConfidenceWeighted
from rosenblatt.learn.perceptron import Perceptron
from rosenblatt.rows import Indices
from rosenblatt.train.encode import EncodedRows

EXACT = (ConfidenceWeighted, Perceptron)


@contextmanager
def narrowed(rows: EncodedRows, learner: Any) -> Iterator[Indices]:
    """Renumber the columns in use within the block, and yield the original number of each.

    Afterwards the rows have their original columns, and the learner has a weight for every column. Where it does not
    pay, or would change what is learned, rows and learner stay as they are.

    Parameters
    ----------
    rows : the rows.
    learner : the learner that is fitted within the block.
    """
    stores = (rows.rows, rows.choosing)
    entries = [store.columns for store in stores if store.columns is not None]
    is_exact = len(rows.classes) > 2 and type(learner) in EXACT and len(entries) == len(stores)
    used = _used_columns(entries, rows.n_columns) if is_exact else np.arange(rows.n_columns)
    if 2 * len(used) > rows.n_columns:
        yield np.arange(rows.n_columns)
        return

    def renumber(new_numbers: Indices, width: int) -> None:
        for columns in entries:
            _core.renumber_columns(columns, new_numbers.astype(np.int32))
        rows.set_columns(width)

    n_columns = rows.n_columns
    new_numbers = np.zeros(n_columns, np.int64)
    new_numbers[used] = np.arange(len(used))
    renumber(new_numbers, len(used))
    try:
        yield used
        learner._widen(used, n_columns)
    finally:
        renumber(used, n_columns)


def _used_columns(entries: list[NDArray[np.int32]], n_columns: int) -> Indices:
    is_used = np.zeros(n_columns, np.bool_)
    for columns in entries:
        _core.mark_columns(columns, is_used)
    return np.flatnonzero(is_used)
