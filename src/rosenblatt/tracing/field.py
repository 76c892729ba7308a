"""Decisions of a learner on a grid over two columns, at moments of its training."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import scipy.sparse as sp

from rosenblatt.errors import BadData
from rosenblatt.learn.voted_perceptron import VotedPerceptron
from rosenblatt.rows import Floats, Matrix
from rosenblatt.tracing.step import ModelState

if TYPE_CHECKING:
    from rosenblatt.tracing.trace import Trace

Window: TypeAlias = "tuple[float, float, float, float]"  # left, right, bottom, top

# The size of the grid, and the limit on the moments.
ACROSS, UP = 80, 60
MAX_MOMENTS = 32
_MAX_SHADE = 127


def has_field(trace: Trace) -> bool:
    """Whether the boundary on two columns is not made of lines: that of a kernel learner or a vote."""
    if len(trace.parts) != 1 or trace.X.shape[1] != 2 or getattr(trace.model, "kernel", "") == "precomputed":
        return False
    return trace.is_of_kernel or isinstance(trace.model, VotedPerceptron)


def fields(trace: Trace, window: Window) -> dict[str, Any]:
    """Compute the decisions at the points of a grid over the window, row by row from the bottom.

    For two classes, one integer from -127 to 127 per point, with the sign of the decision and 0 on the boundary; for
    several, the index of the class. A kernel learner is evaluated after some of its updates, a vote at its end.
    """
    if not has_field(trace):
        raise BadData("a field needs a kernel learner or a vote on rows of two columns, learned as one problem")
    left, right, bottom, top = window
    across, up = np.meshgrid(np.linspace(left, right, ACROSS), np.linspace(bottom, top, UP))
    points = np.column_stack([across.ravel(), up.ravel()])
    if trace.is_of_kernel:
        steps = _moments(list(trace.parts[0].log.changes))
        n_rows = trace.X.shape[0]
        each_row = ModelState(np.eye(n_rows), np.zeros(1))
        values = trace.activations(points, each_row)  # the kernel of each point with each row
        evaluated = [values @ trace.parts[0].after(step).weights for step in steps]
    else:
        steps, evaluated = [len(trace.parts[0].log)], [trace.model.decision_function(points)]
    return {
        "window": list(window),
        "across": ACROSS,
        "up": UP,
        "several": len(trace.model.classes_) > 2,
        "steps": steps,
        "fields": [_shades(values) for values in evaluated],
    }


def window_of(X: Matrix) -> Window:
    """Return the window that shows all rows, with some room around them."""
    X = X.toarray() if sp.issparse(X) else X
    low, high = X.min(axis=0), X.max(axis=0)
    room = np.maximum(0.15 * (high - low), 0.5)
    return float(low[0] - room[0]), float(high[0] + room[0]), float(low[1] - room[1]), float(high[1] + room[1])


def _moments(updates: list[int]) -> list[int]:
    """Return up to `MAX_MOMENTS` updates, evenly spread, with the first and the last."""
    chosen = np.linspace(0, len(updates) - 1, min(MAX_MOMENTS, len(updates))).round().astype(int)
    return [updates[k] for k in np.unique(chosen)] if updates else []


def _shades(values: Floats) -> list[int]:
    """Map activations to bytes, finely near 0; for several classes, return the strongest."""
    if values.ndim == 2:
        strongest: list[int] = values.argmax(axis=1).tolist()
        return strongest
    scale = float(np.median(np.abs(values))) or 1.0
    shades: list[int] = np.round(_MAX_SHADE * values / (np.abs(values) + scale)).astype(int).tolist()
    return shades
