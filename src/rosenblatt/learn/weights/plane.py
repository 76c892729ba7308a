"""Weights and a bias, and how they take in classes and columns."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from rosenblatt import _core
from rosenblatt.rows import Floats, Indices, RowsView


class Plane(NamedTuple):
    """Weights and bias: of shape (columns,) and (1,) for two classes, (columns, classes) and (classes,) for several."""

    weights: Floats
    bias: Floats

    def copy(self) -> Plane:
        return Plane(self.weights.copy(), self.bias.copy())

    def copy_to(self, other: Plane) -> None:
        """Copy into the memory of a plane of the same shape."""
        np.copyto(other.weights, self.weights)
        np.copyto(other.bias, self.bias)

    def activations(self, X: RowsView, which: Indices | None = None) -> Floats:
        """Compute w.x + b for the chosen rows or for all: one number per row, or for several classes one per class."""
        if len(self.bias) == 1:
            return X.rows.activations(which, self.weights, self.bias[0])
        return X.rows.class_activations(which, self.weights, self.bias)

    def opposite(self) -> Plane:
        """Exchange the two classes."""
        return Plane(-self.weights, -self.bias)

    def per_class(self) -> Plane:
        """Split into half for the second class and half against the first: the difference is still w.x + b."""
        halves = self.weights / 2, self.bias[0] / 2
        return Plane(np.column_stack([-halves[0], halves[0]]), np.array([-halves[1], halves[1]]))

    def add_class(self, place: int) -> Plane:
        """Insert a class with weights of zero."""
        return Plane(np.insert(self.weights, place, 0.0, axis=1), np.insert(self.bias, place, 0.0))

    def in_columns(self, places: Indices, n_columns: int) -> Plane:
        """Move the weights to `places` among `n_columns` columns; the other columns have weights of zero."""
        weights = np.zeros((n_columns, *self.weights.shape[1:]))
        weights[places] = self.weights
        return Plane(weights, self.bias)


class Variances(Plane):
    """The variance of each weight and of the bias, in the shape of the plane; 1 where nothing was learned yet."""

    @classmethod
    def of_plane(cls, plane: Plane) -> Variances:
        """Return the variances of a plane that has learned nothing."""
        return cls(np.ones_like(plane.weights), np.ones_like(plane.bias))

    @property
    def arrays(self) -> tuple[Floats, Floats | None]:
        """What the core changes in place."""
        return self.weights, self.bias

    @property
    def touches_all(self) -> bool:
        """Whether an update changes more than the columns of its row."""
        return False

    def copy(self) -> Variances:
        return Variances(self.weights.copy(), self.bias.copy())

    def opposite(self) -> Variances:
        """Exchange the two classes, which changes no variance."""
        return self.copy()

    def per_class(self) -> Variances:
        """Return the same variances for each of the two classes."""
        return Variances(np.column_stack([self.weights] * 2), np.concatenate([self.bias] * 2))

    def add_class(self, place: int) -> Variances:
        """Insert a class with variances of 1."""
        return Variances(np.insert(self.weights, place, 1.0, axis=1), np.insert(self.bias, place, 1.0))

    def in_columns(self, places: Indices, n_columns: int) -> Variances:
        """Move the variances to `places` among `n_columns` columns; those of the other columns are 1."""
        weights = np.ones((n_columns, *self.weights.shape[1:]))
        weights[places] = self.weights
        return Variances(weights, self.bias)


def relative_change(before: Plane, after: Plane) -> float:
    """Compute |(w, b) - (w, b) before| / |(w, b)|."""
    # By the core's sums and not by BLAS: the same bits on every CPU, and no second thread left spinning.
    moved2 = _core.distance2(after.weights, before.weights) + _core.distance2(after.bias, before.bias)
    if moved2 == 0.0:
        return 0.0
    length2 = _core.norm2(after.weights) + _core.norm2(after.bias)
    return math.sqrt(moved2) / math.sqrt(length2) if length2 > 0.0 else math.inf
