"""Products of two standardised numbers, so that linear models learn parabolas, ellipses and other conics."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from rosenblatt.featurise.number_column import NumberColumn
from rosenblatt.rows import Floats, Indices


class Products:
    """The product of each two columns of numbers, squares included, in the order (1, 1), (1, 2), ..., (2, 2), ...

    Parameters
    ----------
    columns : columns of a table, of which the standardised numbers are multiplied.
    """

    def __init__(self, columns: Sequence[object]) -> None:
        numbers = [(place, one.name) for place, one in enumerate(columns) if isinstance(one, NumberColumn)]
        self._places, self._names = [place for place, _ in numbers], [name for _, name in numbers]

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self._names) * (len(self._names) + 1) // 2

    def names(self, columns: Indices) -> list[str]:
        """Return the names of some columns: ``height²``, ``height * weight``."""
        pairs = list(combinations_with_replacement(self._names, 2))
        chosen = (pairs[column] for column in columns)
        return [f"{first}²" if first == second else f"{first} * {second}" for first, second in chosen]

    def rows(self, parts: Sequence[Any]) -> Floats:
        """Return the products of rows; `parts` are those of all columns of the table."""
        numbers: Floats = np.hstack([np.zeros((parts[0].shape[0], 0)), *(parts[place] for place in self._places)])
        first, second = np.triu_indices(len(self._names))
        products: Floats = numbers[:, first] * numbers[:, second]
        return products
