"""Crosses of pairs of columns: one column of 0 and 1 per pair of cells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

from rosenblatt.featurise.binned_column import BinnedColumn
from rosenblatt.featurise.category_column import CategoryColumn
from rosenblatt.featurise.one_hot_group import OneHotGroup
from rosenblatt.rows import Indices

Coded: TypeAlias = BinnedColumn | CategoryColumn | OneHotGroup
Pair: TypeAlias = tuple[int, int]


class Crosses:
    """The columns of several pairs, one pair after another: the cells (a, b) of a pair have the column a * n_b + b.

    So columns are addressed without collisions, and each has a name.

    Parameters
    ----------
    coded : columns of the table and groups of them, each with a code per value and a cell per code.
    pairs : two places in `coded` each.
    """

    can_widen = False

    def __init__(self, coded: Sequence[Coded], pairs: Sequence[Pair]) -> None:
        self.coded = tuple(coded)
        self.pairs = tuple(pairs)
        sizes = [one.n_cells for one in self.coded]
        self._starts = np.cumsum([0, *(sizes[first] * sizes[second] for first, second in self.pairs)])

    @property
    def width(self) -> int:
        """The number of columns."""
        return int(self._starts[-1])

    def pairs_from(self, start: int) -> list[tuple[int, int, int, int]]:
        """Return both places of each pair, its first column if that of the first pair is `start`, and n_b."""
        firsts = (self._starts[:-1] + start).tolist()
        return [(a, b, first, self.coded[b].n_cells) for (a, b), first in zip(self.pairs, firsts, strict=True)]

    def names(self, columns: Indices) -> list[str]:
        """Return the names of some columns, such as ``soil=3 & elevation in [2000, 2400)``."""
        places = np.searchsorted(self._starts, columns, side="right") - 1
        codes = columns - self._starts[places]
        return [self._name(self.pairs[place], code) for place, code in zip(places, codes, strict=True)]

    def _name(self, pair: Pair, code: Any) -> str:
        first, second = (self.coded[place] for place in pair)
        cells = divmod(int(code), second.n_cells)
        return f"{first.cell_name(cells[0])} & {second.cell_name(cells[1])}"
