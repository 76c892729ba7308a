"""Bins of a number: intervals that hold about equally many training rows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rosenblatt.rows import Floats, Indices

FEWEST, MOST, MOST_IN_CROSSES = 4, 254, 62


@dataclass(frozen=True, slots=True, eq=False)
class Bins:
    """Intervals between rising edges: bin k holds the numbers x with ``edges[k - 1] <= x < edges[k]``.

    The first bin has no lower end, and the last none above, so a single huge number is one of the last bin. Missing
    numbers have a bin of their own, after all others.

    Attributes
    ----------
    edges : the lower end of each bin but the first.
    first : the value of the first bin if every bin has one value; else NaN.
    cells : the cell of each bin in crosses: neighbouring bins may share one. The missing bin has the last.
    """

    edges: Floats
    first: float
    cells: Indices

    @property
    def count(self) -> int:
        """The number of bins, that of missing numbers included."""
        return len(self.edges) + 2

    @property
    def n_cells(self) -> int:
        """The number of cells in crosses."""
        return int(self.cells[-1]) + 1

    def of(self, numbers: Floats) -> Indices:
        """Return the bin of each number."""
        found = np.searchsorted(self.edges, numbers, side="right")
        is_missing = np.isnan(numbers)
        if is_missing.any():
            found[is_missing] = self.count - 1
        return found

    def names(self, column: str, bins: Indices) -> list[str]:
        """Return the names of some bins."""
        return [self._name(column, number, number) for number in bins.tolist()]

    def cell_name(self, column: str, cell: int) -> str:
        """Return the name of a cell in crosses."""
        first, end = np.searchsorted(self.cells, [cell, cell + 1]).tolist()
        return self._name(column, first, end - 1)

    def _name(self, column: str, first: int, last: int) -> str:
        """Return the name of consecutive bins."""
        if last == self.count - 1:
            return f"{column} is missing"
        if first == last and not np.isnan(self.first):
            return f"{column}={_text(self.edges[first - 1] if first else self.first)}"
        below = None if first == 0 else _text(self.edges[first - 1])
        above = None if last == len(self.edges) else _text(self.edges[last])
        if below is None:
            return f"{column} is present" if above is None else f"{column} < {above}"
        return f"{column} >= {below}" if above is None else f"{column} in [{below}, {above})"


def bins_for(n_rows: int, dimensions: int, most: int) -> int:
    """Return the number of bins for `n_rows` rows: the largest b with ``b ** (dimensions + 2) <= n_rows``.

    A histogram in d dimensions errs least with a bin width of the order n^(-1/(d + 2)): Scott, "Multivariate density
    estimation", 1992, section 3.4. So a number has about n^(1/3) bins, and in a cross of two about n^(1/4).

    Examples
    --------
    >>> from rosenblatt.featurise.bins import bins_for
    >>> [(bins_for(n, 1, 254), bins_for(n, 2, 62)) for n in (100, 1_000, 50_000, 10**9)]
    [(4, 4), (10, 5), (36, 14), (254, 62)]
    """
    count = FEWEST
    while count < most and (count + 1) ** (dimensions + 2) <= n_rows:
        count += 1
    return count


def find_bins(values: Floats, counts: Indices, most: int, most_in_crosses: int) -> Bins:
    """Find bins for numbers.

    Parameters
    ----------
    values : the different numbers in increasing order.
    counts : how often each occurs.
    most, most_in_crosses : about how many bins there may be, alone and in crosses; see `cuts`.
    """
    if not len(values):
        return Bins(np.empty(0), np.nan, np.array([0, 1]))
    ends = cuts(counts, most)
    in_bins = np.add.reduceat(counts, np.concatenate([[0], ends + 1]))
    coarse = cuts(in_bins, most_in_crosses)
    cells = np.searchsorted(coarse, np.arange(len(in_bins)))
    is_exact = len(in_bins) == len(values)
    return Bins(values[ends + 1], float(values[0]) if is_exact else np.nan, np.append(cells, cells[-1] + 1))


def cuts(counts: Indices, most: int) -> Indices:
    """Return the places after which to cut a row of counts, so that the pieces have about equal sums.

    If there are at most `most` counts, each is a piece. Otherwise a count that fills a piece is one, again and again,
    with the size of a piece that the remaining counts then have; the rest is cut at its quantiles. So a value that
    most rows have, such as 0, leaves as many bins to the others. A heavy count may split a piece in two, so there are
    less than ``2 * most`` pieces.

    Examples
    --------
    >>> import numpy as np
    >>> from rosenblatt.featurise.bins import cuts
    >>> cuts(np.array([1, 1, 1, 1, 1, 1]), 3).tolist(), cuts(np.array([90, 1, 1, 1, 1]), 3).tolist()
    ([1, 3], [0, 2])
    """
    if len(counts) <= most:
        return np.arange(len(counts) - 1)
    is_heavy = np.zeros(len(counts), np.bool_)
    while True:
        left, rest = most - int(is_heavy.sum()), int(counts[~is_heavy].sum())
        more = ~is_heavy & (counts * left >= rest)
        if left <= 1 or not more.any():
            break
        is_heavy |= more
    sums = np.cumsum(np.where(is_heavy, 0, counts))
    pieces = -(-sums * left // sums[-1])  # the quotient, rounded up
    ends: Indices = np.flatnonzero((pieces[1:] != pieces[:-1]) | is_heavy[1:] | is_heavy[:-1])
    return ends


def _text(number: float) -> str:
    return f"{number:.15g}"
