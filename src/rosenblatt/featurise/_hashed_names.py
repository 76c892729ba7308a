"""Names for hashed columns: the most frequent n-gram that fell into each."""

from __future__ import annotations

import numpy as np

from rosenblatt import _core
from rosenblatt.rows import Indices

# The most n-grams that are counted while names are learned; beyond, the least frequent ones are dropped.
MOST_NGRAMS = 1 << 18


def hashed_names(vocabulary: _core.Vocabulary, bits: int, columns: Indices) -> list[str]:
    """Name columns: ``"good"``, ``"good (+2)"`` if two more n-grams share the column, or ``"hash_123"`` without any."""
    column_of = vocabulary.hashed_columns(bits)
    by_column = np.lexsort((-vocabulary.counts(), column_of))  # of equally frequent n-grams, the earliest comes first
    used, firsts, sizes = np.unique(column_of[by_column], return_index=True, return_counts=True)
    _, places, where = np.intersect1d(used, columns, assume_unique=True, return_indices=True)
    names = [f"hash_{column}" for column in columns.tolist()]
    ngrams = vocabulary.names(by_column[firsts[places]])
    for place, name, size in zip(where.tolist(), ngrams, sizes[places].tolist(), strict=True):
        names[place] = name if size == 1 else f"{name} (+{size - 1})"
    return names
