"""What a table with bins learns besides its columns: a sample of rows, and the bins that follow from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rosenblatt.arrow_arrays import from_bools
from rosenblatt.featurise._row_sample import RowSample
from rosenblatt.featurise._side_by_side import side_by_side
from rosenblatt.featurise._tables import Column
from rosenblatt.featurise.binned_column import BinnedColumn
from rosenblatt.featurise.bins import MOST, MOST_IN_CROSSES, bins_for
from rosenblatt.featurise.category_column import CategoryColumn
from rosenblatt.featurise.number_column import NumberColumn
from rosenblatt.featurise.one_hot_group import OneHotGroup, find_groups
from rosenblatt.featurise.text_column import TextColumn
from rosenblatt.rows import Csr, Indices

Learned: TypeAlias = NumberColumn | BinnedColumn | CategoryColumn | TextColumn
Coded: TypeAlias = BinnedColumn | CategoryColumn | OneHotGroup


class Block(Protocol):
    """Consecutive columns of the rows."""

    @property
    def width(self) -> int:
        """The number of columns."""

    def names(self, columns: Indices) -> list[str]:
        """Return the names of some columns."""


class Coding:
    """Bins of numbers and groups of 0/1 columns, found once all rows are known.

    Parameters
    ----------
    learned : the columns of the table, in its order.
    most_bins : about how many bins a number has; None for as many as suit the number of rows.

    Attributes
    ----------
    groups : groups of columns of 0 and 1 that are one category each.
    """

    def __init__(self, learned: Sequence[Learned], most_bins: int | None) -> None:
        self.groups: list[OneHotGroup] = []
        self._learned = learned
        self._most_bins = most_bins
        self._sample: RowSample | None = RowSample(len(self.columns))
        self._is_settled = False

    @property
    def columns(self) -> list[BinnedColumn | CategoryColumn]:
        """The columns of the table that have a code per value."""
        return [one for one in self._learned if isinstance(one, (BinnedColumn, CategoryColumn))]

    def learn_batch(self, columns: Mapping[str, Column]) -> Callable[[], None]:
        """Return a function that adds a batch to the sample, to be called when the columns have learned it."""
        sample = self._sample
        if sample is None:
            return lambda: None
        n_rows = len(next(iter(columns.values())))

        def store() -> None:
            chosen = sample.chosen(n_rows)
            is_chosen = np.zeros(n_rows, np.bool_)
            is_chosen[chosen] = True
            mask = from_bools(is_chosen)
            sample.add(n_rows, chosen, [one.sampled(columns[one.name].filter(mask)) for one in self.columns])
            self._is_settled = False

        return store

    def settle(self) -> None:
        """Find bins and groups, if rows came since that was done last."""
        if self._is_settled or self._sample is None:
            return
        sampled = dict(zip(self.columns, self._sample.columns, strict=True))
        n_rows = self._sample.n_rows
        most = bins_for(n_rows, 1, MOST) if self._most_bins is None else self._most_bins
        in_crosses = min(most, bins_for(n_rows, 2, MOST_IN_CROSSES))
        for column in self.columns:
            if isinstance(column, BinnedColumn):
                column.settle(sampled[column], most, in_crosses)
            else:
                column.settle(sampled[column])
        binned = [column for column in self.columns if isinstance(column, BinnedColumn)]
        self.groups = find_groups(binned, [sampled[column] for column in binned])
        self._is_settled = True

    def freeze(self) -> None:
        """Keep bins and groups as they are, whatever rows come."""
        self._sample = None

    @property
    def blocks(self) -> list[Learned | OneHotGroup]:
        """The columns of the rows, in order: a group has the place of its first member."""
        group_of = {member: group for group in self.groups for member in group.members}
        blocks: list[Learned | OneHotGroup] = []
        for one in self._learned:
            group = group_of.get(one.name)
            if group is None:
                blocks.append(one)
            elif group not in blocks:
                blocks.append(group)
        return blocks

    def rows(self, columns: Mapping[str, Column]) -> Csr:
        """Return one row per row of a table."""
        parts: list[Any] = []
        for is_coded, some in groupby(self.blocks, key=lambda one: isinstance(one, Coded)):
            blocks: list[Any] = list(some)
            if is_coded:
                parts.append(_one_hot([(one.codes(columns), one.width) for one in blocks]))
            else:
                parts += [one.rows(columns[one.name]) for one in blocks]
        return side_by_side(parts)


def _one_hot(coded: list[tuple[NDArray[Any], int]]) -> Csr:
    """Return rows with a 1 in one column of each block, or in none where the code is -1."""
    starts = np.concatenate([[0], np.cumsum([width for _, width in coded])])
    n_rows = len(coded[0][0])
    columns = np.empty((n_rows, len(coded)), np.int32)
    for place, (codes, _) in enumerate(coded):
        np.add(codes, starts[place], out=columns[:, place], casting="unsafe")
    shape = (n_rows, int(starts[-1]))
    is_known = [codes.min(initial=0) >= 0 for codes, _ in coded]
    if all(is_known):
        indptr = np.arange(0, columns.size + 1, len(coded))
        return Csr(np.ones(columns.size, np.float32), columns.ravel(), indptr, shape)
    mask = np.column_stack([codes >= 0 for codes, _ in coded])
    indptr = np.concatenate([[0], np.cumsum(np.count_nonzero(mask, axis=1))])
    return Csr(np.ones(indptr[-1], np.float32), columns[mask], indptr, shape)
