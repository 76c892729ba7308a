"""Rows as points: checks before drawing, axis limits and scatter plots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rosenblatt.geometry.matrix import as_matrix
from rosenblatt.labels import check_labels
from rosenblatt.rows import Floats, Matrix, RowsLike
from rosenblatt.show._axes import INK, look, short_name

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.collections import PathCollection

_MANY = 20


def rows_and_labels(what: str, X: RowsLike, y: ArrayLike) -> tuple[Matrix, NDArray[Any]]:
    """Check that there is one label per row and that every number is finite."""
    matrix = as_matrix(X)
    return matrix, check_labels(what, y, matrix.shape[0])


def two_of(matrix: Matrix, columns: tuple[int, int]) -> Floats:
    """Return two columns as a dense array."""
    chosen: Any = matrix[:, list(columns)]
    dense: Floats = np.asarray(chosen.toarray() if hasattr(chosen, "toarray") else chosen, dtype=np.float64)
    return dense


def limits(values: Floats, pad: float = 0.08) -> tuple[float, float]:
    """Return axis limits with some room around the values; equal values get a width of 1 or a tenth of their size."""
    low, high = float(values.min()), float(values.max())
    room = (high - low) * pad if high > low else max(0.5, abs(low) / 20)
    return low - room, high + room


def scatter(ax: Axes, points: Floats, labels: NDArray[Any], classes: list[Any]) -> None:
    """Draw the points of each class in its colour and marker."""
    for place, label in enumerate(classes):
        colour, marker, _ = look(place)
        x, y = points[labels == label].T
        ax.scatter(x, y, c=colour, marker=marker, s=34, edgecolors="white", linewidths=0.6, zorder=3,
                   label=short_name(label, ax))  # fmt: skip


def ring(ax: Axes, points: Floats, label: str, size: float = 130) -> PathCollection:
    """Draw rings around points, smaller ones if there are many."""
    x, y = points.T
    size = size if len(points) <= _MANY else 0.6 * size
    return ax.scatter(x, y, s=size, facecolors="none", edgecolors=INK, linewidths=1.4, zorder=4, label=label)
