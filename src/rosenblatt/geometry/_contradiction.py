"""Two rows that are equal but for their class: the shortest proof that no plane exists."""

from __future__ import annotations

import numpy as np

from rosenblatt import _core

_SEED = 1969  # of the direction; any fixed number will do


def opposite_rows(rows: _core.Rows) -> tuple[int, int] | None:
    """Find two signed rows that are likely to satisfy ``a_i = -a_j``, as equal rows of different classes do.

    All rows are projected onto one random direction. The projections of opposite rows are equal but for the sign, to
    the last bit, so sorting by absolute value makes them neighbours. The caller has to confirm the pair exactly.
    """
    direction = np.random.RandomState(_SEED).uniform(1.0, 2.0, rows.n_columns)
    projections = rows.activations(None, direction, 0.0)
    order = np.lexsort((projections, np.abs(projections)))
    ordered = projections[order]
    found = np.flatnonzero((ordered[:-1] == -ordered[1:]) & (ordered[1:] != 0.0))
    return (int(order[found[0]]), int(order[found[0] + 1])) if len(found) else None
