"""Test rows, which a run does not learn from, and how many of them it predicts wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from rosenblatt.rows import Floats
from rosenblatt.tracing.formatting import name_of
from rosenblatt.tracing.solutions import solution_errors

if TYPE_CHECKING:
    from rosenblatt.tracing.trace import Trace


class HeldOutRows(NamedTuple):
    """Rows with their labels."""

    X: Floats
    y: list[Any]


def held_out(trace: Trace, tests: HeldOutRows) -> dict[str, Any]:
    """Return the test rows, those that the model at the end predicts wrong, and the count for the rows it learned from.

    ``solutions`` has the counts of the last weights, their average and their vote after each epoch, where there are.
    """
    errors = solution_errors(trace, tests.X, tests.y)
    return {
        "rows": tests.X.tolist(),
        "labels": [name_of(label) for label in tests.y],
        "wrong": np.flatnonzero(trace.model.predict(tests.X) != np.array(tests.y)).tolist(),
        "wrong_learned": int(np.count_nonzero(trace.model.predict(trace.X) != np.array(trace.y))),
        "solutions": None if errors is None else {name: errors[name] for name in ("last", "average", "vote")},
    }
