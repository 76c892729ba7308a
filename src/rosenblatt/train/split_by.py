"""Columns by which rows are split: those of one group stay together, or the latest ones judge."""

from __future__ import annotations

from collections.abc import Sequence
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
    """Numbers the values of a column in the order in which they first occur, after those that are known."""

    def __init__(self, names: Sequence[str | None] = ()) -> None:
        self._numbers: dict[str | None, int] = {name: number for number, name in enumerate(names)}

    @property
    def names(self) -> list[str | None]:
        """The values by their numbers."""
        return list(self._numbers)

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
    """Return the times of rows; raise if a value is none."""
    times, is_wrong = read_times(batch, column)
    if is_wrong.any():
        place = int(np.argmax(is_wrong))
        data: Any = batch.data
        raise not_a_time(batch.where(place), column, data.column(column)[place].as_py())
    return times


def read_times(batch: RawBatch, column: str) -> tuple[Floats, NDArray[np.bool_]]:
    """Return the times of rows, and which values are none: numbers are, as they are, and dates, as days since 1970.

    Where they are missing or wrong, the time is NaN.
    """
    data: Any = batch.data
    values = data.column(column)
    if pa.types.is_integer(values.type) or pa.types.is_floating(values.type):
        return np.where(is_valid(values), to_numbers(values), np.nan).astype(np.float64), np.zeros(
            len(values), np.bool_
        )
    days = days_of(column, values)
    return days, np.isnan(days) & is_valid(values)


def not_a_time(where: str, column: str, value: Any) -> BadData:
    """Return the exception for a value that is no time."""
    return BadData(f"{where}: `time={column!r}` must hold dates or numbers, got {value!r}; choose another column")


def split_by_time(rows: CachedBatches, column: str, progress: Progress) -> ByTime:
    """Find the times from which rows choose and judge: about a tenth of the rows each, and equal times together."""
    require_column(rows, "time", column)
    times = np.concatenate([times_of(batch, column) for batch in rows.read("reading", progress)])
    times = times[~np.isnan(times)]
    return split_by_counts(times, np.ones(len(times), np.int64), column, rows.batches.paths[0])


def split_by_counts(times: Floats, counts: NDArray[np.int64], column: str, path: str) -> ByTime:
    """Find the times as `split_by_time` does, given times in any order and the number of rows of each."""
    order = np.argsort(times, kind="stable")
    times, ends = times[order], np.cumsum(counts[order])
    n_rows = int(ends[-1]) if len(ends) else 0

    def time_at(share: float) -> float:
        return float(times[np.searchsorted(ends, int(share * n_rows), side="right")])

    judge_from = time_at(JUDGE_FROM) if n_rows else np.nan
    earlier = times[times < judge_from]
    choose_from = min(time_at(CHOOSE_FROM), float(earlier[-1])) if len(earlier) else np.nan
    if not n_rows or not (times < choose_from).any():
        raise BadData(
            f"{path}: `time={column!r}` has too few different times to learn from the earlier and judge by the latest; "
            "choose another column"
        )
    return ByTime(column, choose_from, judge_from)


def require_column(rows: CachedBatches, option: str, column: str) -> None:
    """Raise if a file has no column of this name."""
    kinds = rows.batches.kinds
    if column not in kinds:
        there = f"there are {', '.join(kinds)}" if kinds else "its columns have no names"
        raise BadData(f"{rows.batches.paths[0]}: `{option}={column!r}` names no column; {there}")
