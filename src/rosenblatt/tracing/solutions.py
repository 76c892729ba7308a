"""The solutions of one run beside each other: the last weights, their average and their vote."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp

from rosenblatt.rows import Matrix

if TYPE_CHECKING:
    from rosenblatt.tracing.trace import Trace

_MAX_WORK = 4_000_000  # activations: of each weights with each row


def solution_errors(
    trace: Trace, rows: Matrix | None = None, labels: list[Any] | None = None
) -> dict[str, list[int]] | None:
    """Count the rows that each solution predicts wrong at the end of each recorded epoch, and what weights survive.

    The rows are those of the trace, or others with their labels.

    ``survived`` has one number per update and one for the start: the steps after which these were the weights, and so
    their votes. None unless two classes are learned from by planes, and where the work is too much.
    """
    (part, *others) = trace.parts
    steps = len(part.log)
    updates = list(part.log.changes)
    matrix = trace.X if rows is None else rows
    n_rows = matrix.shape[0]
    if others or trace.is_of_kernel or part.start.bias.size != 1 or (len(updates) + 1) * n_rows > _MAX_WORK:
        return None
    states = [part.after(step) for step in [0, *updates]]
    weights, bias = np.array([state.weights for state in states]), np.array([state.bias[0] for state in states])
    X: Any = matrix.toarray() if sp.issparse(matrix) else matrix
    activations = weights @ X.T + bias[:, np.newaxis]
    last_wins = trace.model.tie == "positive"
    signs = np.where([label == part.classes[1] for label in (trace.y if labels is None else labels)], 1, -1)

    def wrong(values: Any) -> int:
        positive = values >= 0 if last_wins else values > 0
        return int(np.count_nonzero(np.where(positive, 1, -1) != signs))

    votes = np.where(activations >= 0 if last_wins else activations > 0, 1, -1)
    begins = np.array([1, *updates])  # the first step after which these are the weights
    errors: dict[str, list[int]] = {"epoch_end": [], "last": [], "average": [], "vote": []}
    for end in np.minimum(np.cumsum([epoch.seen for epoch in part.history]), steps).tolist():
        known = int(np.searchsorted(updates, end, side="right"))
        survived = _survived(begins[: known + 1], end)
        errors["epoch_end"].append(end)
        errors["last"].append(wrong(activations[known]))
        errors["average"].append(wrong(survived @ activations[: known + 1]))
        errors["vote"].append(wrong(survived @ votes[: known + 1]))
    return errors | {"survived": _survived(begins, steps).tolist()}


def _survived(begins: Any, end: int) -> Any:
    """Return for how many steps up to this one each of the weights were the present ones."""
    return np.diff(np.append(begins, end + 1))
