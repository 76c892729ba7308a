"""A trace as compact data, one list per field, for the page that plays it.

Of the weights, only those that an update changed are recorded.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from rosenblatt import _core
from rosenblatt.geometry.mistake_bound import MistakeBound
from rosenblatt.learn.stop_reasons import stop_sentence
from rosenblatt.rows import Matrix
from rosenblatt.tracing.convergence import convergence
from rosenblatt.tracing.cycle import cancelling_rows, cycle_sentence
from rosenblatt.tracing.field import has_field, kernel_of, window_of
from rosenblatt.tracing.formatting import in_one_line, name_of
from rosenblatt.tracing.held_out import HeldOutRows, held_out
from rosenblatt.tracing.loss_surface import loss_of
from rosenblatt.tracing.solutions import solution_errors
from rosenblatt.tracing.spaces import space_of
from rosenblatt.tracing.step import ModelState
from rosenblatt.tracing.verdict import verdicts

if TYPE_CHECKING:
    from rosenblatt.learn.base import Classifier
    from rosenblatt.tracing.step import Part
    from rosenblatt.tracing.trace import Trace

Integers: TypeAlias = "NDArray[np.int64]"

FORMAT = "rosenblatt recording 1"
# With more rows, only those of recorded steps are included; with more columns, no verdict is sought.
MAX_ROWS, MAX_COLUMNS = 2000, 200
MAX_KERNEL_ROWS = 150
_VERDICT_WORK = 1e8
_VARIANTS = {"pa": "PA", "pa-1": "PA-I", "pa-2": "PA-II"}  # the names of a kernel learner's steps


def record(trace: Trace, with_verdicts: bool = True, tests: HeldOutRows | None = None) -> dict[str, Any]:
    """Return all that the page needs to play a trace; without verdicts, it asks for them by itself.

    Test rows are recorded with what the model predicts of them.
    """
    model: Any = trace.model
    rows, columns = _rows_included(trace), _columns_included(trace.X)
    X = trace.X[rows][:, columns]
    y = [trace.y[row] for row in rows]
    entries = rows if trace.is_of_kernel else columns
    kernel = kernel_of(trace)
    rule = _rule(model)
    changes_all = getattr(model, "covariance", "diagonal") == "full"
    return {
        "format": FORMAT,
        "kind": "kernel" if trace.is_of_kernel else "linear",
        "learner": in_one_line(model),
        "final": getattr(model, "final", "vote"),
        "fit_intercept": trace.has_bias,
        "rule": rule,
        **({"moves_by": "S·x" if changes_all else "s∘x"} if hasattr(model, "variance_") else {}),
        "tie": model.tie,
        "window": window_of(trace.X),
        "kernel": kernel,
        "kernel_bias": bool(trace.is_of_kernel and model.fit_intercept),
        "needs_fields": has_field(trace) and kernel is None,
        "features": [trace.feature_name(int(column)) for column in columns],
        "rows": _entries(X),
        "names": None if trace.row_names is None else [trace.row_name(int(row)) for row in rows],
        "labels": [name_of(label) for label in y],
        "classes": [name_of(label) for label in model.classes_.tolist()],
        "kernel_values": _kernel_values(trace),
        "solutions": solution_errors(trace) if len(rows) == trace.X.shape[0] else None,
        "held_out": None if tests is None else held_out(trace, tests),
        "loss": loss_of(trace, rule["threshold"]) if len(rows) == trace.X.shape[0] else None,
        "space": space_of(trace) if len(rows) == trace.X.shape[0] else None,
        "kept": None if trace.is_of_kernel else _planes(model, columns),
        "parts": [
            _part(part, entries, rows, is_of_kernel=trace.is_of_kernel, changes_all=changes_all) | _endless(trace, part)
            for part in trace.parts
        ],
        "verdicts": _verdicts(trace) if with_verdicts and len(rows) == trace.X.shape[0] else None,
    }


def _rule(model: Classifier) -> dict[str, Any]:
    """Return when a row requires an update, and which variant of passive-aggressive decides how long it is, if any.

    An update follows a margin of at most the threshold, or only a mistake. The threshold is None where it depends on
    the variance of the margin.
    """
    rule = model._step_rule()
    content: dict[str, Any] = {"trigger": model.trigger, "threshold": 1.0, "variant": None, "C": None}
    if isinstance(rule, _core.ConfidenceStep):
        content["threshold"] = None
    elif isinstance(rule, _core.PerceptronStep):
        content["threshold"] = float(getattr(model, "margin", 0.0))
    elif isinstance(rule, _core.PassiveAggressiveStep):
        passive: Any = model
        variant = _VARIANTS[passive.step] if hasattr(model, "step") else passive.variant  # of a kernel learner, or not
        content |= {"variant": variant, "C": float(passive.C)}
    return content


def _rows_included(trace: Trace) -> Integers:
    if trace.X.shape[0] <= MAX_ROWS or trace.is_of_kernel:
        return np.arange(trace.X.shape[0])
    return np.unique(np.concatenate([np.array(part.log.rows, dtype=np.int64) for part in trace.parts]))


def _columns_included(X: Matrix) -> Integers:
    """Return the columns without the empty ones of sparse rows: hashed rows have a million of them."""
    return np.unique(X.indices).astype(np.int64) if sp.issparse(X) else np.arange(X.shape[1])


def _entries(X: Matrix) -> dict[str, Any]:
    """Return the columns in which each row is not 0, in rising order, and its values there."""
    every: Any = X
    sparse = sp.csr_array(every, copy=True).astype(np.float64)
    sparse.sum_duplicates()
    sparse.eliminate_zeros()
    columns = np.split(sparse.indices, sparse.indptr[1:-1])
    values = np.split(sparse.data, sparse.indptr[1:-1])
    return {"columns": [each.tolist() for each in columns], "values": [each.tolist() for each in values]}


def _kernel_values(trace: Trace) -> list[list[float]] | None:
    """Return the kernel of every row with every row, rounded; None with more than `MAX_KERNEL_ROWS`."""
    n_rows = trace.X.shape[0]
    if not trace.is_of_kernel or n_rows > MAX_KERNEL_ROWS:
        return None
    X: Any = trace.X.toarray() if sp.issparse(trace.X) else trace.X
    values = trace.activations(X, ModelState(np.eye(n_rows), np.zeros(1)))
    return [[float(f"{value:.6g}") for value in row] for row in values.tolist()]


def _planes(model: Any, columns: Integers) -> dict[str, Any]:
    return {"weights": model.coef_.T[columns].tolist(), "bias": model.intercept_.tolist()}


def _verdicts(trace: Trace) -> list[dict[str, Any]] | None:
    if trace.X.shape[0] > MAX_ROWS or trace.X.shape[1] > MAX_COLUMNS:
        return None
    return verdicts(trace.model, trace.X, trace.y, work_limit=_VERDICT_WORK)


def _part(part: Part, entries: Integers, rows: Integers, *, is_of_kernel: bool, changes_all: bool) -> dict[str, Any]:
    """Return one part. Most linear updates change the weights of their row's columns, so these are not repeated."""
    log, bound = part.log, part.bound
    changes = list(log.changes.values())
    written = {
        "step": list(log.changes),
        "numbers": [change.numbers.tolist() for change in changes],
        "bias": [change.bias.tolist() for change in changes],
    }
    if is_of_kernel:
        written["entries"] = [change.entries.tolist() for change in changes]
    elif changes_all:
        written["entries"] = [list(range(len(entries)))] * len(changes)
        written["numbers"] = [change.numbers[entries].tolist() for change in changes]
    return {
        "classes": [name_of(label) for label in part.classes],
        "start": {"weights": part.start.weights[entries].tolist(), "bias": part.start.bias.tolist()},
        "why": stop_sentence(part.stop_reason),
        "stop_reason": part.stop_reason,
        "n_steps": part.n_steps,
        "bound": None if bound is None else _bound(bound),
        "convergence": _convergence(part),
        "epochs": {
            "seen": [epoch.seen for epoch in part.history],
            "mistakes": [epoch.mistakes for epoch in part.history],
            "updates": [epoch.updates for epoch in part.history],
        },
        "steps": {
            "row": np.searchsorted(rows, log.rows).tolist(),
            "target": log.targets,
            "activation": log.activations,
            "prediction": log.predictions,
            "rival": log.rivals or None,
            "size": log.sizes,
        },
        "updates": written,
    }


def _endless(trace: Trace, part: Part) -> dict[str, Any]:
    """Return what is known about a run that never ends: where it repeats, and the rows that cancel, in words."""
    cycle, cancelling = part.cycle, cancelling_rows(trace, part)
    return {
        "cycle": None if cycle is None else {**cycle._asdict(), "words": cycle_sentence(part)},
        "cancelling": None if cancelling is None else " ".join(cancelling),
    }


def _convergence(part: Part) -> dict[str, list[float | None]] | None:
    """Return the numbers of the proof after each update, with six digits; None where there is no proof."""
    numbers = convergence(part)
    if numbers is None:
        return None
    return {
        name: [None if math.isnan(value) else float(f"{value:.6g}") for value in values.tolist()]
        for name, values in numbers._asdict().items()
    }


def _bound(bound: MistakeBound) -> dict[str, float | None]:
    updates = None if math.isinf(bound.updates) else bound.updates
    return {"radius": bound.radius, "margin": bound.margin.low, "updates": updates}
