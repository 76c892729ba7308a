"""Decisions of a learner on a grid over two columns, at moments of its training."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import scipy.sparse as sp

from rosenblatt import _core
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
# Beyond this number of rows, the page does not compute the field of a kernel.
MAX_PAGE_ROWS = 1000
_MAX_SHADE = 127

# The window of few rows near the origin; with one scale for both columns unless their ranges differ by the factor.
_DEFAULT: Window = (-4.0, 4.0, -3.0, 3.0)
_ASPECT, _MAX_ASPECT_RATIO = 4 / 3, 5


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
        evaluated = _of_kernel(trace, points, steps)
    else:
        steps, evaluated = [len(trace.parts[0].log)], [trace.model.decision_function(points)]
    return {
        "window": list(window),
        "across": ACROSS,
        "up": UP,
        "several": len(trace.model.classes_) > 2,
        "steps": steps,
        "fields": [_shades(values, trace.model.tie == "positive") for values in evaluated],
    }


def kernel_of(trace: Trace) -> dict[str, Any] | None:
    """Return the kernel as numbers from which the page computes fields itself; None where it cannot."""
    model: Any = trace.model
    is_known = trace.is_of_kernel and isinstance(model.kernel, str) and model.kernel != "precomputed"
    if not is_known or trace.X.shape[1] != 2 or trace.X.shape[0] > MAX_PAGE_ROWS:
        return None
    kernel = model._solutions[0].kernel  # one for all parts
    return {
        "name": model.kernel,
        "gamma": kernel.gamma,
        "coef0": getattr(kernel, "coef0", 0.0),
        "degree": getattr(kernel, "degree", 1),
        "bias": kernel.bias,
    }


def window_of(X: Matrix) -> Window | None:
    """Return the window in which the page shows rows of two columns, as `windowOf` in page/src/geometry.ts.

    None for other numbers of columns, and where the window would not be finite.
    """
    if X.shape[1] != 2:
        return None
    X = X.toarray() if sp.issparse(X) else X
    (left, bottom), (right, top) = X.min(axis=0).tolist(), X.max(axis=0).tolist()
    is_inside = left >= _DEFAULT[0] and right <= _DEFAULT[1] and bottom >= _DEFAULT[2] and top <= _DEFAULT[3]
    if is_inside and right - left > 1:
        return _DEFAULT
    left, right = _with_room(left, right)
    bottom, top = _with_room(bottom, top)
    ratio = (right - left) / (top - bottom) / _ASPECT
    if 1 / _MAX_ASPECT_RATIO <= ratio < 1:
        left, right = _widened(left, right, 1 / ratio)
    elif 1 <= ratio <= _MAX_ASPECT_RATIO:
        bottom, top = _widened(bottom, top, ratio)
    return (left, right, bottom, top) if np.isfinite([left, right, bottom, top]).all() else None


def _with_room(low: float, high: float) -> tuple[float, float]:
    room = 0.14 * (high - low) or max(1.0, 1e-3 * abs(high))
    return low - room, high + room


def _widened(low: float, high: float, by: float) -> tuple[float, float]:
    middle, half = (low + high) / 2, ((high - low) / 2) * by
    return middle - half, middle + half


def _of_kernel(trace: Trace, points: Floats, steps: list[int]) -> list[Floats]:
    """Compute the activations of the points after each of these steps, one line of the grid at a time."""
    states = [trace.parts[0].after(step).weights for step in steps]
    if not states:
        return []
    stacked = ModelState(np.column_stack(states), np.zeros(1))
    lines = [trace.activations(points[k : k + ACROSS], stacked) for k in range(0, len(points), ACROSS)]
    shape = (len(points), len(steps), *states[0].shape[1:])
    return list(np.moveaxis(np.concatenate(lines).reshape(shape), 1, 0))


def _moments(updates: list[int]) -> list[int]:
    """Return up to `MAX_MOMENTS` updates, evenly spread, with the first and the last."""
    chosen = np.linspace(0, len(updates) - 1, min(MAX_MOMENTS, len(updates))).round().astype(int)
    return [updates[k] for k in np.unique(chosen)] if updates else []


def _shades(values: Floats, last_wins: bool) -> list[int]:
    """Map activations to bytes, finely near 0; for several classes, return the strongest."""
    if values.ndim == 2:
        classes: list[int] = _core.strongest(values, last_wins).tolist()
        return classes
    scale = float(np.median(np.abs(values))) or 1.0
    depths = np.ceil(_MAX_SHADE * np.abs(values) / (np.abs(values) + scale))  # at least 1 beside the boundary
    shades: list[int] = (np.sign(values) * depths).astype(int).tolist()
    return shades
