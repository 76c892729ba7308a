"""Generated rows, the same on every machine: all seeds are fixed."""

from __future__ import annotations

from functools import cache

import numpy as np
import scipy.sparse as sp
from sklearn.preprocessing import normalize

NOISE = 0.05
N_COLUMNS_HASHED = 2**18
WORDS_A_ROW = 96  # drawn with repeats; about 80 are distinct


def dense(n_rows, n_columns, dtype):
    """Return normal columns and labels from a random plane, a share of them flipped."""
    random = np.random.default_rng(0)
    X = random.standard_normal((n_rows, n_columns)).astype(dtype, copy=False)
    return X, _labels(X @ random.standard_normal(n_columns), random)


def dense_with_held_out(n_rows, n_held_out, n_columns):
    """Return rows with a share of labels flipped, and (X, y) of other rows under the same plane with none flipped."""
    random = np.random.default_rng(0)
    X = random.standard_normal((n_rows + n_held_out, n_columns))
    is_positive = X @ random.standard_normal(n_columns) > 0
    is_flipped = random.random(n_rows) < NOISE
    return X[:n_rows], is_positive[:n_rows] ^ is_flipped, (X[n_rows:], is_positive[n_rows:])


@cache
def hashed_text():
    """Return CSR rows like hashed text: Zipf-distributed words, frequent ones in any column, length 1."""
    random = np.random.default_rng(0)
    n_rows = 200_000
    share = np.cumsum(1.0 / np.arange(1, N_COLUMNS_HASHED + 1))
    ranks = np.searchsorted(share, random.random(n_rows * WORDS_A_ROW) * share[-1])
    column_of = random.permutation(N_COLUMNS_HASHED).astype(np.int32)
    starts = np.arange(0, len(ranks) + 1, WORDS_A_ROW)
    counts = sp.csr_matrix((np.ones(len(ranks)), column_of[ranks], starts), shape=(n_rows, N_COLUMNS_HASHED))
    counts.sum_duplicates()
    X = normalize(counts, copy=False)
    return X, _labels(X @ random.standard_normal(N_COLUMNS_HASHED), random)


def topics(n_classes=20):
    """Return the rows of hashed_text, each with the class of its highest random plane; a share gets a random class."""
    X, _ = hashed_text()
    random = np.random.default_rng(1)
    activations = X @ random.standard_normal((N_COLUMNS_HASHED, n_classes))
    y = ((activations - activations.mean(axis=0)) / activations.std(axis=0)).argmax(axis=1)
    is_noise = random.random(len(y)) < NOISE
    return X, np.where(is_noise, random.integers(0, n_classes, len(y)), y)


def truth_table():
    """Return four rows of three columns; the first column is the label."""
    X = np.array([[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [1.0, 0.0, 1.0], [1.0, 1.0, 0.0]])
    return X, np.array([0, 0, 1, 1])


def _labels(activation, random):
    is_positive = activation > np.median(activation)
    is_flipped = random.random(len(activation)) < NOISE
    return (is_positive ^ is_flipped).astype(np.int64)
