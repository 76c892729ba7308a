"""Training on the shards of a plan: features, encoded shards, an attempt, and the final fit."""

from __future__ import annotations

import hashlib
import pickle
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt.distribute.checkpoints import Checkpoints
from rosenblatt.distribute.encoding import (
    EncodeCall,
    FeatureCall,
    ShardCounts,
    encode_and_run,
    encode_shard,
    forget_shard,
    learn_part,
)
from rosenblatt.distribute.engine import Engine, Task
from rosenblatt.distribute.first_pass import FileFacts
from rosenblatt.distribute.part_tasks import run_parts, shard_counter
from rosenblatt.distribute.plan import Plan
from rosenblatt.distribute.stored_shard import StoredShard
from rosenblatt.distribute.tasks import run_all
from rosenblatt.featurise.merging import merge_features
from rosenblatt.featurise.table_features import TableFeatures
from rosenblatt.train.frequent_ngrams import drop_rare, limit_counted
from rosenblatt.train.progress import Progress
from rosenblatt.train.recipe import Recipe
from rosenblatt.train.split import SplitRule


@dataclass(frozen=True)
class EngineJob:
    """What a training on an engine needs.

    Attributes
    ----------
    engine : where tasks run.
    plan, facts : the parts of files, and what the first pass found in them.
    kinds : the kind of each column of a table; empty for a matrix.
    recipe : how to train.
    rule : which rows choose and which judge.
    mix, mixes : how shards are mixed, and how often per epoch.
    checkpoints : where the state after each round is stored; None to store nothing.
    progress : receives progress updates.
    """

    engine: Engine
    plan: Plan
    facts: FileFacts
    kinds: dict[str, str]
    recipe: Recipe
    rule: SplitRule
    mix: str
    mixes: int
    checkpoints: Checkpoints | None
    progress: Progress


def learn_features(job: EngineJob) -> TableFeatures | None:
    """Fit features to the rows that do not judge, part by part, and merge them in the order of the files."""
    recipe, numbering = job.recipe, job.facts.numbering
    kinds = {name: kind for name, kind in job.kinds.items() if name not in recipe.left_out}
    if not kinds and not recipe.codes_numbers:
        return None
    features = recipe.table_features(kinds or None, recipe.bits if kinds else None)
    columns: list[str] | int = list(kinds) or numbering.n_columns
    n_before = job.facts.rows_learned_before(job.rule)
    call = FeatureCall(job.plan, job.rule, numbering, features, columns, n_before)
    on_result = shard_counter(job.progress, "features", job.plan, job.facts.n_rows)
    merged = merge_features(run_parts(job.engine, job.plan, learn_part, call, on_result))
    if recipe.bits is None:
        limit_counted(merged)
        drop_rare(merged, recipe.min_count)
    return merged


@dataclass
class EncodedShards:
    """Shards of encoded rows on an engine; those that a worker lacks are encoded again: `ShardTasks`.

    Attributes
    ----------
    job : the training.
    features : fitted, or None.
    of_parts, of_labels : counts of rows, as in `ShardCounts`, of all shards together.
    """

    job: EngineJob
    features: TableFeatures | None
    shards: list[StoredShard] = field(init=False)
    of_parts: NDArray[np.int64] = field(init=False)
    of_labels: NDArray[np.int64] = field(init=False)

    def __post_init__(self) -> None:
        job = self.job
        content = pickle.dumps((job.plan.hash, self.features, job.recipe.features))
        key = hashlib.sha256(content).hexdigest()[:32]
        labels = job.facts.numbering.labels
        self.shards = [StoredShard(number, key, labels) for number in range(job.plan.n_shards)]
        try:
            counts = self._encode()
        except BaseException:
            self.close()
            raise
        self.of_labels = np.sum([one.of_labels for one in counts], axis=0)
        self.of_parts = np.zeros((len(job.plan.parts), self.of_labels.shape[0]), np.int64)
        for shard, one in enumerate(counts):
            self.of_parts[list(job.plan.parts_of_shard(shard))] = one.of_parts

    def _encode(self) -> list[ShardCounts]:
        job = self.job
        return run_all(
            job.engine,
            encode_shard,
            self.shards,
            self._encode_call,
            name_of=job.plan.name_of_shard,
            on_result=shard_counter(job.progress, "encoding", job.plan, job.facts.n_rows),
        )

    def run(self, function: Task, call: Any) -> list[Any]:
        """Return the result of each shard; where its rows were not, they are encoded first."""
        job = self.job
        results = run_all(job.engine, function, self.shards, call, name_of=job.plan.name_of_shard)
        lost = [number for number, result in enumerate(results) if result is None]
        if lost:
            again = (self._encode_call, function, call)
            shards = [self.shards[number] for number in lost]
            names = [job.plan.name_of_shard(number) for number in lost]
            for number, result in zip(
                lost, run_all(job.engine, encode_and_run, shards, again, name_of=names.__getitem__), strict=True
            ):
                results[number] = result
        return results

    def counts_of(self, part: int | None) -> dict[Any, int]:
        """Return the number of rows of each label that play a part, or of all."""
        counts = self.of_labels.sum(axis=0) if part is None else self.of_labels[part]
        return dict(zip(self.job.facts.numbering.labels, counts.tolist(), strict=True))

    def close(self) -> None:
        """Delete the shards, where workers still have them; if the engine fails, a later training deletes them."""
        with suppress(Exception):  # a training that has ended well has a model to return
            run_all(self.job.engine, forget_shard, self.shards, None)

    @property
    def _encode_call(self) -> EncodeCall:
        job = self.job
        return EncodeCall(job.plan, job.rule, job.facts.numbering, self.features, job.recipe)
