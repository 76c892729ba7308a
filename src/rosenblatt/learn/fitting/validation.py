"""Rows that are scored after each epoch, and how they are drawn."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rosenblatt import _core
from rosenblatt.errors import BadData
from rosenblatt.learn.input.labels import places_of
from rosenblatt.learn.weights.solution import Model
from rosenblatt.rows import Batch, Floats, Indices, RowsView, Targets


class ScoredRows(NamedTuple):
    """Chosen rows with their targets and weights, and which class wins a tie: a `Scorer`."""

    view: RowsView
    which: Indices
    targets: Targets
    last_wins: bool
    weights: Floats | None = None

    def error(self, model: Model) -> float:
        """Compute the share of wrong predictions, each counted by its weight."""
        wrong = _core.strongest(model.activations(self.view, self.which), self.last_wins) != places_of(self.targets)
        return float(np.average(wrong, weights=self.weights))


def split(owner: object, batch: Batch, present: Indices, share: float, random: _core.Random) -> tuple[Indices, Indices]:
    """Split the present rows into those to learn from and a share of each class to hold out."""
    targets = batch.targets[present]
    held = np.concatenate([_draw(present[targets == target], share, random) for target in np.unique(targets)])
    is_learned = np.zeros(batch.rows.n_rows, dtype=bool)
    is_learned[present] = True
    is_learned[held] = False
    learned = np.flatnonzero(is_learned)
    if len(held) == 0 or len(np.unique(batch.targets[learned])) < len(np.unique(targets)):
        raise BadData(
            f"{type(owner).__name__}: early_stopping holds out validation_fraction={share} of the rows of each class, "
            f"and {len(present)} rows are too few for that; give validation_data or set early_stopping=False"
        )
    return learned, held


def _draw(rows: Indices, share: float, random: _core.Random) -> Indices:
    shuffled = rows.copy()
    random.shuffle(shuffled)
    return shuffled[: round(share * len(rows))]
