"""Make the model of a training slim, by its rows that choose."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from rosenblatt.evaluate.slim import harmless_strength, largest_values, slim_down, strengths_of
from rosenblatt.rows import Indices
from rosenblatt.train.encode import EncodedRows
from rosenblatt.train.row_store import RowStore


def weak_columns(learner: Any, trial: Any, rows: EncodedRows) -> Indices:
    """Return the columns of a learner that are too weak to change a prediction for the rows that choose.

    Parameters
    ----------
    learner : fitted to all rows.
    trial : such a learner that has not learned from the rows that choose; it decides what is too weak.
    rows : encoded rows.
    """
    values = largest_values(lambda: _blocks(rows.rows), rows.n_columns)
    least = harmless_strength(trial, values, lambda: _blocks(rows.choosing))
    return np.flatnonzero(strengths_of(learner, values) < least)


def slim_by_rows(learner: Any, rows: EncodedRows, weak: Indices | None) -> None:
    """Make a model slim, in place, without its weak columns; predictions for the rows that choose stay the same.

    Parameters
    ----------
    learner : fitted to all rows.
    rows : encoded rows; in folds, all of them have chosen.
    weak : columns to remove; None for none.
    """
    choosing = rows.choosing if rows.choosing.n_rows else rows.rows
    slim_down(learner, rows.features, lambda: _blocks(choosing), weak)


def _blocks(store: RowStore) -> Iterator[Any]:
    return (store.read([block], None).X for block in range(store.n_blocks))
