"""Rows that are scored after each epoch."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rosenblatt import _core
from rosenblatt.batch import Batch, Floats, Indices, Signs
from rosenblatt.errors import BadData
from rosenblatt.learn._final import Plane


@dataclass(frozen=True)
class Scored:
    """Chosen rows with their signs and weights, and which label an activation of 0 has."""

    rows: _core.Rows
    which: Indices
    signs: Signs
    zero_is_positive: bool
    weights: Floats | None = None

    def error(self, plane: Plane) -> float:
        """Share of wrong guesses, each counted by its weight."""
        activation = self.rows.activations(self.which, plane.weights, float(plane.bias[0]))
        positive = activation >= 0 if self.zero_is_positive else activation > 0
        return float(np.average(positive != (self.signs > 0), weights=self.weights))


def split(owner: object, batch: Batch, present: Indices, share: float, random: _core.Random) -> tuple[Indices, Indices]:
    """Divide the rows there are into those to learn from and a share of each class to hold out."""
    held = np.concatenate([_draw(present[batch.signs[present] == sign], share, random) for sign in (-1, 1)])
    is_learned = np.zeros(batch.rows.n_rows, dtype=bool)
    is_learned[present] = True
    is_learned[held] = False
    learned = np.flatnonzero(is_learned)
    if len(held) == 0 or len(np.unique(batch.signs[learned])) < 2:
        raise BadData(
            f"{type(owner).__name__}: early_stopping holds out validation_fraction={share} of the rows of each class, "
            f"and {len(present)} rows are too few for that; give validation_data or set early_stopping=False"
        )
    return learned, held


def _draw(rows: Indices, share: float, random: _core.Random) -> Indices:
    shuffled = rows.copy()
    random.shuffle(shuffled)
    return shuffled[: round(share * len(rows))]
