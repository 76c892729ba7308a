"""Columns that no row has are left out while several classes are learned.

Hashing leaves most columns empty, and with a weight for each class they would keep those that matter out of the
cache. The sums of a class are added up column by column (core/learn/several_classes.hpp), so what a perceptron learns
is the same to the bit. Those of two classes are not, nor are the lengths of rows that other steps depend on.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rosenblatt import _core
from rosenblatt.learn.perceptron import Perceptron
from rosenblatt.rows import Indices
from rosenblatt.train.encode import EncodedRows


class Narrowing:
    """Rows without the columns that none of them has, if that is worth it.

    Parameters
    ----------
    rows : whose columns are numbered anew, in the same order.
    learner : who is to learn from them.
    """

    def __init__(self, rows: EncodedRows, learner: Any) -> None:
        self._places: Indices | None = None
        self._n_columns = rows.n_columns
        stores = (rows.learned, rows.held_out)
        columns = [store.columns for store in stores if store.columns is not None]
        if len(rows.classes) == 2 or type(learner) is not Perceptron or len(columns) < len(stores):
            return
        is_used = np.zeros(rows.n_columns, np.bool_)
        for some in columns:
            _core.mark_columns(some, is_used)
        places = np.flatnonzero(is_used)
        if 2 * len(places) > rows.n_columns:
            return
        numbers = np.zeros(rows.n_columns, np.int32)
        numbers[places] = np.arange(len(places))
        for store, some in zip(stores, columns, strict=True):
            _core.renumber_columns(some, numbers)
            store.n_columns = len(places)
        self._places = places

    def columns(self, numbers: Indices) -> Indices:
        """Say which columns these are in truth."""
        return numbers if self._places is None else self._places[numbers]

    def undo(self, learner: Any) -> None:
        """Let the learner have all columns."""
        if self._places is not None:
            learner._widen(self._places, self._n_columns)
