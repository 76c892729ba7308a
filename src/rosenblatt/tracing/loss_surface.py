"""The loss that a run descends: after each update, with its gradient, and as a surface over two weights."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp

from rosenblatt.geometry.padding import signed_rows
from rosenblatt.rows import Floats

if TYPE_CHECKING:
    from rosenblatt.tracing.trace import Trace

ACROSS = 37  # nodes along each side of the surface
_MAX_SLICES = 8
_MAX_WORK = 4_000_000  # margins: of each weights with each row
_ROUNDING = 1e-9  # of a margin that an update made equal to the threshold
_ROOM = 0.15  # of the widest reach of the weights, around them


def loss_of(trace: Trace, threshold: float | None) -> dict[str, Any] | None:
    """Return the mean of ``max(0, threshold - margin)`` over the rows after 0, 1, 2, ... updates.

    A threshold of 0 makes it `rb.perceptron_loss`, one of 1 `rb.hinge_loss`. For two columns there is its subgradient
    by both weights and the bias, and its surface over the weights, one slice per bias that occurs. None unless two
    classes are learned from by planes, and where the work is too much.
    """
    (part, *others) = trace.parts
    updates = list(part.log.changes)
    work = (len(updates) + 1) * trace.X.shape[0]
    if others or trace.is_of_kernel or threshold is None or part.start.bias.size != 1 or work > _MAX_WORK:
        return None
    X: Any = trace.X.toarray() if sp.issparse(trace.X) else trace.X
    signed: Any = signed_rows(X, trace.y)
    states = [part.after(step) for step in [0, *updates]]
    planes = np.array([[*state.weights, state.bias[0]] for state in states])
    margins = planes @ signed.T
    loss: dict[str, Any] = {"threshold": threshold, "values": _rounded(_mean_loss(margins, threshold))}
    if X.shape[1] != 2:
        return loss | {"gradients": None, "surface": None}
    counts = margins <= 0 if threshold == 0 else margins < threshold - _ROUNDING
    gradients = -(counts @ signed) / len(signed)
    if not trace.has_bias:
        gradients[:, 2] = 0.0
    return loss | {
        "gradients": [_rounded(one) for one in gradients + 0.0],
        "surface": _surface(planes, signed, threshold),
    }


def _surface(planes: Floats, signed: Floats, threshold: float) -> dict[str, Any] | None:
    """Return the loss at the nodes of a grid over the weights, row by row from the bottom, for each bias."""
    biases = list(dict.fromkeys(planes[:, 2].tolist()))
    if len(biases) > _MAX_SLICES:
        return None
    reach = np.vstack([planes[:, :2], [0.0, 0.0]])
    middle = (reach.min(axis=0) + reach.max(axis=0)) / 2
    half = (0.5 + _ROOM) * (float(np.ptp(reach, axis=0).max()) or 1.0)
    across, up = (np.linspace(centre - half, centre + half, ACROSS) for centre in middle)
    nodes = np.column_stack([np.tile(across, ACROSS), np.repeat(up, ACROSS)])
    products = nodes @ signed[:, :2].T
    slices = [_mean_loss(products + bias * signed[:, 2], threshold) for bias in biases]
    window = [float(across[0]), float(across[-1]), float(up[0]), float(up[-1])]
    return {"window": window, "across": ACROSS, "biases": biases, "slices": [_rounded(one, 4) for one in slices]}


def _mean_loss(margins: Floats, threshold: float) -> Floats:
    losses: Floats = np.maximum(0.0, threshold - margins).mean(axis=1)
    return losses


def _rounded(values: Floats, digits: int = 6) -> list[float]:
    return [float(f"{value:.{digits}g}") for value in values.tolist()]
