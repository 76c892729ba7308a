"""A column of numbers: standardised."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rosenblatt import _core
from rosenblatt.errors import BadData
from rosenblatt.featurise._numbers import as_numbers
from rosenblatt.featurise._tables import Column
from rosenblatt.rows import Floats, Indices

NUMBERS = ("standard", "products", "bins", "both")  # what a table may make of its numbers


class NumberColumn:
    """z = (x - mean) / spread of the training rows; missing numbers and constant columns become 0."""

    width = 1
    can_widen = False  # another mean would change the meaning of the weights

    def __init__(self, name: str) -> None:
        self.name = name
        self._moments = _core.Moments()

    def learn_batch(self, column: Column) -> Callable[[], None]:
        """Do all that can fail; return a function that stores the outcome."""
        moments = _core.Moments(self._moments)
        moments.add(as_numbers(self.name, column))
        if not np.isfinite(moments.spread):
            raise BadData(
                f"TableFeatures: column {self.name!r} holds numbers too large to standardise; "
                "divide all of them by the largest"
            )

        def store() -> None:
            self._moments = moments

        return store

    def rows(self, column: Column) -> Floats:
        """Return the standardised numbers as one column."""
        spread = self._moments.spread
        if spread == 0.0:
            return np.zeros((len(column), 1))
        standardised = (as_numbers(self.name, column) - self._moments.mean) / spread
        return np.nan_to_num(standardised, copy=False, nan=0.0, posinf=np.inf, neginf=-np.inf)[:, np.newaxis]

    def names(self, columns: Indices) -> list[str]:
        """Return the name of the column, if it is among `columns`."""
        return [self.name] * len(columns)

    @property
    def mean(self) -> float:
        """The mean of the training rows."""
        return self._moments.mean

    @property
    def spread(self) -> float:
        """The standard deviation of the training rows; 0 if they were constant."""
        return self._moments.spread

    @property
    def n_missing(self) -> int:
        """The number of missing values in the training rows."""
        return self._moments.missing
