"""Crosses of pairs of columns: one column of 0 and 1 per pair of cells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

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

    def codes(self, codes: Sequence[NDArray[Any]]) -> list[tuple[NDArray[Any], int]]:
        """Return the code of each row in each pair, and the number of codes of the pair.

        Parameters
        ----------
        codes : the codes of the rows in each of `coded`.
        """
        used = {place for pair in self.pairs for place in pair}
        cells = {place: self.coded[place].cells.astype(np.int32)[codes[place]] for place in used}
        sizes = [one.n_cells for one in self.coded]
        return [(cells[a] * np.int32(sizes[b]) + cells[b], sizes[a] * sizes[b]) for a, b in self.pairs]

    def names(self, columns: Indices) -> list[str]:
        """Return the names of some columns, such as ``soil=3 & elevation in [2000, 2400)``."""
        places = np.searchsorted(self._starts, columns, side="right") - 1
        codes = columns - self._starts[places]
        return [self._name(self.pairs[place], code) for place, code in zip(places, codes, strict=True)]

    def _name(self, pair: Pair, code: Any) -> str:
        first, second = (self.coded[place] for place in pair)
        cells = divmod(int(code), second.n_cells)
        return f"{first.cell_name(cells[0])} & {second.cell_name(cells[1])}"
