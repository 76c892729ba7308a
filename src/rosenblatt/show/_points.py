"""Rows as points: what is checked before they are drawn, and how they look."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rosenblatt.errors import BadData
from rosenblatt.geometry._input import as_matrix
from rosenblatt.rows import Floats, Matrix, RowsLike
from rosenblatt.show._axes import INK, look, short_name

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.collections import PathCollection

_MANY = 20


def rows_and_labels(what: str, X: RowsLike, y: ArrayLike) -> tuple[Matrix, NDArray[Any]]:
    """Check that there is a label a row, and that every number is finite."""
    matrix = as_matrix(X)
    labels = np.asarray(y)
    if labels.shape != (matrix.shape[0],):
        raise BadData(f"{what}: X has {matrix.shape[0]} rows and y {labels.shape}; there must be one label a row")
    if matrix.shape[0] == 0:
        raise BadData(f"{what}: X has no rows, so there is nothing to draw")
    return matrix, labels


def two_of(matrix: Matrix, columns: tuple[int, int]) -> Floats:
    """Take two columns, dense."""
    chosen: Any = matrix[:, list(columns)]
    dense: Floats = np.asarray(chosen.toarray() if hasattr(chosen, "toarray") else chosen, dtype=np.float64)
    return dense


def limits(values: Floats, pad: float = 0.08) -> tuple[float, float]:
    """Leave some room around the values; equal ones get a picture of width 1 or a tenth of their size."""
    low, high = float(values.min()), float(values.max())
    room = (high - low) * pad if high > low else max(0.5, abs(low) / 20)
    return low - room, high + room


def scatter(ax: Axes, points: Floats, labels: NDArray[Any], classes: list[Any]) -> None:
    """Draw each class in its own colour and shape."""
    for place, label in enumerate(classes):
        colour, marker, _ = look(place)
        x, y = points[labels == label].T
        ax.scatter(x, y, c=colour, marker=marker, s=34, edgecolors="white", linewidths=0.6, zorder=3,
                   label=short_name(label, ax))  # fmt: skip


def ring(ax: Axes, points: Floats, label: str, size: float = 130) -> PathCollection:
    """Draw a ring around some points, a small one if there are many."""
    x, y = points.T
    size = size if len(points) <= _MANY else 0.6 * size
    return ax.scatter(x, y, s=size, facecolors="none", edgecolors=INK, linewidths=1.4, zorder=4, label=label)
