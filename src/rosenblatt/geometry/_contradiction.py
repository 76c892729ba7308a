"""Two rows that are the same but for their class: the shortest proof that no plane exists."""

from __future__ import annotations

import numpy as np

from rosenblatt import _core

_SEED = 1969  # of the direction; any fixed number will do


def opposite_rows(rows: _core.Rows) -> tuple[int, int] | None:
    """Find two signed rows with ``a_i = -a_j``, which is what equal rows of different classes are.

    All rows are measured along one random direction. Opposite rows measure the same but for the sign, to the last
    bit, so sorting brings them together. What is found is only very likely; whoever asks has to check it.
    """
    direction = np.random.RandomState(_SEED).uniform(1.0, 2.0, rows.n_columns)
    lengths = rows.activations(None, direction, 0.0)
    order = np.lexsort((lengths, np.abs(lengths)))
    ordered = lengths[order]
    found = np.flatnonzero((ordered[:-1] == -ordered[1:]) & (ordered[1:] != 0.0))
    return (int(order[found[0]]), int(order[found[0] + 1])) if len(found) else None
