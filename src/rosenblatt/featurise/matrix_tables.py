"""Batches of files as the tables and matrices that features are fitted on."""

from __future__ import annotations

from typing import Any

from rosenblatt.featurise.table_features import TableFeatures
from rosenblatt.rows import RawBatch


def columns_of(features: TableFeatures) -> list[str] | int:
    """Return the names of the columns of fitted features, or the number of columns if they were fitted on a matrix."""
    return list(features.kinds_) if features.has_names else features.n_features_in_


def table_of(batch: RawBatch, columns: list[str] | int) -> Any:
    """Return columns of a batch by name, or this number of columns of a matrix, which becomes as wide if need be."""
    data: Any = batch.data
    if not isinstance(columns, int):
        return data.select(columns)
    if data.shape[1] < columns:
        data = data.copy()
        data.resize(len(batch), columns)
    return data
