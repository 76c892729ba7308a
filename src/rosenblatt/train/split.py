"""Which rows are held out: decided by a row's number and a seed alone, so that the size of batches does not matter."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rosenblatt.rows import Indices

ONE_IN = 10

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


def is_held_out(first_row: int, n_rows: int, seed: int, one_in: int = ONE_IN, fold: int = 0) -> NDArray[np.bool_]:
    """Hold out one row, drawn by the seed, of each ten that follow one another.

    Parameters
    ----------
    first_row : the number of the first row, counted from 0.
    n_rows : how many rows to decide about.
    seed : another one draws other rows.
    one_in : of how many one is held out.
    fold : from 0 to ``one_in - 1``; each row is held out in one of these.

    Examples
    --------
    >>> from rosenblatt.train.split import is_held_out
    >>> is_held_out(0, 20, seed=0).nonzero()[0].tolist(), is_held_out(10, 10, seed=0).sum().item()
    ([5, 15], 1)
    """
    size = np.uint64(one_in)
    groups, places = np.divmod(np.arange(first_row, first_row + n_rows, dtype=np.uint64), size)
    drawn = _mixed(_mixed(np.full(1, seed, np.uint64)) + groups) % size
    held: NDArray[np.bool_] = (drawn + np.uint64(fold)) % size == places
    return held


class Split:
    """Walks over all rows in order and says which are held out; the first row of a class never is.

    So every class is learned, and what is held out depends on the rows before it only.

    Parameters
    ----------
    seed, one_in, fold : which rows, as in `is_held_out`.

    Examples
    --------
    >>> import numpy as np
    >>> from rosenblatt.train.split import Split
    >>> split, often, rare = Split(seed=0), 0, 1
    >>> split.held_out(np.array([often] * 5 + [rare] * 5)).nonzero()[0].tolist()
    []
    >>> split.held_out(np.array([often] * 5 + [rare] * 5)).nonzero()[0].tolist()
    [5]
    """

    def __init__(self, seed: int, one_in: int = ONE_IN, fold: int = 0) -> None:
        self._which = (seed, one_in, fold)
        self._n_rows = 0
        self._n_classes = 0

    def held_out(self, codes: Indices) -> NDArray[np.bool_]:
        """Decide about the next rows, by the numbers that `LabelCodes` gives to their labels."""
        held = is_held_out(self._n_rows, len(codes), *self._which)
        self._n_rows += len(codes)
        for new in range(self._n_classes, int(codes.max(initial=-1)) + 1):
            held[np.argmax(codes == new)] = False
            self._n_classes += 1
        return held


def _mixed(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Mix the bits by SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014)."""
    numbers = numbers + _GOLDEN
    numbers = (numbers ^ (numbers >> np.uint64(30))) * _FIRST
    numbers = (numbers ^ (numbers >> np.uint64(27))) * _SECOND
    return numbers ^ (numbers >> np.uint64(31))
