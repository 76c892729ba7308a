"""Names for hashed columns: the most frequent n-gram that fell into each."""

from __future__ import annotations

import numpy as np

from rosenblatt import _core
from rosenblatt.rows import Indices

# So many n-grams are counted at most while names are learned; those seen least often make room.
MOST_NGRAMS = 1 << 18


def hashed_names(vocabulary: _core.Vocabulary, bits: int, columns: Indices) -> list[str]:
    """``"good"``, or ``"good (+2)"`` if two more n-grams share its column, or ``"hash_123"`` if none was met."""
    column_of = vocabulary.hashed_columns(bits)
    by_column = np.lexsort((-vocabulary.counts(), column_of))  # of equally frequent ones, the first to come is first
    taken, firsts, sizes = np.unique(column_of[by_column], return_index=True, return_counts=True)
    _, places, where = np.intersect1d(taken, columns, assume_unique=True, return_indices=True)
    names = [f"hash_{column}" for column in columns.tolist()]
    met = vocabulary.names(by_column[firsts[places]])
    for place, name, size in zip(where.tolist(), met, sizes[places].tolist(), strict=True):
        names[place] = name if size == 1 else f"{name} (+{size - 1})"
    return names
