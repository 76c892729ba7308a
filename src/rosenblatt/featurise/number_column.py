"""A column of numbers: standardised."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rosenblatt import _core
from rosenblatt.errors import BadData
from rosenblatt.featurise._numbers import as_numbers
from rosenblatt.featurise._tables import Column
from rosenblatt.featurise.exact_moments import ExactMoments
from rosenblatt.rows import Floats, Indices

NUMBERS = ("standard", "products", "bins", "both")  # what a table may make of its numbers
_WIDE = 1e150  # within a range up to this, no square of a spread is too large for a double


class NumberColumn:
    """z = (x - mean) / spread of the training rows; missing numbers and constant columns become 0."""

    width = 1
    can_widen = False  # another mean would change the meaning of the weights

    def __init__(self, name: str) -> None:
        self.name = name
        self.set_moments(_core.Moments())

    def set_moments(self, moments: _core.Moments) -> None:
        """Replace what is known of the training rows."""
        self._moments = moments
        self._mean_and_spread: tuple[float, float] | None = None

    def learn_batch(self, column: Column) -> Callable[[], None]:
        """Do all that can fail; return a function that stores the outcome."""
        moments = _core.Moments(self._moments)
        moments.add(as_numbers(self.name, column))
        return self._stores(moments)

    def merge(self, other: NumberColumn) -> Callable[[], None]:
        """Do the same with what was learned of other rows."""
        moments = _core.Moments(self._moments)
        moments.merge(other._moments)
        return self._stores(moments)

    def _stores(self, moments: _core.Moments) -> Callable[[], None]:
        is_wide = moments.greatest - moments.least > _WIDE
        if is_wide and not np.isfinite(ExactMoments.of(moments).spread):
            raise BadData(
                f"TableFeatures: column {self.name!r} holds numbers too large to standardise; "
                "divide all of them by the largest"
            )
        return lambda: self.set_moments(moments)

    def rows(self, column: Column) -> Floats:
        """Return the standardised numbers as one column."""
        mean, spread = self._rounded()
        if spread == 0.0:
            return np.zeros((len(column), 1))
        standardised = (as_numbers(self.name, column) - mean) / spread
        return np.nan_to_num(standardised, copy=False, nan=0.0, posinf=np.inf, neginf=-np.inf)[:, np.newaxis]

    def names(self, columns: Indices) -> list[str]:
        """Return the name of the column, if it is among `columns`."""
        return [self.name] * len(columns)

    def _rounded(self) -> tuple[float, float]:
        """Return mean and spread, which are computed once."""
        if self._mean_and_spread is None:
            exact = ExactMoments.of(self._moments)
            self._mean_and_spread = exact.mean, exact.spread
        return self._mean_and_spread

    @property
    def mean(self) -> float:
        """The mean of the training rows."""
        return self._rounded()[0]

    @property
    def spread(self) -> float:
        """The standard deviation of the training rows; 0 if they were constant."""
        return self._rounded()[1]

    @property
    def n_missing(self) -> int:
        """The number of missing values in the training rows."""
        return self._moments.missing
