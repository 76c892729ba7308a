"""The variances of a confidence-weighted learner in a model file."""

from __future__ import annotations

import numpy as np

from rosenblatt.learn.confidence_weighted import ConfidenceWeighted
from rosenblatt.learn.fitting.multiclass import Joint
from rosenblatt.learn.weights.plane import Variances
from rosenblatt.model_files.planes import read_planes, write_planes
from rosenblatt.model_files.reader import SectionReader
from rosenblatt.model_files.writer import SectionWriter
from rosenblatt.rows import Indices

VARIANCES = ("variance_", "intercept_variance_", "covariance_")  # attributes


def write_variances(writer: SectionWriter, model: ConfidenceWeighted, columns: Indices | None) -> None:
    """Write one variance per weight that is written, or the covariance of all weights."""
    if hasattr(model, "covariance_"):
        writer.array("covariance", model.covariance_, np.float64)
    else:
        write_planes(writer, "variance/", model._division, (model.variance_, model.intercept_variance_), columns)


def read_variances(model: ConfidenceWeighted, reader: SectionReader, columns: Indices | None) -> None:
    """Read variances or a covariance; columns that are not in the file have a variance of 1."""
    if reader.has_array("covariance"):
        _read_covariance(model, reader)
        return
    n_columns = model.n_features_in_ if columns is None else len(columns)
    model.variance_, model.intercept_variance_ = read_planes(reader, "variance/", model, n_columns)
    for name, variances in (("weights", model.variance_), ("bias", model.intercept_variance_)):
        if not ((variances >= 0) & (variances <= 1)).all():
            reader.refuse(f"variance/{name}", "numbers from 0 to 1", "others")
    if columns is not None:
        (plane,) = model._division.planes(model.variance_, model.intercept_variance_)
        model.variance_, _ = model._division.stack([Variances(*plane).in_columns(columns, model.n_features_in_)])


def _read_covariance(model: ConfidenceWeighted, reader: SectionReader) -> None:
    if isinstance(model._division, Joint) and len(model.classes_) > 2:
        reader.refuse("covariance", "absent where several classes are learned jointly")
    size = model.n_features_in_ + 1
    matrices = reader.array("covariance", np.float64, (model._division.n_planes, size, size))
    diagonals = np.einsum("pii->pi", matrices)
    if not (np.isfinite(matrices).all() and (diagonals >= 0).all() and (diagonals <= 1).all()):
        reader.refuse("covariance", "finite numbers, those of the diagonal from 0 to 1", "others")
    model.covariance_ = matrices
    model._show_diagonals()
