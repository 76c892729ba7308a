"""Weights and biases of all problems in a model file."""

from __future__ import annotations

import numpy as np

from rosenblatt.learn.fitting.multiclass import Division, Joint
from rosenblatt.learn.linear import LinearClassifier
from rosenblatt.model_files.reader import SectionReader
from rosenblatt.model_files.writer import SectionWriter
from rosenblatt.rows import Floats, Indices


def write_planes(
    writer: SectionWriter, name: str, division: Division, planes: tuple[Floats, Floats], columns: Indices | None
) -> None:
    """Write ``coef_`` and ``intercept_`` in the order of memory: of classes learned jointly, one row per column."""
    coef, intercept = planes
    if columns is not None and coef.shape[1] > len(columns):
        coef = coef[:, columns]
    writer.array(f"{name}weights", coef.T if isinstance(division, Joint) else coef, np.float64)
    writer.array(f"{name}bias", intercept, np.float64)


def read_planes(reader: SectionReader, name: str, model: LinearClassifier, n_columns: int) -> tuple[Floats, Floats]:
    """Read what `write_planes` wrote."""
    n_planes = model._division.n_planes
    bias = reader.array(f"{name}bias", np.float64, (n_planes,))
    if not isinstance(model._division, Joint):
        return reader.array(f"{name}weights", np.float64, (n_planes, n_columns)), bias
    return reader.array(f"{name}weights", np.float64, (n_columns, n_planes)).T, bias
