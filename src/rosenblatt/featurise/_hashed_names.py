"""Names for hashed columns: the most frequent n-gram that fell into each."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rosenblatt import _core

# So many n-grams are counted at most while names are learned; those seen least often make room.
MOST_NGRAMS = 1 << 18


def hashed_names(vocabulary: _core.Vocabulary, bits: int) -> NDArray[np.object_]:
    """``"good"``, or ``"good (+2)"`` if two more n-grams share its column, or ``"hash_123"`` if none was met."""
    columns = vocabulary.hashed_columns(bits)
    by_column = np.lexsort((-vocabulary.counts(), columns))  # of equally frequent ones, the first to come is first
    taken, firsts, sizes = np.unique(columns[by_column], return_index=True, return_counts=True)
    names = np.array([f"hash_{column}" for column in range(1 << bits)], dtype=object)
    for column, name, size in zip(taken, vocabulary.names(by_column[firsts]), sizes, strict=True):
        names[column] = name if size == 1 else f"{name} (+{size - 1})"
    return names
