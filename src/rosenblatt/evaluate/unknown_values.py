"""Categories and words of rows that a model did not meet in its training."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rosenblatt.arrow_arrays import is_valid, to_numbers
from rosenblatt.featurise.category_column import CategoryColumn
from rosenblatt.featurise.column_names import blocks_of
from rosenblatt.featurise.table_features import TableFeatures
from rosenblatt.featurise.text_column import TextColumn
from rosenblatt.rows import Csr, RawBatch

NEARLY_ALL = 0.9


class Unknown(NamedTuple):
    """How many of the values of a column a model does not know."""

    unknown: int
    values: int

    @property
    def is_nearly_all(self) -> bool:
        """Whether hardly any value is known, so that the column may be another one, or in another spelling."""
        return self.unknown >= NEARLY_ALL * self.values


class UnknownValues:
    """Counts values of categories, and texts without a word, that a model does not know.

    Attributes
    ----------
    columns : of each column with unknown values, how many: categories, and texts without a known word.
    """

    def __init__(self, features: TableFeatures | None) -> None:
        has_names = features is not None and features.has_names
        learned, kinds = (features.columns_, features.kinds_) if features is not None and has_names else ((), {})
        categories = [one for one in learned if isinstance(one, CategoryColumn) and kinds.get(one.name) == "category"]
        self._known = {one.name: set(one.values) for one in categories}
        blocks = blocks_of(features) if features is not None and "text" in kinds.values() else []
        self._texts = [(start, block) for start, block in blocks if isinstance(block, TextColumn)]
        self._counts: dict[str, Unknown] = {}

    @property
    def columns(self) -> dict[str, Unknown]:
        """The columns with unknown values."""
        return {name: counted for name, counted in self._counts.items() if counted.unknown}

    def add(self, batch: RawBatch, rows: Any) -> None:
        """Count the values of a batch; `rows` are its rows of numbers."""
        data: Any = batch.data
        for name, known in self._known.items():
            column = data.column(name)
            is_new = np.array([value not in known for value in column.dictionary.to_pylist()] or [False])
            codes = to_numbers(column.indices)[is_valid(column)]
            self._count(name, int(np.count_nonzero(is_new[codes])), len(codes))
        for start, block in self._texts:
            are_there = [is_valid(data.column(name)) for name in block.sources]
            present: NDArray[np.bool_] = np.logical_or.reduce(are_there)
            has_word = _rows_within(rows, start, start + block.width)
            self._count(block.name, int(np.count_nonzero(present & ~has_word)), int(np.count_nonzero(present)))

    def _count(self, name: str, unknown: int, values: int) -> None:
        before = self._counts.get(name, Unknown(0, 0))
        self._counts[name] = Unknown(before.unknown + unknown, before.values + values)


def _rows_within(rows: Csr, begin: int, end: int) -> NDArray[np.bool_]:
    """Return a mask of the rows that have a value in these columns."""
    if (begin, end) == (0, rows.shape[1]):
        has_any: NDArray[np.bool_] = np.diff(rows.indptr) > 0
        return has_any
    n_before = np.concatenate([[0], np.cumsum((begin <= rows.indices) & (rows.indices < end))])
    within: NDArray[np.bool_] = np.diff(n_before[rows.indptr]) > 0
    return within
