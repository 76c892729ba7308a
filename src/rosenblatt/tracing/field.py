"""What a learner makes of every place on a board of two columns, at moments of its training."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import scipy.sparse as sp

from rosenblatt.errors import BadData
from rosenblatt.learn.voted_perceptron import VotedPerceptron
from rosenblatt.rows import Floats, Matrix
from rosenblatt.tracing.step import Held

if TYPE_CHECKING:
    from rosenblatt.tracing.trace import Trace

Window: TypeAlias = "tuple[float, float, float, float]"  # left, right, bottom, top

# The board is looked at in so many places, and at so many moments at most.
ACROSS, UP = 80, 60
MOST_MOMENTS = 32
_DEEPEST = 127


def has_field(trace: Trace) -> bool:
    """Whether what a learner makes of two columns is more than lines: a kernel's, or a vote."""
    if len(trace.parts) != 1 or trace.X.shape[1] != 2 or getattr(trace.model, "kernel", "") == "precomputed":
        return False
    return trace.is_of_kernel or isinstance(trace.model, VotedPerceptron)


def fields(trace: Trace, window: Window) -> dict[str, Any]:
    """Look at the board through a window, row after row from the bottom.

    Of two classes, a whole number from -127 to 127 a place, with the sign of the decision and 0 on the boundary; of
    several, the number of the class. A kernel learner is looked at after some of its updates, a vote at its end.
    """
    if not has_field(trace):
        raise BadData("a field is drawn of a kernel learner or a vote on rows of two columns, learned as one problem")
    left, right, bottom, top = window
    across, up = np.meshgrid(np.linspace(left, right, ACROSS), np.linspace(bottom, top, UP))
    places = np.column_stack([across.ravel(), up.ravel()])
    if trace.is_of_kernel:
        steps = _moments(list(trace.parts[0].log.changes))
        n_rows = trace.X.shape[0]
        values = trace.activations(places, Held(np.eye(n_rows), np.zeros(1)))  # the kernel of each place with each row
        found = [values @ trace.parts[0].after(step).weights for step in steps]
    else:
        steps, found = [len(trace.parts[0].log)], [trace.model.decision_function(places)]
    return {
        "window": list(window),
        "across": ACROSS,
        "up": UP,
        "several": len(trace.model.classes_) > 2,
        "steps": steps,
        "fields": [_shades(values) for values in found],
    }


def window_of(X: Matrix) -> Window:
    """Choose the part of the board that shows all rows, with some room around them."""
    X = X.toarray() if sp.issparse(X) else X
    low, high = X.min(axis=0), X.max(axis=0)
    room = np.maximum(0.15 * (high - low), 0.5)
    return float(low[0] - room[0]), float(high[0] + room[0]), float(low[1] - room[1]), float(high[1] + room[1])


def _moments(updates: list[int]) -> list[int]:
    """Of many updates, some that are spread over all of them, the first and the last among them."""
    chosen = np.linspace(0, len(updates) - 1, min(MOST_MOMENTS, len(updates))).round().astype(int)
    return [updates[k] for k in np.unique(chosen)] if updates else []


def _shades(values: Floats) -> list[int]:
    """Squeeze any range into a byte, finely near 0; of several classes, name the strongest."""
    if values.ndim == 2:
        strongest: list[int] = values.argmax(axis=1).tolist()
        return strongest
    scale = float(np.median(np.abs(values))) or 1.0
    shades: list[int] = np.round(_DEEPEST * values / (np.abs(values) + scale)).astype(int).tolist()
    return shades
