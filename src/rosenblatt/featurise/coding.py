"""What a table with bins or crosses learns besides its columns: a sample of rows, and what follows from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, groupby
from typing import Any, Literal, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rosenblatt import _core
from rosenblatt.arrow_arrays import from_bools
from rosenblatt.coded_rows import CodedRows
from rosenblatt.errors import BadData, BadParameter
from rosenblatt.featurise._helpful_pairs import MOST_PAIRS, helpful_pairs
from rosenblatt.featurise._row_sample import RowSample
from rosenblatt.featurise._side_by_side import side_by_side
from rosenblatt.featurise._tables import Column
from rosenblatt.featurise.binned_column import BinnedColumn
from rosenblatt.featurise.bins import MOST, MOST_IN_CROSSES, bins_for
from rosenblatt.featurise.category_column import CategoryColumn
from rosenblatt.featurise.crosses import Coded, Crosses, Pair
from rosenblatt.featurise.number_column import NumberColumn
from rosenblatt.featurise.one_hot_group import OneHotGroup, find_groups
from rosenblatt.featurise.text_column import TextColumn
from rosenblatt.rows import Csr, Indices

Learned: TypeAlias = NumberColumn | BinnedColumn | CategoryColumn | TextColumn
NamePairs: TypeAlias = "tuple[tuple[str, str], ...]"


class Block(Protocol):
    """Consecutive columns of the rows."""

    @property
    def width(self) -> int:
        """The number of columns."""

    def names(self, columns: Indices) -> list[str]:
        """Return the names of some columns."""


class Coding:
    """Bins of numbers, groups of 0/1 columns and crosses, found once all rows are known.

    Parameters
    ----------
    learned : the columns of the table, in its order.
    most_bins : about how many bins a number has; None for as many as suit the number of rows.
    first_row : the number of rows in other parts before.
    shows_bins : whether bins are columns of the rows, or only serve crosses.
    cross : the pairs of columns to cross; ``"all"``, or those that help most if there are too many.

    Attributes
    ----------
    groups : groups of columns of 0 and 1 that are one category each.
    crosses : the crosses.
    """

    def __init__(
        self,
        learned: Sequence[Learned],
        most_bins: int | None,
        first_row: int,
        *,
        shows_bins: bool,
        cross: NamePairs | Literal["all"],
    ) -> None:
        self.groups: list[OneHotGroup] = []
        self.crosses = Crosses((), ())
        self._shows_bins = shows_bins
        self._cross: NamePairs | Literal["all"] = cross
        self._learned = learned
        self._most_bins = most_bins
        self._sample: RowSample | None = RowSample(len(self.columns), first_row)
        self._is_settled = False

    @property
    def columns(self) -> list[BinnedColumn | CategoryColumn]:
        """The columns of the table that have a code per value."""
        return [one for one in self._learned if isinstance(one, (BinnedColumn, CategoryColumn))]

    @property
    def coded(self) -> list[Coded]:
        """The columns that can be crossed: a group has the place of its first member."""
        group_of = self._group_of
        return list(dict.fromkeys(group_of.get(column.name, column) for column in self.columns))

    @property
    def _group_of(self) -> dict[str, OneHotGroup]:
        return {member: group for group in self.groups for member in group.members}

    def learn_batch(self, columns: Mapping[str, Column], y: Any) -> Callable[[], None]:
        """Return a function that adds a batch to the sample, to be called when the columns have learned it."""
        sample = self._sample
        if sample is None:
            return lambda: None
        n_rows = len(next(iter(columns.values())))
        labels = np.full(n_rows, None) if y is None else _labels(y, n_rows)

        def store() -> None:
            chosen = sample.chosen(n_rows)
            is_chosen = np.zeros(n_rows, np.bool_)
            is_chosen[chosen] = True
            mask = from_bools(is_chosen)
            values = [one.sampled(columns[one.name].filter(mask)) for one in self.columns]
            sample.add(n_rows, chosen, [*values, labels[chosen]])
            self._is_settled = False

        return store

    def merge(self, other: Coding) -> Callable[[], None]:
        """Return a function that adds the sample of the rows that follow, to be called when columns are merged."""
        sample, later = self._sample, other._sample
        if sample is None or later is None:
            raise BadParameter("TableFeatures: bins and crosses are settled, as in a loaded model; merge before saving")
        if later.first_row != sample.n_rows:
            raise BadData(
                f"TableFeatures: parts to merge must follow one another, but one ends before row {sample.n_rows}, and "
                f"the next begins at row {later.first_row}"
            )

        def store() -> None:
            *values, labels = later.columns
            moved = [_moved(*three) for three in zip(self.columns, other.columns, values, strict=True)]
            sample.merge(later, [*moved, labels])
            self._is_settled = False

        return store

    def settle(self) -> None:
        """Find bins, groups and crosses, if rows came since that was done last."""
        if self._is_settled or self._sample is None:
            return
        *values, labels = self._sample.columns
        sampled: dict[Any, Any] = dict(zip(self.columns, values, strict=True))
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
        self.crosses = Crosses(self.coded, self._pairs(sampled, labels))
        self._is_settled = True

    def _pairs(self, sampled: Mapping[Any, NDArray[Any]], labels: NDArray[Any]) -> list[Pair]:
        """Return the pairs to cross, as places in `coded`."""
        coded = self.coded
        if self._cross != "all":
            place_of = {name: place for place, one in enumerate(coded) for name in names_in(one)}
            pairs = [sorted((place_of[first], place_of[second])) for first, second in self._cross]
            for (first, second), (a, b) in zip(self._cross, pairs, strict=True):
                if a == b:
                    raise BadData(
                        f"TableFeatures: columns {first!r} and {second!r} are one category, because their group sums "
                        "to 1 in every row; leave this pair out of `cross=`"
                    )
            return list(dict.fromkeys((a, b) for a, b in pairs))
        every = list(combinations(range(len(coded)), 2))
        if len(every) <= MOST_PAIRS:
            return every
        if any(label is None for label in labels):
            raise BadData(
                f"TableFeatures: {len(coded)} columns have {len(every)} pairs; of more than {MOST_PAIRS} those are "
                "chosen that say most about the label, so call fit with y, or name pairs in `cross=`"
            )
        codes: dict[Any, int] = {}
        numbers = np.array([codes.setdefault(label, len(codes)) for label in labels.tolist()])
        cells = [one.cells[_sampled_codes(one, sampled)] for one in coded]
        return helpful_pairs(cells, [one.n_cells for one in coded], numbers, MOST_PAIRS)

    def freeze(self) -> None:
        """Keep bins, groups and crosses as they are, whatever rows come."""
        self._sample = None

    @property
    def blocks(self) -> list[Learned | OneHotGroup | Crosses]:
        """The columns of the rows, in order: a group has the place of its first member, and crosses come last."""
        crosses = [self.crosses] if self.crosses.pairs else []
        if not self._shows_bins:
            return [*(one for one in self._learned if not isinstance(one, BinnedColumn)), *crosses]
        group_of = self._group_of
        return [*dict.fromkeys(group_of.get(one.name, one) for one in self._learned), *crosses]

    @property
    def named_pairs(self) -> list[tuple[str, str]]:
        """The pairs of columns that are crossed; a group is named by its first and last member."""
        names = [" to ".join(dict.fromkeys((*names_in(one)[:1], *names_in(one)[-1:]))) for one in self.coded]
        return [(names[first], names[second]) for first, second in self.crosses.pairs]

    def rows(self, columns: Mapping[str, Column]) -> Csr | CodedRows:
        """Return one row per row of a table: as codes, if codes are all there is."""
        coded = self.coded
        codes = _code_matrix([one.codes(columns) for one in coded], [one.width for one in coded])
        parts: list[Any] = []
        for is_coded, some in groupby(self.blocks, key=lambda one: isinstance(one, (Coded, Crosses))):
            blocks: list[Any] = list(some)
            if is_coded:
                layout = _layout(coded, blocks)
                parts.append(CodedRows(codes, layout, layout.n_columns))
            else:
                parts += [one.rows(columns[one.name]) for one in blocks]
        if len(parts) == 1 and isinstance(parts[0], CodedRows):
            return parts[0]
        return side_by_side([part.to_csr() if isinstance(part, CodedRows) else part for part in parts])


def _moved(
    column: BinnedColumn | CategoryColumn, other: BinnedColumn | CategoryColumn, sampled: NDArray[Any]
) -> NDArray[Any]:
    """Return sampled values of another part as this one stores them: categories have other numbers here."""
    if isinstance(column, CategoryColumn) and isinstance(other, CategoryColumn):
        sampled = column.places_of(other.values)[sampled]
    return sampled


def _code_matrix(codes: Sequence[NDArray[Any]], widths: Sequence[int]) -> NDArray[Any]:
    """Return one code per row and column; -1 becomes the largest number."""
    kind = np.uint16 if max(widths, default=0) <= np.iinfo(np.uint16).max else np.uint32
    matrix = np.empty((len(codes[0]) if codes else 0, len(codes)), kind)
    for place, column in enumerate(codes):
        matrix[:, place] = column.astype(kind)
    return matrix


def _layout(coded: Sequence[Coded], blocks: Sequence[Coded | Crosses]) -> _core.CodeLayout:
    """Return the columns of some consecutive blocks."""
    starts: dict[Any, int] = {}
    end = 0
    for block in blocks:
        starts[block] = end
        end += block.width
    columns = [(starts.get(one, -1), one.width, one.cells.tolist()) for one in coded]
    crosses = [(block.pairs_from(starts[block])) for block in blocks if isinstance(block, Crosses)]
    return _core.CodeLayout(columns, crosses[0] if crosses else [])


def names_in_blocks(blocks: Sequence[Block], columns: Indices) -> list[str]:
    """Return the names of some columns of blocks side by side, in increasing order."""
    ends = np.cumsum([block.width for block in blocks])
    parts = np.split(columns, np.searchsorted(columns, ends[:-1]))
    starts = [0, *ends[:-1].tolist()]
    named = (one.names(part - start) for one, part, start in zip(blocks, parts, starts, strict=True))
    return [name for names in named for name in names]


def names_in(one: Coded) -> tuple[str, ...]:
    """Return the names of the columns of the table that a coded column stands for."""
    return one.members if isinstance(one, OneHotGroup) else (one.name,)


def _sampled_codes(one: Coded, sampled: Mapping[Any, NDArray[Any]]) -> NDArray[Any]:
    if isinstance(one, OneHotGroup):
        of_members = [values for column, values in sampled.items() if column.name in one.members]
        return one.codes_of(of_members)
    return one.bins.of(sampled[one]) if isinstance(one, BinnedColumn) else sampled[one]


def _labels(y: Any, n_rows: int) -> NDArray[Any]:
    labels = np.asarray(y, dtype=object).ravel()
    if len(labels) != n_rows:
        raise BadData(f"TableFeatures: X has {n_rows} rows and y has {len(labels)} labels; there must be one per row")
    return labels
