"""The covariance of weights and bias, in place of one variance for each."""

from __future__ import annotations

from typing import NoReturn

import numpy as np

from rosenblatt.errors import BadParameter
from rosenblatt.learn.weights.plane import Plane, Variances
from rosenblatt.rows import Floats, Indices


class Covariance(Variances):
    """A symmetric matrix as `weights`, with the bias in its last row and column; `bias` is empty. Two classes only."""

    @classmethod
    def of_matrix(cls, matrix: Floats) -> Covariance:
        return cls(matrix, np.zeros(0))

    @classmethod
    def of_plane(cls, plane: Plane) -> Covariance:
        """Return the covariance of a plane that has learned nothing."""
        return cls.of_matrix(np.eye(len(plane.weights) + 1))

    @property
    def arrays(self) -> tuple[Floats, None]:
        return self.weights, None

    @property
    def touches_all(self) -> bool:
        return True

    def copy(self) -> Covariance:
        return Covariance(self.weights.copy(), self.bias.copy())

    def per_class(self) -> Covariance:
        refuse_joint()

    def in_columns(self, places: Indices, n_columns: int) -> Covariance:
        """Move rows and columns to `places` among `n_columns`, the bias last; the others have a variance of 1."""
        matrix = np.eye(n_columns + 1)
        both = np.append(places, n_columns)
        matrix[np.ix_(both, both)] = self.weights
        return Covariance.of_matrix(matrix)


def refuse_joint() -> NoReturn:
    """Raise that several classes cannot be learned jointly with a full covariance."""
    raise BadParameter(
        "ConfidenceWeighted: covariance 'full' learns several classes with multiclass 'ovr' or 'ovo', got 'joint'; "
        "set multiclass, or use covariance 'diagonal'"
    )
