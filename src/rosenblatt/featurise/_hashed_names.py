"""Names for hashed columns: the most frequent n-gram that fell into each, and how many others did."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rosenblatt import _core
from rosenblatt.rows import Indices

# The most n-grams that are counted while names are learned; beyond, the least frequent ones are dropped.
MOST_NGRAMS = 1 << 18


def hashed_names(
    vocabulary: _core.Vocabulary, bits: int, columns: Indices, others: _core.Vocabulary | None = None
) -> list[str]:
    """Name columns: ``"good"``, ``"good (+2)"`` if two more n-grams share the column, or ``"hash_123"`` without any.

    Parameters
    ----------
    vocabulary : the n-grams that names are chosen from.
    bits : there are 2^bits columns.
    columns : column numbers, without repetition.
    others : n-grams that count among those that share a column, but name none.
    """
    column_of = vocabulary.hashed_columns(bits)
    by_column = np.lexsort((-vocabulary.counts(), column_of))  # of equally frequent n-grams, the earliest comes first
    used, firsts = np.unique(column_of[by_column], return_index=True)
    _, places, where = np.intersect1d(used, columns, assume_unique=True, return_indices=True)
    names = [f"hash_{column}" for column in columns.tolist()]
    sizes = _sizes(vocabulary, others, bits, used[places].astype(np.int64))
    for place, name, size in zip(where.tolist(), vocabulary.names(by_column[firsts[places]]), sizes, strict=True):
        names[place] = with_others(name, size - 1)
    return names


def with_others(ngram: str, n_others: int) -> str:
    """Name a column by an n-gram and the number of others that share it."""
    return f"{ngram} (+{n_others})" if n_others else ngram


def _sizes(vocabulary: _core.Vocabulary, others: _core.Vocabulary | None, bits: int, columns: Indices) -> list[int]:
    """Return the number of different n-grams in each column; columns rise."""
    every = vocabulary
    if others is not None:
        every = _core.Vocabulary()
        every.add_all(vocabulary, None)
        every.add_all(others, None)
    column_of = np.sort(every.hashed_columns(bits))
    sizes = np.searchsorted(column_of, columns, "right") - np.searchsorted(column_of, columns, "left")
    return [int(size) for size in sizes]


def have_names(vocabulary: _core.Vocabulary, bits: int, columns: Indices) -> NDArray[np.bool_]:
    """Mask the columns that an n-gram of the vocabulary has; np.isin would do the same, but imports numpy.ma."""
    known = np.sort(vocabulary.hashed_columns(bits))
    if not len(known):
        return np.zeros(len(columns), np.bool_)
    nearest = known[np.searchsorted(known, columns).clip(max=len(known) - 1)]
    has_name: NDArray[np.bool_] = nearest == columns
    return has_name
