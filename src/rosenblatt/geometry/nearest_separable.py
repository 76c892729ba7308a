"""Distance from separability: the smallest sum of slacks with which a plane exists."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import linprog

from rosenblatt.errors import RosenblattError
from rosenblatt.geometry.padding import signed_rows
from rosenblatt.rows import RowsLike

# Slack up to this is rounding of the solver.
_TINY = 1e-7


@dataclass(frozen=True, slots=True, eq=False)
class NearestSeparable:
    """A plane that separates the rows up to the smallest sum of slacks.

    Parameters
    ----------
    total : the smallest sum of slacks, 0 if the rows can be separated.
    rows, slacks : the rows with slack, and the slack of each; above 1, a row is on the wrong side of the plane.
    weights, bias : a plane that attains this sum.
    """

    total: float
    rows: NDArray[np.int64]
    slacks: NDArray[np.float64]
    weights: NDArray[np.float64]
    bias: float

    def __repr__(self) -> str:
        return f"NearestSeparable(total={self.total!r}, rows={self.rows.tolist()!r})"


def nearest_separable(X: RowsLike, y: ArrayLike, *, fit_intercept: bool = True) -> NearestSeparable:
    """Find the smallest sum of slacks with which a plane exists.

    The slack of a row is the least ``s_i >= 0`` with ``sign_i (w.x_i + b) >= 1 - s_i``. Their sum is minimised by a
    linear program, which HiGHS solves to its usual tolerance of 1e-7. Whether it is exactly 0 is decided by
    ``certify``.

    Parameters
    ----------
    X, y : rows of two classes.
    fit_intercept : allow the plane a bias.

    Examples
    --------
    >>> import rosenblatt as rb
    >>> near = rb.nearest_separable([[0], [1], [4], [4], [5], [4.5]], ["no", "no", "yes", "yes", "yes", "no"])
    >>> near.rows.tolist()
    [5]

    Bennett and Mangasarian, "Robust linear programming discrimination of two linearly inseparable sets",
    Optimization Methods and Software 1 (1992).
    """
    A = sp.csr_array(signed_rows(X, y, fit_intercept=fit_intercept))
    n_rows, n_columns = A.shape
    cost = np.concatenate([np.zeros(n_columns), np.ones(n_rows)])
    limits = [(None, None)] * n_columns + [(0.0, None)] * n_rows
    with_slacks = sp.hstack([A, sp.eye_array(n_rows)])
    result = linprog(cost, A_ub=-with_slacks, b_ub=-np.ones(n_rows), bounds=limits, method="highs")  # type: ignore[call-overload]  # the stubs know no sparse A_ub
    if result.status != 0:
        raise RosenblattError(f"nearest_separable: HiGHS found no answer ({result.message}); scale the columns of X")
    z = result.x[:n_columns]
    slacks = np.maximum(0.0, 1.0 - A @ z)
    slacks[slacks <= _TINY] = 0.0
    rows = np.flatnonzero(slacks)
    weights, bias = (z[:-1], float(z[-1])) if fit_intercept else (z, 0.0)
    return NearestSeparable(float(slacks.sum()), rows, slacks[rows], weights, bias)
