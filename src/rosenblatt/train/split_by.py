"""Columns by which rows are split: those of one group stay together, or the latest ones judge."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from rosenblatt.arrow_arrays import is_valid, to_numbers
from rosenblatt.errors import BadData
from rosenblatt.featurise.date_columns import days_of
from rosenblatt.rows import Floats, RawBatch
from rosenblatt.train.cached_batches import CachedBatches
from rosenblatt.train.progress import Progress

CHOOSE_FROM, JUDGE_FROM = 0.8, 0.9  # shares of the rows in the order of time


@dataclass(frozen=True, slots=True)
class ByGroup:
    """Rows with the same value of a column play the same part.

    Attributes
    ----------
    column : the column; a missing value is one more value.
    """

    column: str


@dataclass(frozen=True, slots=True)
class ByTime:
    """The latest rows judge, those before them choose, and all earlier ones are learned from.

    Attributes
    ----------
    column : the column of times; rows without a time are learned from.
    choose_from, judge_from : the first times of the rows that choose and judge.
    """

    column: str
    choose_from: float
    judge_from: float


class GroupNumbers:
    """Numbers the values of a column in the order in which they first occur."""

    def __init__(self) -> None:
        self._numbers: dict[str | None, int] = {}

    def of(self, values: Any) -> NDArray[np.uint64]:
        """Return the number of each value of an Arrow array."""
        encoded = values.cast(pa.large_string()).dictionary_encode()
        names: list[str | None] = [*encoded.dictionary.to_pylist(), None]
        places = np.where(is_valid(encoded.indices), to_numbers(encoded.indices), len(names) - 1)
        present, first = np.unique(places, return_index=True)
        for place in present[np.argsort(first)]:
            self._numbers.setdefault(names[place], len(self._numbers))
        numbers = np.zeros(len(names), np.uint64)
        numbers[present] = [self._numbers[names[place]] for place in present]
        return numbers[places]


def times_of(batch: RawBatch, column: str) -> Floats:
    """Return the times of rows: numbers as they are, dates as days since 1970; NaN where they are missing."""
    data: Any = batch.data
    values = data.column(column)
    if pa.types.is_integer(values.type) or pa.types.is_floating(values.type):
        return np.where(is_valid(values), to_numbers(values), np.nan).astype(np.float64)
    days = days_of(column, values)
    is_wrong = np.isnan(days) & is_valid(values)
    if is_wrong.any():
        place = int(np.argmax(is_wrong))
        raise BadData(
            f"{batch.path}, line {batch.lines[place]}: `time={column!r}` must hold dates or numbers, got "
            f"{values[place].as_py()!r}; choose another column"
        )
    return days


def split_by_time(rows: CachedBatches, column: str, progress: Progress) -> ByTime:
    """Find the times from which rows choose and judge: about a tenth of the rows each, and equal times together."""
    require_column(rows, "time", column)
    times = np.concatenate([times_of(batch, column) for batch in rows.read("reading", progress)])
    times = np.sort(times[~np.isnan(times)])
    judge_from = times[int(JUDGE_FROM * len(times))] if len(times) else np.nan
    earlier = times[times < judge_from]
    choose_from = min(times[int(CHOOSE_FROM * len(times))], earlier[-1]) if len(earlier) else np.nan
    if not len(times) or not (times < choose_from).any():
        raise BadData(
            f"{rows.batches.paths[0]}: `time={column!r}` has too few different times to learn from the earlier and "
            "judge by the latest; choose another column"
        )
    return ByTime(column, float(choose_from), float(judge_from))


def require_column(rows: CachedBatches, option: str, column: str) -> None:
    """Raise if a file has no column of this name."""
    kinds = rows.batches.kinds
    if column not in kinds:
        there = f"there are {', '.join(kinds)}" if kinds else "its columns have no names"
        raise BadData(f"{rows.batches.paths[0]}: `{option}={column!r}` names no column; {there}")
