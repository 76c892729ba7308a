"""What is proven about the rows of a part: whether a plane separates them, and the bound on updates."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp

from rosenblatt import _core
from rosenblatt.geometry.certificate import Certificate, Inseparable, Separable
from rosenblatt.geometry.certify import certify
from rosenblatt.geometry.mistake_bound import bound_from
from rosenblatt.learn.kernel_perceptron import KernelPerceptron
from rosenblatt.rows import Indices, Matrix

if TYPE_CHECKING:
    from rosenblatt.learn.base import Classifier
    from rosenblatt.learn.fitting.array_rows import ArrayRows
    from rosenblatt.learn.fitting.multiclass import Problem
    from rosenblatt.tracing.step import Part

# Limit on the multiply-adds of the search for a proof; if it is reached there is no bound.
_WORK = 1e8


def set_proof(model: Classifier, part: Part, rows: ArrayRows, problem: Problem) -> None:
    """Set Novikoff's bound of a part, and the certificate that it follows from.

    It bounds the updates of the plain perceptron of two classes, from zero, with equal steps. It holds in the space of
    a kernel too, but the margin there is not known.
    """
    if isinstance(model, KernelPerceptron):
        return
    is_plain = isinstance(model._step_rule(), _core.PerceptronStep) and getattr(model, "margin", 0.0) == 0.0
    from_zero = not part.start.weights.any() and not part.start.bias.any()
    if not (is_plain and from_zero and len(part.classes) == 2 and model.class_weight is None):
        return
    which = problem.rows_of(rows.learned, rows.batch.targets)
    matrix, targets = rows.view.matrix[which], problem.targets[which]
    used = _used_columns(matrix)
    proof: Any = certify(matrix[:, used], targets, bool(model.fit_intercept), work_limit=_WORK)
    part.bound = bound_from(proof, matrix[:, used], targets)
    negative, positive = part.classes
    part.certificate = _in_terms_of(
        replace(proof, positive=positive, negative=negative), which, used, rows.view.matrix.shape[1]
    )


def _used_columns(matrix: Matrix) -> Indices:
    """Return the columns without those of zeros but one: they change no proof, and hashed rows have a million."""
    return np.union1d(matrix.indices, 0) if sp.issparse(matrix) else np.arange(matrix.shape[1])


def _in_terms_of(proof: Certificate, which: Indices, used: Indices, n_columns: int) -> Certificate:
    """Return a proof about some rows and columns as one that names them by their numbers in X."""
    if isinstance(proof, Separable):
        weights = [Fraction(0)] * n_columns
        for column, weight in zip(used.tolist(), proof.weights, strict=True):
            weights[column] = weight
        return replace(proof, weights=tuple(weights), support=tuple(which[list(proof.support)].tolist()))
    if isinstance(proof, Inseparable):
        point = np.zeros(n_columns)
        point[used] = proof.point
        return replace(proof, rows=tuple(which[list(proof.rows)].tolist()), point=tuple(point.tolist()))
    return proof
