"""Rows that are split by a column, as on one machine: the first pass counts its values in each part of the files."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from rosenblatt.rows import RawBatch
from rosenblatt.train.cached_batches import CachedBatches
from rosenblatt.train.split import ONE_IN, SplitRule, are_drawn, one_of_each
from rosenblatt.train.split_by import (
    ByGroup,
    ByTime,
    GroupNumbers,
    read_times,
    require_column,
    split_by_counts,
)


class SplitColumn(NamedTuple):
    """The column by which rows are split, and whether it holds times, and else groups."""

    name: str
    is_time: bool


class ColumnCounts(NamedTuple):
    """What the column that splits holds in a part.

    Attributes
    ----------
    values : the number of rows of each value, in the order in which they first occur; rows without a time are left out.
    bad : the line and the value of the first row whose value is no time.
    """

    values: dict[Any, int]
    bad: tuple[int, Any] | None = None


class ColumnCounter:
    """Counts the values of the column that splits, batch by batch; nothing without one."""

    def __init__(self, column: SplitColumn | None) -> None:
        self._column = column
        self._groups = GroupNumbers()
        self._counts: dict[Any, int] = {}
        self._bad: tuple[int, Any] | None = None

    def add(self, batch: RawBatch) -> None:
        """Count the values of a batch."""
        if self._column is None:
            return
        data: Any = batch.data
        values = data.column(self._column.name)
        if self._column.is_time:
            times, is_wrong = read_times(batch, self._column.name)
            if self._bad is None and is_wrong.any():
                place = int(np.argmax(is_wrong))
                self._bad = int(batch.lines[place]), values[place].as_py()
            found = np.unique(times[~np.isnan(times)], return_counts=True)
        else:
            found = np.unique(self._groups.of(values), return_counts=True)
        for value, count in zip(*(part.tolist() for part in found), strict=True):
            self._counts[value] = self._counts.get(value, 0) + count

    def result(self) -> ColumnCounts:
        """Return what was counted."""
        if self._column is None or self._column.is_time:
            return ColumnCounts(self._counts, self._bad)
        return ColumnCounts({name: self._counts[number] for number, name in enumerate(self._groups.names)})


def split_column(rows: CachedBatches, group: str | None, time: str | None) -> SplitColumn | None:
    """Return the column by which rows are to be split, if any; only one of both is given."""
    name = group if time is None else time
    if name is None:
        return None
    require_column(rows, "group" if time is None else "time", name)
    return SplitColumn(name, time is not None)


def split_rule(
    seed: int, column: SplitColumn | None, counts: Sequence[ColumnCounts], path: str, *, other_judges: bool
) -> SplitRule:
    """Return which rows choose and judge.

    Parameters
    ----------
    seed : that of the recipe.
    column, counts : the column that splits, and what each part holds of it.
    path : of the first file, for messages.
    other_judges : whether the rows of another file judge, and none of these.
    """
    by: ByGroup | ByTime | None = None
    if column is not None and column.is_time:
        times = np.concatenate([np.array(list(one.values), np.float64) for one in counts])
        numbers = np.concatenate([np.array(list(one.values.values()), np.int64) for one in counts])
        by = split_by_counts(times, numbers, column.name, path)
    elif column is not None:
        by = ByGroup(column.name)
    return SplitRule(seed, None if other_judges else 0, 0, by=by)


def groups_in(counts: Sequence[ColumnCounts], rule: SplitRule) -> tuple[str | None, ...]:
    """Return the groups by which rows are split, in the order in which they first occur; none if by none."""
    return tuple(dict.fromkeys(name for one in counts for name in one.values)) if isinstance(rule.by, ByGroup) else ()


def judging_by_part(
    rule: SplitRule, starts: Sequence[int], first_of_labels: Sequence[int], counts: Sequence[ColumnCounts]
) -> list[int]:
    """Return how many rows of each part judge.

    Parameters
    ----------
    rule : which rows judge.
    starts : the number of rows before each part, and of all.
    first_of_labels : the first row of each class, which never judges, unless a column splits.
    counts : what each part holds of that column.
    """
    if isinstance(rule.by, ByTime):
        first = rule.by.judge_from
        return [sum(count for time, count in one.values.items() if time >= first) for one in counts]
    if rule.judging_fold is None:
        return [0] * len(counts)
    if rule.by is not None:
        names = groups_in(counts, rule)
        drawn = are_drawn(np.arange(len(names), dtype=np.uint64), rule.seed, ONE_IN, rule.judging_fold)
        judges = dict(zip(names, drawn.tolist(), strict=True))
        return [sum(count for name, count in one.values.items() if judges[name]) for one in counts]
    judging = [int(one_of_each(begin, end - begin, rule.seed).sum()) for begin, end in pairwise(starts)]
    for row in first_of_labels:
        part = int(np.searchsorted(starts, row, side="right")) - 1
        judging[part] -= int(one_of_each(row, 1, rule.seed).sum())
    return judging
