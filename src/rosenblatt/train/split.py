"""The part that each row plays: chosen by a row's number and a seed alone, whatever the size of batches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rosenblatt.rows import Indices, RawBatch
from rosenblatt.splitmix import mixed
from rosenblatt.train.split_by import ByGroup, ByTime, GroupNumbers, times_of

ONE_IN = 10
# Rows to learn from; rows that choose the recipe and the number of epochs; rows that judge the outcome.
LEARN, CHOOSE, JUDGE = 0, 1, 2
N_PARTS = 3

Parts = NDArray[np.int8]

_CHOOSING = 0x63686F6F7365  # the draw of rows that choose has a seed of its own


def one_of_each(first_row: int, n_rows: int, seed: int, one_in: int = ONE_IN, fold: int = 0) -> NDArray[np.bool_]:
    """Mask one row, drawn by the seed, of each ten consecutive rows.

    Parameters
    ----------
    first_row : the number of the first row, counted from 0.
    n_rows : how many rows follow.
    seed : seed of the draw.
    one_in : how many consecutive rows one is drawn from.
    fold : from 0 to ``one_in - 1``; each row is drawn in one of these folds.

    Examples
    --------
    >>> from rosenblatt.train.split import one_of_each
    >>> one_of_each(0, 20, seed=0).nonzero()[0].tolist(), one_of_each(10, 10, seed=0).sum().item()
    ([5, 15], 1)
    """
    return are_drawn(np.arange(first_row, first_row + n_rows, dtype=np.uint64), seed, one_in, fold)


def are_drawn(numbers: NDArray[np.uint64], seed: int, one_in: int, fold: int) -> NDArray[np.bool_]:
    """Mask the numbers that are drawn: one of each ``one_in`` consecutive ones."""
    size = np.uint64(one_in)
    groups, places = np.divmod(numbers, size)
    drawn = mixed(mixed(np.full(1, seed, np.uint64)) + groups) % size
    is_drawn: NDArray[np.bool_] = (drawn + np.uint64(fold)) % size == places
    return is_drawn


@dataclass(frozen=True, slots=True)
class SplitRule:
    """Which rows choose and which judge; all others are learned from.

    Attributes
    ----------
    seed : seed of both draws.
    judging_fold : one row in ten judges, a different one in each of ten folds; None if no row judges.
    choosing_fold, n_choosing_folds : of the others one row in so many chooses, a different one in each fold; a fold of
        None if no row chooses.
    by : a column by which rows are split; None to split by their numbers. Times decide without seed and folds.
    """

    seed: int
    judging_fold: int | None = 0
    choosing_fold: int | None = 0
    n_choosing_folds: int = ONE_IN
    by: ByGroup | ByTime | None = None


class Split:
    """Splits consecutive rows by a rule; the first row of a class is always learned from, unless a column splits.

    So every class is learned, and the part of a row depends only on the rows before it.

    Parameters
    ----------
    rule : which rows choose and which judge.
    n_rows, n_classes : how many rows and classes come before these.
    groups : the groups that are numbered already.

    Examples
    --------
    >>> import numpy as np
    >>> from rosenblatt.train.split import Split, SplitRule
    >>> split, common, rare = Split(SplitRule(seed=0)), 0, 1
    >>> split.parts(np.array([common] * 5 + [rare] * 5)).tolist()
    [0, 0, 0, 1, 0, 0, 0, 0, 0, 0]
    >>> split.parts(np.array([common] * 5 + [rare] * 5)).tolist()
    [0, 0, 0, 1, 0, 2, 0, 0, 0, 0]
    """

    def __init__(self, rule: SplitRule, n_rows: int = 0, n_classes: int = 0, groups: Sequence[str | None] = ()) -> None:
        self._rule = rule
        self._n_rows = n_rows
        self._n_classes = n_classes
        self._groups = GroupNumbers(groups)

    def parts(self, codes: Indices, batch: RawBatch | None = None) -> Parts:
        """Return the parts of the next rows, by the numbers of their labels; a column that splits is in the batch."""
        by = self._rule.by
        if by is not None:
            assert batch is not None, "the column is needed"
            return self._by_time(by, batch) if isinstance(by, ByTime) else self._by_group(by, batch)
        parts = self._drawn(np.arange(self._n_rows, self._n_rows + len(codes), dtype=np.uint64))
        self._n_rows += len(codes)
        for new in range(self._n_classes, int(codes.max(initial=-1)) + 1):
            parts[np.argmax(codes == new)] = LEARN
            self._n_classes += 1
        return parts

    def _by_time(self, by: ByTime, batch: RawBatch) -> Parts:
        times = times_of(batch, by.column)
        return np.select([times >= by.judge_from, times >= by.choose_from], [JUDGE, CHOOSE], LEARN).astype(np.int8)

    def _by_group(self, by: ByGroup, batch: RawBatch) -> Parts:
        data: Any = batch.data
        return self._drawn(self._groups.of(data.column(by.column)))

    def _drawn(self, numbers: NDArray[np.uint64]) -> Parts:
        rule, parts = self._rule, np.full(len(numbers), LEARN, np.int8)
        if rule.choosing_fold is not None:
            parts[are_drawn(numbers, rule.seed ^ _CHOOSING, rule.n_choosing_folds, rule.choosing_fold)] = CHOOSE
        if rule.judging_fold is not None:
            parts[are_drawn(numbers, rule.seed, ONE_IN, rule.judging_fold)] = JUDGE
        return parts


class SplitBatch(NamedTuple):
    """A batch, the number of each label, and the part of each row."""

    batch: RawBatch
    codes: Indices
    parts: Parts
