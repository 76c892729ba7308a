"""The lines that a learner finds with the rows in other orders: a line that separates two classes is not unique."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp

from rosenblatt.estimator import unfitted
from rosenblatt.geometry.padding import signed_rows

if TYPE_CHECKING:
    from rosenblatt.tracing.trace import Trace

SEEDS = 20
_MAX_ROWS = 500
_MAX_VISITS = 200_000  # of all runs


def seed_lines(trace: Trace) -> dict[str, Any] | None:
    """Return the weights and the bias after fits to shuffled rows, one per seed, with the rows that each has wrong.

    ``margin`` is the least signed distance of a row from each line, None for weights of 0. ``max_iter`` is the limit on
    epochs. None unless two classes of two columns are learned by planes.
    """
    n_rows, n_columns = trace.X.shape
    if trace.is_of_kernel or len(trace.model.classes_) != 2 or n_columns != 2 or n_rows > _MAX_ROWS:
        return None
    X: Any = trace.X.toarray() if sp.issparse(trace.X) else trace.X
    signed: Any = signed_rows(X, trace.y)
    max_iter = min(int(trace.model.max_iter), max(1, _MAX_VISITS // (SEEDS * n_rows)))
    lines: dict[str, Any] = {"max_iter": max_iter, "weights": [], "bias": [], "wrong": [], "margin": []}
    for seed in range(SEEDS):
        model: Any = unfitted(trace.model).set_params(order="shuffled", random_state=seed, max_iter=max_iter)
        model.fit(X, trace.y)
        weights, bias = model.coef_[0], float(model.intercept_[0])
        length = float(np.hypot(*weights))
        lines["weights"].append(weights.tolist())
        lines["bias"].append(bias)
        lines["wrong"].append(int(np.count_nonzero(model.predict(X) != np.array(trace.y))))
        lines["margin"].append(float((signed @ [*weights, bias]).min() / length) if length > 0 else None)
    return lines
