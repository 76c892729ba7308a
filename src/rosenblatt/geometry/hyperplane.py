"""The plane where the activation is zero, independent of the scale of the weights."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rosenblatt.errors import BadData
from rosenblatt.rows import RowsLike


@dataclass(frozen=True, slots=True, eq=False)
class Hyperplane:
    """A plane: all x with ``normal . x + offset = 0``, where the normal has length 1.

    Parameters
    ----------
    normal : unit vector across the plane, towards the positive side.
    offset : signed distance of the origin from the plane.

    Examples
    --------
    >>> from rosenblatt.geometry.hyperplane import Hyperplane
    >>> plane = Hyperplane.through([3.0, 4.0], -10.0)
    >>> plane.normal.tolist(), plane.offset
    ([0.6, 0.8], -2.0)
    >>> plane.distance([[0.0, 0.0], [6.0, 8.0]]).tolist()
    [-2.0, 8.0]
    """

    normal: NDArray[np.float64]
    offset: float

    @classmethod
    def through(cls, weights: ArrayLike, bias: float) -> Hyperplane:
        """Return the plane ``weights . x + bias = 0``."""
        w = np.asarray(weights, dtype=np.float64)
        largest = np.abs(w).max(initial=0.0)
        if largest == 0.0:
            raise BadData("a plane needs a weight that is not 0; all weights are 0, so there is no boundary yet")
        # Scaling by the largest weight first keeps the squares away from overflow and underflow.
        length = float(np.linalg.norm(w / largest))
        return cls(w / largest / length, float(bias / largest / length))

    def distance(self, X: RowsLike) -> NDArray[np.float64]:
        """Compute one signed distance per row: positive on the side that the normal points to."""
        columns = np.shape(X)[-1]
        if columns != len(self.normal):
            raise BadData(f"X has {columns} columns, but the plane lies in a space of {len(self.normal)}")
        distances: NDArray[np.float64] = np.asarray(X @ self.normal, dtype=np.float64) + self.offset
        return distances
