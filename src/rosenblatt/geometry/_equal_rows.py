"""Equal rows of different classes, which alone cannot be separated in the space of the kernel ``"rbf"``."""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from rosenblatt.geometry._units import Units
from rosenblatt.geometry.matrix import Matrix


def groups_of(X: Matrix, rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return one number per row, the same for equal rows."""
    chosen = X[rows]
    dense = (chosen.toarray() if isinstance(chosen, sp.csr_array) else chosen) + 0.0  # no -0
    return np.unique(dense, axis=0, return_inverse=True)[1].ravel()


def opposite_units(X: Matrix, units: Units) -> tuple[int, int] | None:
    """Find two units that cancel out: equal rows with opposite vectors."""
    seen: dict[tuple[int, bytes], int] = {}
    for unit, group in enumerate(groups_of(X, units.rows).tolist()):
        vector = units.vectors[unit]
        other = seen.get((group, (-vector).tobytes()))
        if other is not None:
            return other, unit
        seen.setdefault((group, vector.tobytes()), unit)
    return None
