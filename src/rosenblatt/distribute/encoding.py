"""Features of parts of files, and shards of encoded rows. This runs on workers."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rosenblatt.distribute.engine import Task
from rosenblatt.distribute.part_rows import Numbering, PartRows
from rosenblatt.distribute.plan import Plan
from rosenblatt.distribute.stored_shard import ShardRows, StoredShard, rows_by_part
from rosenblatt.featurise.merging import part_of
from rosenblatt.featurise.table_features import TableFeatures
from rosenblatt.rows import Csr
from rosenblatt.train.encode import EncodedRows, Storage, encode, tables_to_learn
from rosenblatt.train.progress import NoProgress
from rosenblatt.train.recipe import Recipe
from rosenblatt.train.split import N_PARTS, SplitRule

_ALL_IN_MEMORY = 2**62


@dataclass(frozen=True)
class FeatureCall:
    """What the features of all parts share.

    Attributes
    ----------
    plan, rule, numbering : the rows.
    features : not fitted.
    columns : the names of the columns of a table, or the number of those of a matrix.
    n_before : of each part, the number of rows before it that features are fitted to.
    """

    plan: Plan
    rule: SplitRule
    numbering: Numbering
    features: TableFeatures
    columns: list[str] | int
    n_before: tuple[int, ...]


@dataclass(frozen=True)
class EncodeCall:
    """What is needed to encode any shard; `features` are fitted, or None for a matrix as it is."""

    plan: Plan
    rule: SplitRule
    numbering: Numbering
    features: TableFeatures | None
    recipe: Recipe


class ShardCounts(NamedTuple):
    """How many rows a shard has.

    Attributes
    ----------
    of_parts : of each of its parts of files (first index), the rows by the part that they play (second index).
    of_labels : the rows by the part that they play (first index) and their label (second index).
    """

    of_parts: NDArray[np.int64]
    of_labels: NDArray[np.int64]


def learn_part(number: int, call: FeatureCall) -> TableFeatures:
    """Fit features to the rows of a part that do not judge; they stay unfitted if there are none."""
    rows = PartRows(call.plan, [number], call.rule, call.numbering)
    features = part_of(call.features, call.n_before[number])
    for table, labels in tables_to_learn(rows, call.columns, NoProgress()):
        features.partial_fit(table, labels)
    return features


def encode_shard(shard: StoredShard, call: EncodeCall) -> ShardCounts:
    """Encode the rows of a shard and store them, unless they are here already; return how many there are."""
    found = shard.load()
    rows = found or _encoded(shard, call)
    if found is None or not shard.path.exists():  # a process may have rows of the same training in memory alone
        shard.store(rows)
    of_labels = np.zeros((N_PARTS, len(shard.labels)), np.int64)
    np.add.at(of_labels, (rows.parts, rows.codes), 1)
    return ShardCounts(rows_by_part(rows), of_labels)


def encode_and_run(shard: StoredShard, call: tuple[EncodeCall, Task, Any]) -> Any:
    """Encode the rows of a shard, and run another function on it at once: its rows are here now."""
    encode_call, function, own_call = call
    encode_shard(shard, encode_call)
    return function(shard, own_call)


def forget_shard(shard: StoredShard, call: None) -> None:
    """Delete the rows of a shard, if they are here."""
    shard.forget()


def _encoded(shard: StoredShard, call: EncodeCall) -> ShardRows:
    rows = PartRows(call.plan, call.plan.parts_of_shard(shard.number), call.rule, call.numbering)
    storage = Storage(Path(tempfile.gettempdir()), _ALL_IN_MEMORY)
    with encode(rows, call.features, call.recipe, storage, NoProgress()) as encoded:
        n_columns = call.numbering.n_columns if call.features is None else sum(call.features.widths_)
        n_rows_of = np.array(rows.n_rows, np.int64)
        labels = np.array(shard.labels)
        if encoded.n_rows == 0:
            nothing = Csr(np.empty(0), np.empty(0, np.int32), np.zeros(1, np.int64), (0, n_columns))
            return ShardRows(nothing, np.empty(0, np.int32), np.empty(0, np.int8), labels, n_rows_of)
        return _joined(encoded, n_columns, labels, n_rows_of)


def _joined(encoded: EncodedRows, n_columns: int, labels: NDArray[Any], n_rows_of: NDArray[np.int64]) -> ShardRows:
    X, codes, _, _ = encoded.rows.read([0])
    parts = np.empty(len(codes), np.int8)
    for part in range(N_PARTS):
        parts[encoded.rows.read([0], part).which] = part
    rows = Csr(X.data, X.indices, X.indptr, (len(codes), n_columns)) if isinstance(X, Csr) else X
    return ShardRows(rows, codes, parts, labels, n_rows_of)
