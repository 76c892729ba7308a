"""Slim linear learners in a model file: the weights that predict, in float32, and nothing to continue learning from."""

from __future__ import annotations

import numpy as np
from numpy.typing import DTypeLike

from rosenblatt.learn.fitting.multiclass import Joint
from rosenblatt.learn.linear import LinearClassifier
from rosenblatt.learn.slim import can_be_slim, make_slim
from rosenblatt.model_files.learner import write_learner
from rosenblatt.model_files.reader import SectionReader
from rosenblatt.model_files.writer import SectionWriter, smallest_type
from rosenblatt.rows import Indices


def write_slim(model: LinearClassifier) -> SectionWriter:
    """Write the columns that have weights, or all if that is smaller; in float64 only if float32 cannot hold one."""
    writer = write_learner(model, "coef_", "intercept_", "_is_slim")
    writer.facts["is_slim"], writer.format = True, 3
    weights = np.ascontiguousarray(model.coef_.T)
    columns = np.flatnonzero((weights.view(np.uint64) != 0).any(axis=1))  # -0.0 is a weight, too
    kind: DTypeLike = np.float32
    with np.errstate(over="ignore"):
        if not np.array_equal(weights.astype(np.float32), weights, equal_nan=True):
            kind = np.float64
    place = np.dtype(smallest_type(columns))
    if (len(weights) - len(columns)) * weights.shape[1] * np.dtype(kind).itemsize > len(columns) * place.itemsize:
        writer.array("used_columns", columns, place)
        weights = weights[columns]
    writer.array("weights", weights, kind)
    writer.array("bias", model.intercept_, np.float64)
    return writer


def read_slim(model: LinearClassifier, reader: SectionReader) -> None:
    """Read a slim learner; columns that are not in the file have weights of zero."""
    if not (reader.flag("is_slim") and can_be_slim(model)):
        reader.refuse("is_slim", "true, and of a learner that predicts by its weights alone")
    make_slim(model)
    columns = read_used_columns(model, reader) if reader.has_array("used_columns") else None
    n_columns, n_planes = model.n_features_in_, model._division.n_planes
    kind = np.float32 if reader.type_of("weights") == np.float32 else np.float64
    stored = reader.array("weights", kind, (n_columns if columns is None else len(columns), n_planes))
    model.intercept_ = reader.array("bias", np.float64, (n_planes,))
    if columns is None:
        weights = stored.astype(np.float64)
    else:
        try:
            weights = np.zeros((n_columns, n_planes))
        except (MemoryError, ValueError):
            reader.refuse("columns", "few enough for their weights to fit into memory", n_columns)
        weights[columns] = stored
    model.coef_ = weights.T if isinstance(model._division, Joint) else np.ascontiguousarray(weights.T)


def read_used_columns(model: LinearClassifier, reader: SectionReader) -> Indices:
    """Read the numbers of the columns that are in the file."""
    columns: Indices = reader.counts("used_columns", None, model.n_features_in_ - 1)
    if (np.diff(columns) <= 0).any():
        reader.refuse("used_columns", "numbers that rise", "others")
    return columns
