"""Stored rows and updates in a model file."""

from __future__ import annotations

from typing import Any

import numpy as np

from rosenblatt.learn.weights.votes import Updates
from rosenblatt.model_files.reader import SectionReader
from rosenblatt.model_files.writer import SectionWriter
from rosenblatt.rows import Matrix


def write_rows(writer: SectionWriter, name: str, rows: Any) -> None:
    """Write rows: dense, sparse or, of a precomputed Gram matrix, their numbers; None for none."""
    if rows is None:
        writer.facts[name] = "none"
    elif hasattr(rows, "indptr"):
        writer.facts[name] = "sparse"
        writer.array(f"{name}/values", rows.data, np.float64)
        writer.array(f"{name}/columns", rows.indices, np.int64)
        writer.array(f"{name}/starts", rows.indptr, np.int64)
    elif rows.ndim == 1:
        writer.facts[name] = "numbers"
        writer.array(name, rows, np.int64)
    else:
        writer.facts[name] = "dense"
        writer.array(name, rows, np.float64)


def read_rows(reader: SectionReader, name: str, n_columns: int, kinds: tuple[str, ...]) -> Any:
    """Read rows of one of these kinds; None if there are none."""
    kind = reader.choice(name, ("none", *kinds))
    if kind == "none":
        return None
    if kind == "numbers":
        return reader.indices(name, np.int64, None, n_columns)
    if kind == "dense":
        return reader.array(name, np.float64, (None, n_columns))
    return _read_csr(reader, name, n_columns)


def _read_csr(reader: SectionReader, name: str, n_columns: int) -> Matrix:
    """SciPy does not check column numbers before it uses them, so all are checked here."""
    columns = reader.indices(f"{name}/columns", np.int64, None, n_columns)
    values = reader.array(f"{name}/values", np.float64, (len(columns),))
    starts = reader.array(f"{name}/starts", np.int64, (None,))
    if not len(starts) or starts[0] != 0 or starts[-1] != len(columns) or (np.diff(starts) < 0).any():
        reader.refuse(f"{name}/starts", f"numbers that rise from 0 to {len(columns)}", "others")
    import scipy.sparse as sp  # noqa: PLC0415  few files hold sparse rows

    index = np.int32 if max(n_columns, len(columns)) < 2**31 else np.int64
    return sp.csr_array((values, columns.astype(index), starts.astype(index)), shape=(len(starts) - 1, n_columns))


def write_updates(writer: SectionWriter, updates: Updates) -> None:
    """Write the updates of stored rows."""
    writer.array("updates/rows", updates.rows, np.int64)
    writer.array("updates/steps", updates.steps, np.float64)
    writer.array("updates/before", updates.before, np.int64)
    writer.array("updates/gains", updates.gains, np.int32)
    writer.array("updates/loses", updates.loses, np.int32)


def read_updates(reader: SectionReader, n_stored: int, n_planes: int, seen: int) -> Updates:
    """Read the updates of stored rows, each made before one of the `seen` examples."""
    rows = reader.indices("updates/rows", np.int64, None, n_stored)
    steps = reader.array("updates/steps", np.float64, rows.shape)
    before = reader.indices("updates/before", np.int64, len(rows), seen)
    if (np.diff(before) < 0).any():
        reader.refuse("updates/before", "numbers that rise", "others")
    gains, loses = (reader.indices(f"updates/{name}", np.int32, len(rows), n_planes) for name in ("gains", "loses"))
    return Updates(rows, steps, before, gains, loses)
