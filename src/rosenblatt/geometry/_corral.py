"""A corral: affinely independent rows, and the point nearest to zero in the flat through them.

Wolfe calls such rows a corral. Each row a is lifted to b = (a, 1); rows are affinely independent when
their lifted rows B are linearly independent. The multipliers u that bring B'u nearest to (0, ..., 0, 1)
point at the answer: u / sum(u) are the multipliers of the point of least norm in the flat.

Stored and updated, never recomputed:

    B = C Q     Q: orthonormal basis of the lifted rows, one vector per row;  C: the rows in that basis
    W = C^-1    so that  C'u = Q e  (e = the lifting coordinate)  is solved by one product

C and W are stored transposed, as products with their transposes are what most steps need.

Adding a row is a step of Gram-Schmidt, repeated for accuracy; dropping one is a Householder reflection that
turns the direction of that row alone into the last of the basis. Every product uses the core's fixed order
of summation and everything else is done entry by entry, so all machines take the same steps.
"""

from __future__ import annotations

import math

import numpy as np

from rosenblatt import _core
from rosenblatt.rows import Floats

# A lifted row nearer to the span of the others than this share of its length counts as dependent.
DEPENDENT = 1e-15
# A point nearer to 0 than this, where rows are up to 1 long, counts as 0.
ZERO = 1e-14


def times(matrix: Floats, vector: Floats) -> Floats:
    """Compute matrix @ vector in the core's fixed order of summation."""
    return _core.Rows.dense(matrix).activations(None, vector, 0.0)


def dot(a: Floats, b: Floats) -> float:
    """Compute the inner product in the core's fixed order of summation."""
    return float(times(a[None, :], b)[0])


def norm(a: Floats) -> float:
    """Compute the Euclidean length."""
    return math.sqrt(dot(a, a))


class Corral:
    """A set of affinely independent rows that can be added and dropped.

    Parameters
    ----------
    n_columns : number of columns of a row before lifting.
    """

    def __init__(self, n_columns: int) -> None:
        self.rows: list[int] = []
        self._Q = np.zeros((0, n_columns + 1))
        self._Ct = np.zeros((0, 0))
        self._Wt = np.zeros((0, 0))

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def work_of_a_change(self) -> int:
        """Approximate number of multiply-adds to add or drop a row."""
        return len(self) * (4 * self._Q.shape[1] + 4 * len(self))

    def add(self, row: int, values: Floats) -> bool:
        """Add a row; return False if it lies in the flat through the others."""
        size = len(self)
        lifted = np.append(values, 1.0)
        inside, outside = self._split(lifted)
        distance = norm(outside)
        if distance <= DEPENDENT * norm(lifted):
            return False
        self._Q = np.vstack([self._Q, outside / distance])
        self._Ct = _bordered(self._Ct, inside, distance)
        last = -times(self._Wt, inside) / distance if size else inside
        self._Wt = _bordered(self._Wt, last, 1.0 / distance)
        self.rows.append(row)
        return True

    def drop(self, place: int) -> None:
        """Remove the row at this index."""
        # Column `place` of W is orthogonal to every row of C but its own. H = I - v v' / scale turns it into e_last.
        mirror = self._Wt[place] / norm(self._Wt[place])
        mirror[-1] += 1.0 if mirror[-1] >= 0 else -1.0
        scale = abs(mirror[-1])
        scaled = mirror[:, None] / scale
        self._Q = (self._Q - scaled * times(self._Q.T, mirror))[:-1]
        others = np.arange(len(self)) != place
        self._Ct = (self._Ct - scaled * times(self._Ct.T, mirror))[:-1, others]
        self._Wt = (self._Wt - times(self._Wt, mirror)[:, None] * scaled.T)[others, :-1]
        del self.rows[place]

    def multipliers(self) -> Floats:
        """Compute the multipliers, with sum 1, of the flat's point of least norm; negative where outside the hull."""
        target = np.ascontiguousarray(self._Q[:, -1])
        u = times(self._Wt, target)
        u += times(self._Wt, target - times(self._Ct, u))  # one step of iterative refinement
        return u / dot(u, np.ones(len(u)))

    def point(self) -> Floats:
        """Compute the flat's point of least norm; zeros if floats cannot distinguish it from 0.

        The part r of e outside the span of the lifted rows is orthogonal to them: <-r, a> = r_last for every row a,
        without the last coordinate of r on the left. So -r is the direction of the point. Since it was orthogonalised
        more than once, it is exact relative to its own small length; the difference of e and its projection is not.
        """
        unit = np.zeros(self._Q.shape[1])
        unit[-1] = 1.0
        _, outside = self._split(unit)
        direction, level = -outside[:-1], float(outside[-1])
        square = dot(direction, direction)
        if square <= ZERO**2 or level <= 0.0:
            return np.zeros(len(direction))
        return direction * (level / square)

    def _split(self, vector: Floats) -> tuple[Floats, Floats]:
        """Return the coordinates of the part within the span of the lifted rows, and the part outside.

        Gram-Schmidt is repeated while the remainder keeps shrinking, that is, consists of rounding errors.
        """
        inside = np.zeros(len(self))
        outside, left = vector, np.inf
        for _ in range(4 if len(self) else 0):
            part = times(self._Q, outside)
            outside = outside - times(self._Q.T, part)
            inside += part
            before, left = left, norm(outside)
            if left > 0.5 * before:
                break
        return inside, outside


def _bordered(matrix: Floats, column: Floats, corner: float) -> Floats:
    size = len(matrix)
    result = np.zeros((size + 1, size + 1))
    result[:size, :size] = matrix
    result[:size, size] = column
    result[size, size] = corner
    return result
