"""A group of columns of 0 and 1 that sum to 1 in every row: one category."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from rosenblatt.featurise._numbers import as_numbers
from rosenblatt.featurise._tables import Column
from rosenblatt.featurise.binned_column import BinnedColumn
from rosenblatt.featurise.category_column import cells_of, commonest
from rosenblatt.rows import Floats, Indices


class OneHotGroup:
    """One column of 0 and 1 per member, and one for rows that have a 1 in none of them or in several.

    Attributes
    ----------
    members : the names of the columns, neighbours in the table.
    kept : the members that have cells of their own in crosses: the commonest.
    """

    can_widen = False

    def __init__(self, members: Sequence[str], kept: Sequence[int]) -> None:
        self.members = tuple(members)
        self.kept = list(kept)

    def codes(self, columns: Mapping[str, Column]) -> NDArray[np.int32]:
        """Return the number of the member that is 1, or of the last column."""
        return self.codes_of([as_numbers(name, columns[name]) for name in self.members])

    def codes_of(self, numbers: Sequence[Floats]) -> NDArray[np.int32]:
        """Return the same for the numbers of each member."""
        return _codes(numbers)

    def names(self, columns: Indices) -> list[str]:
        """Return the names of some columns."""
        other = f"{self.members[0]} to {self.members[-1]} sum to another number than 1"
        return [f"{self.members[place]}=1" if place < len(self.members) else other for place in columns.tolist()]

    def cell_name(self, cell: int) -> str:
        """Return the name of a cell in crosses."""
        if cell < len(self.kept):
            return self.names(np.array([self.kept[cell]]))[0]
        return f"another of {self.members[0]} to {self.members[-1]}"

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.members) + 1

    @property
    def cells(self) -> Indices:
        """The cell of each column in crosses."""
        return cells_of(self.kept, self.width)

    @property
    def n_cells(self) -> int:
        """The number of cells in crosses: the last one is shared by all that have none of their own."""
        return len(self.kept) + 1


def find_groups(columns: Sequence[BinnedColumn], sampled: Sequence[Floats]) -> list[OneHotGroup]:
    """Find groups of neighbouring columns of 0 and 1 that sum to 1 in every sampled row.

    Parameters
    ----------
    columns : columns of numbers, in the order of the table.
    sampled : the numbers of each column in the sampled rows.
    """
    is_candidate = [column.is_0_or_1 for column in columns]
    groups, start = [], 0
    while start < len(columns):
        end = _end_of_group(sampled, is_candidate, start)
        if end - start > 1:
            codes = _codes(sampled[start:end])
            groups.append(OneHotGroup([column.name for column in columns[start:end]], commonest(codes, end - start)))
        start = max(end, start + 1)
    return groups


def _end_of_group(sampled: Sequence[Floats], is_candidate: Sequence[bool], start: int) -> int:
    """Return the end of the group that begins at `start`, or `start` if none does.

    A column of zeros may be within a group, as that of a value that the rows do not have.
    """
    sums = np.zeros(len(sampled[start]))
    for end in range(start, len(sampled)):
        if not is_candidate[end]:
            break
        sums += sampled[end]
        if sums.max(initial=0.0) > 1:
            break
        if sums.min(initial=1.0) == 1:
            return end + 1
    return start


def _codes(numbers: Sequence[Floats]) -> NDArray[np.int32]:
    found = np.full(len(numbers[0]), len(numbers), np.int32)
    ones = np.zeros(len(found), np.int32)
    for place, values in enumerate(numbers):
        is_one = values == 1
        found[is_one] = place
        ones += is_one
    found[ones != 1] = len(numbers)
    return found
