"""Separability as one inequality: with each row padded with a 1 and multiplied by its sign, A z > 0.

sign (w.x + b) > 0   for every row
<z, a> > 0           with z = (w, b) and a = sign (x, 1)
A z > 0              with the rows a in a matrix A
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import ArrayLike, NDArray

from rosenblatt.errors import BadData
from rosenblatt.geometry.matrix import Matrix, as_matrix
from rosenblatt.labels import check_labels, sorted_classes

if TYPE_CHECKING:
    from rosenblatt.rows import RowsLike


def pad(X: RowsLike) -> Matrix:
    """Append a column of ones, so that the bias becomes a weight like the others.

    Examples
    --------
    >>> import rosenblatt as rb
    >>> rb.pad([[2, 3], [4, 5]]).tolist()
    [[2.0, 3.0, 1.0], [4.0, 5.0, 1.0]]
    """
    matrix = as_matrix(X)
    ones = np.ones((matrix.shape[0], 1))
    if isinstance(matrix, sp.csr_array):
        return sp.csr_array(sp.hstack([matrix, sp.csr_array(ones)], format="csr"))
    return np.hstack([matrix, ones])


def signed_rows(X: RowsLike, y: ArrayLike, *, fit_intercept: bool = True) -> Matrix:
    """Return the matrix A with one row ``a_i = sign_i (x_i, 1)`` per row of X; the larger of the two labels is +1.

    Parameters
    ----------
    X, y : rows of two classes.
    fit_intercept : pad the rows; False for planes through the origin.

    Examples
    --------
    >>> import rosenblatt as rb
    >>> rb.signed_rows([[2, 3], [4, 5]], ["no", "yes"]).tolist()
    [[-2.0, -3.0, -1.0], [4.0, 5.0, 1.0]]
    """
    matrix = as_matrix(X)
    labels = check_labels("signed_rows", y, matrix.shape[0])
    classes = sorted_classes("signed_rows", labels)
    if len(classes) > 2:
        raise BadData(f"signed_rows: y must hold two classes, got {len(classes)}; set one against the rest")
    signs = np.where(labels == classes[1], 1.0, -1.0)
    return premultiply(pad(matrix) if fit_intercept else matrix, signs)


def premultiply(rows: Matrix, signs: NDArray[np.float64]) -> Matrix:
    """Multiply each row by its sign."""
    if isinstance(rows, sp.csr_array):
        return sp.csr_array((rows.data * np.repeat(signs, np.diff(rows.indptr)), rows.indices, rows.indptr), rows.shape)
    return rows * signs[:, None]


def separates(A: RowsLike, z: ArrayLike) -> bool:
    """Return whether ``A z > 0``, in floats; ``certify`` and ``verify`` decide it exactly.

    Examples
    --------
    >>> import rosenblatt as rb
    >>> A = rb.signed_rows([[1, 1, 0, 0], [1, 0, 1, 0], [0, 1, 0, 1]], [1, -1, -1], fit_intercept=False)
    >>> rb.separates(A, [1, 1, -1, -1]), rb.separates(A, [1, 1, -2, -2])
    (False, True)
    """
    return bool((_activations(A, z) > 0).all())


def margin(A: RowsLike, z: ArrayLike) -> float:
    """Compute ``min <z, a_i> / |z|``: the distance of the nearest row from the plane, below 0 on the wrong side.

    The margin gamma of the data is the maximum of this over z; ``certify`` brackets it.

    Examples
    --------
    >>> import rosenblatt as rb
    >>> A = rb.signed_rows([[3, 0], [0, 4]], [1, -1], fit_intercept=False)
    >>> rb.margin(A, [3, -4])
    1.8
    """
    plane = np.asarray(z, dtype=np.float64)
    length = float(np.linalg.norm(plane))
    if length == 0.0:
        raise BadData("z must not be 0: a plane needs a direction")
    return float((_activations(A, plane) / length).min())


def _activations(A: RowsLike, z: ArrayLike) -> NDArray[Any]:
    matrix, plane = as_matrix(A), np.asarray(z, dtype=np.float64)
    if plane.shape != (matrix.shape[1],):
        raise BadData(f"z must hold one number for each of the {matrix.shape[1]} columns of A, got {plane.shape}")
    activations: NDArray[Any] = matrix @ plane
    return activations
