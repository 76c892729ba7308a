"""Encoded rows of a shard on a worker's disk: written once, checked when they are read, and replaceable."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save_file

from rosenblatt import _core
from rosenblatt.coded_rows import CodedRows
from rosenblatt.learn.fitting.blocks import LabelledRows
from rosenblatt.rows import Csr, Indices, Matrix
from rosenblatt.train.split import N_PARTS

MOST_BYTES = 2**29  # of shards that stay in the memory of a process
UNUSED_AFTER = 86_400  # seconds; older shards are those of a training that was killed, or are encoded again
_KEPT: dict[Path, ShardRows] = {}
_LOCK = threading.Lock()  # a worker may have several threads


@dataclass(frozen=True)
class ShardRows:
    """The rows of a shard, in the order of its parts of files.

    Attributes
    ----------
    X, codes, parts : the rows, the number of each label, and the part that each row plays.
    labels : the label of each number.
    n_rows_of : of each of its parts of files, the number of rows.
    """

    X: Matrix | Csr | CodedRows
    codes: Indices
    parts: NDArray[np.int8]
    labels: NDArray[Any]
    n_rows_of: Indices

    @property
    def n_bytes(self) -> int:
        return sum(array.nbytes for array in _arrays(self).values())


@dataclass(frozen=True)
class PartOfShard:
    """The rows of a shard that play a part, or all of them, as `Blocks`: a single one."""

    rows: ShardRows
    which: Indices | None

    n_blocks = at_once = 1

    @property
    def n_rows(self) -> int:
        return len(self.rows.codes) if self.which is None else len(self.which)

    def read(self, blocks: Sequence[int]) -> LabelledRows:
        return LabelledRows(self.rows.X, self.rows.codes, self.rows.labels, self.which)


@dataclass(frozen=True)
class StoredShard:
    """A shard by its number and the key of its training, which says what its rows are: a `Shard`."""

    number: int
    key: str
    labels: tuple[Any, ...]

    def open(self, part: int | None) -> PartOfShard | None:
        rows = self.load()
        if rows is None:
            return None
        return PartOfShard(rows, None if part is None else np.flatnonzero(rows.parts == part))

    def load(self) -> ShardRows | None:
        """Return the rows; None if they are not here, or not as they were written."""
        with _LOCK:
            rows = _KEPT.pop(self.path, None)
        rows = rows or _read(self.path, np.array(self.labels))
        if rows is not None:
            with _LOCK:
                self._keep(rows)
        return rows

    def _keep(self, rows: ShardRows) -> None:
        """Keep rows in memory, in the place of those of other trainings.

        Each round reads all shards in the same order. So what does not fit beside others of this training is not kept:
        to drop the one that was used longest ago would be to drop each of them before its turn.
        """
        _KEPT[self.path] = rows
        others = [path for path in _KEPT if path.parent != self.path.parent]
        while len(_KEPT) > 1 and sum(one.n_bytes for one in _KEPT.values()) > MOST_BYTES:
            del _KEPT[others.pop(0) if others else self.path]

    def store(self, rows: ShardRows) -> None:
        """Write the rows, and keep them in memory; another process may be writing the same."""
        path = self.path
        path.parents[1].mkdir(mode=0o700, exist_ok=True)
        if not path.parent.exists():
            _delete_unused(path.parents[1])
        path.parent.mkdir(mode=0o700, exist_ok=True)
        arrays = _arrays(rows)
        facts = {"n_columns": str(rows.X.shape[1]), "sha256": _digest(arrays)}
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.stem)
        os.close(handle)
        try:
            save_file(arrays, temporary, facts)
            Path(temporary).replace(path)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
        with _LOCK:
            self._keep(rows)

    def forget(self) -> None:
        """Delete the rows, if they are here."""
        with _LOCK:
            _KEPT.pop(self.path, None)
        self.path.unlink(missing_ok=True)
        with contextlib.suppress(OSError):  # others may be in it
            self.path.parent.rmdir()

    @property
    def path(self) -> Path:
        return shards_folder() / self.key / f"{self.number}.safetensors"


def shards_folder() -> Path:
    """Return the folder of all shards on this machine; each user has one of their own, which no other can read."""
    return Path(tempfile.gettempdir()) / f"rosenblatt-shards-{os.getuid()}"


def _delete_unused(folder: Path) -> None:
    """Delete shards that a training could not delete, because its driver was killed or they were on many machines."""
    for of_training in folder.iterdir():
        with contextlib.suppress(OSError):  # another process may delete it, too
            if time.time() - of_training.stat().st_mtime > UNUSED_AFTER:
                shutil.rmtree(of_training)


def _arrays(rows: ShardRows) -> dict[str, NDArray[Any]]:
    arrays = {**_arrays_of(rows.X), "codes": rows.codes, "parts": rows.parts, "n_rows_of": rows.n_rows_of}
    return {name: np.ascontiguousarray(array) for name, array in arrays.items()}


def _arrays_of(X: Matrix | Csr | CodedRows) -> dict[str, NDArray[Any]]:
    if isinstance(X, CodedRows):
        layout = json.dumps([X.layout.columns, X.layout.pairs]).encode()
        return {"coded": X.codes, "layout": np.frombuffer(layout, np.uint8)}
    if isinstance(X, Csr):
        return {"data": X.data, "indices": X.indices, "indptr": X.indptr}
    assert isinstance(X, np.ndarray), "encoded rows are no matrices of SciPy"
    return {"dense": X}


def _digest(arrays: dict[str, NDArray[Any]]) -> str:
    digest = hashlib.sha256()
    for name in sorted(arrays):
        digest.update(f"{name} {arrays[name].dtype} {arrays[name].shape}".encode())
        digest.update(arrays[name].data)
    return digest.hexdigest()


def _read(path: Path, labels: NDArray[Any]) -> ShardRows | None:
    try:
        with safe_open(path, "np") as file:
            facts = file.metadata() or {}
            arrays = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118  it is no dict
    except (OSError, SafetensorError):
        return None
    if _digest(arrays) != facts.get("sha256"):
        return None
    X = _rows_in(arrays, int(facts["n_columns"]))
    return ShardRows(X, arrays["codes"], arrays["parts"], labels, arrays["n_rows_of"])


def _rows_in(arrays: dict[str, NDArray[Any]], n_columns: int) -> Matrix | Csr | CodedRows:
    if "coded" in arrays:
        layout = _core.CodeLayout(*json.loads(arrays["layout"].tobytes()))
        return CodedRows(arrays["coded"], layout, n_columns)
    if "dense" in arrays:
        return arrays["dense"]
    return Csr(arrays["data"], arrays["indices"], arrays["indptr"], (len(arrays["codes"]), n_columns))


def rows_by_part(rows: ShardRows) -> NDArray[np.int64]:
    """Count the rows of each of its parts of files (first index) by the part that they play (second index)."""
    ends = np.cumsum(rows.n_rows_of)
    starts = ends - rows.n_rows_of
    counts = [np.bincount(rows.parts[a:b], minlength=N_PARTS) for a, b in zip(starts, ends, strict=True)]
    return np.array(counts, np.int64).reshape(-1, N_PARTS)
