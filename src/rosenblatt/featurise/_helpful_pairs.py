"""The pairs of columns whose crosses help most: those that say more about the label together than one by one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt.rows import Indices

MOST_PAIRS = 300  # so that a row of 25 columns has all of its pairs
_DIGITS = 9  # logarithms of different machines agree in as many


def helpful_pairs(
    cells: Sequence[NDArray[Any]], sizes: Sequence[int], labels: Indices, most: int
) -> list[tuple[int, int]]:
    """Return the pairs (a, b) with the largest I(label; a, b) - I(label; a) - I(label; b), in the order of columns.

    That is the interaction information: what the two say about the label together beyond what each says alone. Each
    entropy is corrected for its bias in small samples (Miller, "Note on the bias of information estimates", 1955),
    without which columns of many cells would seem to help. Ties go to the earlier pair.

    Parameters
    ----------
    cells : the cell of each row in each column.
    sizes : the number of cells of each column.
    labels : the number of the label of each row.
    most : how many pairs to return.
    """
    n_labels = int(labels.max(initial=0)) + 1

    def information(codes: NDArray[Any], size: int) -> float:
        """I(label; code) less H(label), which all have in common."""
        joint = _entropy(np.bincount(codes.astype(np.int64) * n_labels + labels, minlength=size * n_labels))
        return _entropy(np.bincount(codes, minlength=size)) - joint

    label = _entropy(np.bincount(labels))
    alone = [information(codes, size) + label for codes, size in zip(cells, sizes, strict=True)]
    pairs = list(combinations(range(len(cells)), 2))
    gains = [
        round(information(cells[a] * sizes[b] + cells[b], sizes[a] * sizes[b]) + label - alone[a] - alone[b], _DIGITS)
        for a, b in pairs
    ]
    best = np.argsort(-np.array(gains), kind="stable")[:most]
    return [pairs[place] for place in sorted(best.tolist())]


def _entropy(counts: Indices) -> float:
    shares = counts[counts > 0] / counts.sum()
    return float(-(shares * np.log(shares)).sum() + (len(shares) - 1) / (2 * counts.sum()))
