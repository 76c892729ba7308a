"""The rows of a board in three dimensions: padded and turned into one half-space, or lifted by a kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp

from rosenblatt.geometry.padding import signed_rows
from rosenblatt.rows import Floats
from rosenblatt.tracing.field import kernel_of

if TYPE_CHECKING:
    from rosenblatt.tracing.trace import Trace

_MAX_ROWS = 500


def space_of(trace: Trace) -> dict[str, Any] | None:
    """Return three coordinates per row of two columns and two classes, and what they are; None for other rows.

    ``"signed"``: for a learner of planes, ``y (x, 1)``, with 0 in the place of 1 without a bias. A line that separates
    the classes is a plane through the origin with all of these on one side.
    ``"quadratic"``: the space of the kernel ``(gamma u.v)^2``, in which a plane is a curve of the board.
    ``"height"``: for other kernels, no coordinates: the page raises each row by its activation.
    """
    n_rows, n_columns = trace.X.shape
    if len(trace.parts) != 1 or n_columns != 2 or n_rows > _MAX_ROWS or trace.parts[0].start.bias.size != 1:
        return None
    X: Floats = trace.X.toarray() if sp.issparse(trace.X) else np.asarray(trace.X)
    if not trace.is_of_kernel:
        return {"kind": "signed", "points": _signed(trace, X)}
    kernel = kernel_of(trace)
    if kernel is None:
        return None
    if (kernel["name"], kernel["degree"], kernel["coef0"]) != ("poly", 2, 0.0):
        return {"kind": "height", "points": None}
    x, y = X.T
    points = kernel["gamma"] * np.column_stack([x**2, np.sqrt(2.0) * x * y, y**2])
    return {"kind": "quadratic", "points": points.tolist()}


def _signed(trace: Trace, X: Floats) -> list[list[float]]:
    signed: Any = signed_rows(X, trace.y, fit_intercept=trace.has_bias)
    padded = signed if trace.has_bias else np.column_stack([signed, np.zeros(len(signed))])
    rows: list[list[float]] = (padded + 0.0).tolist()
    return rows
