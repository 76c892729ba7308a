"""Stored rows and updates in a model file."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse as sp

from rosenblatt.learn.weights.votes import Updates
from rosenblatt.model_files.reader import Filed, Filing
from rosenblatt.rows import Matrix


def file_rows(filing: Filing, name: str, rows: Any) -> None:
    """Write rows: dense or sparse, or for a given Gram matrix their numbers; None for none."""
    if rows is None:
        filing.facts[name] = "none"
    elif hasattr(rows, "indptr"):
        filing.facts[name] = "sparse"
        filing.array(f"{name}/values", rows.data, np.float64)
        filing.array(f"{name}/columns", rows.indices, np.int64)
        filing.array(f"{name}/starts", rows.indptr, np.int64)
    elif rows.ndim == 1:
        filing.facts[name] = "numbers"
        filing.array(name, rows, np.int64)
    else:
        filing.facts[name] = "dense"
        filing.array(name, rows, np.float64)


def rows_from(filed: Filed, name: str, n_columns: int, kinds: tuple[str, ...]) -> Any:
    """Read rows of one of these kinds, or None."""
    kind = filed.choice(name, ("none", *kinds))
    if kind == "none":
        return None
    if kind == "numbers":
        return filed.places(name, np.int64, None, n_columns)
    if kind == "dense":
        return filed.array(name, np.float64, (None, n_columns))
    return _csr_from(filed, name, n_columns)


def _csr_from(filed: Filed, name: str, n_columns: int) -> Matrix:
    """SciPy looks at no column number before it reads there, so all of them are looked at here."""
    columns = filed.places(f"{name}/columns", np.int64, None, n_columns)
    values = filed.array(f"{name}/values", np.float64, (len(columns),))
    starts = filed.array(f"{name}/starts", np.int64, (None,))
    if not len(starts) or starts[0] != 0 or starts[-1] != len(columns) or (np.diff(starts) < 0).any():
        filed.refuse(f"{name}/starts", f"numbers that rise from 0 to {len(columns)}", "others")
    index = np.int32 if max(n_columns, len(columns)) < 2**31 else np.int64
    return sp.csr_array((values, columns.astype(index), starts.astype(index)), shape=(len(starts) - 1, n_columns))


def file_updates(filing: Filing, updates: Updates) -> None:
    """Write updates."""
    filing.array("updates/rows", updates.rows, np.int64)
    filing.array("updates/steps", updates.steps, np.float64)
    filing.array("updates/before", updates.before, np.int64)
    filing.array("updates/gains", updates.gains, np.int32)
    filing.array("updates/loses", updates.loses, np.int32)


def updates_from(filed: Filed, n_stored: int, n_planes: int, seen: int) -> Updates:
    """Read updates of stored rows, each before one of the examples seen."""
    rows = filed.places("updates/rows", np.int64, None, n_stored)
    steps = filed.array("updates/steps", np.float64, rows.shape)
    before = filed.places("updates/before", np.int64, len(rows), seen)
    if (np.diff(before) < 0).any():
        filed.refuse("updates/before", "numbers that rise", "others")
    gains, loses = (filed.places(f"updates/{name}", np.int32, len(rows), n_planes) for name in ("gains", "loses"))
    return Updates(rows, steps, before, gains, loses)
