"""The limits of the machine: the time to pass over the same numbers once, on one core."""

from __future__ import annotations

import numpy as np

from benchmarks.timing import Contender

PLAIN_READ, SHUFFLED_READ, PRODUCT = "one plain read, X.sum()", "rows read in shuffled order", "one SciPy X @ w"

_BLOCK_BYTES = 2**17  # stays in the second-level cache, so that only the reading goes to memory


def plain_read(X):
    """Sum all numbers in place."""
    return Contender(PLAIN_READ, lambda: X.sum, is_limit=True)


def shuffled_read(X):
    """Copy each row once, in a random order, into a small block that is reused."""
    order = np.random.default_rng(0).permutation(len(X))
    block = np.empty((max(1, _BLOCK_BYTES // X[0].nbytes), X.shape[1]), X.dtype)
    pieces = np.split(order, range(len(block), len(order), len(block)))

    def read():
        for piece in pieces:
            X.take(piece, axis=0, out=block[: len(piece)], mode="clip")  # any other mode goes through a buffer

    return Contender(SHUFFLED_READ, lambda: read, is_limit=True)


def product(X):
    """Multiply sparse rows with a vector of their own type."""
    w = np.ones(X.shape[1], X.dtype)
    return Contender(PRODUCT, lambda: lambda: X @ w, is_limit=True)
