"""The rows that are held out: chosen by a row's number and a seed alone, whatever the size of batches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rosenblatt.read.label_codes import LabelCodes
from rosenblatt.rows import Indices, RawBatch

ONE_IN = 10

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


def is_held_out(first_row: int, n_rows: int, seed: int, one_in: int = ONE_IN, fold: int = 0) -> NDArray[np.bool_]:
    """Mask the rows that are held out: one, drawn by the seed, of each ten consecutive rows.

    Parameters
    ----------
    first_row : the number of the first row, counted from 0.
    n_rows : how many rows follow.
    seed : seed of the draw.
    one_in : how many consecutive rows one is drawn from.
    fold : from 0 to ``one_in - 1``; each row is held out in one of these folds.

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
    """Splits consecutive rows into those to learn from and those held out; the first row of a class is never held out.

    So every class is learned, and whether a row is held out depends only on the rows before it.

    Parameters
    ----------
    seed, one_in, fold : as in `is_held_out`.

    Examples
    --------
    >>> import numpy as np
    >>> from rosenblatt.train.split import Split
    >>> split, common, rare = Split(seed=0), 0, 1
    >>> split.held_out(np.array([common] * 5 + [rare] * 5)).nonzero()[0].tolist()
    []
    >>> split.held_out(np.array([common] * 5 + [rare] * 5)).nonzero()[0].tolist()
    [5]
    """

    def __init__(self, seed: int, one_in: int = ONE_IN, fold: int = 0) -> None:
        self._which = (seed, one_in, fold)
        self._n_rows = 0
        self._n_classes = 0

    def held_out(self, codes: Indices) -> NDArray[np.bool_]:
        """Mask the held-out ones of the next rows, by the numbers of their labels."""
        held = is_held_out(self._n_rows, len(codes), *self._which)
        self._n_rows += len(codes)
        for new in range(self._n_classes, int(codes.max(initial=-1)) + 1):
            held[np.argmax(codes == new)] = False
            self._n_classes += 1
        return held


class SplitBatch(NamedTuple):
    """A batch, the number of each label, and a mask of the rows that are held out."""

    batch: RawBatch
    codes: Indices
    is_held_out: NDArray[np.bool_]


def split_batches(batches: Iterable[RawBatch], split: Split, labels: LabelCodes) -> Iterator[SplitBatch]:
    """Number the labels of each batch, and split it.

    Parameters
    ----------
    batches : labelled batches, in the order of the file.
    split : decides which rows are held out.
    labels : numbers the labels; knows all of them at the end.
    """
    for batch in batches:
        codes = labels.codes(np.asarray(batch.labels))
        yield SplitBatch(batch, codes, split.held_out(codes))


def _mixed(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Mix the bits by SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014)."""
    numbers = numbers + _GOLDEN
    numbers = (numbers ^ (numbers >> np.uint64(30))) * _FIRST
    numbers = (numbers ^ (numbers >> np.uint64(27))) * _SECOND
    return numbers ^ (numbers >> np.uint64(31))
