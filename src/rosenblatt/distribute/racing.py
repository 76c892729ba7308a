"""The race between recipes, on the driver: on the sample of all rows that one machine would draw."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path

from rosenblatt.distribute.engine import Engine
from rosenblatt.distribute.first_pass import FileFacts
from rosenblatt.distribute.part_rows import Numbering, PartRows
from rosenblatt.distribute.part_tasks import run_parts, shard_counter
from rosenblatt.distribute.plan import Plan
from rosenblatt.read.open_batches import Batches
from rosenblatt.train.choose import Tried
from rosenblatt.train.compete import Competition, compete_on_sample
from rosenblatt.train.encode import Storage
from rosenblatt.train.progress import NoProgress, Progress
from rosenblatt.train.recipe import Recipe
from rosenblatt.train.sampled_rows import MOST_BYTES, MOST_ROWS, RowSample, SampledRows, sample_of
from rosenblatt.train.split import SplitRule

_MEMORY = 2**31  # bytes of encoded rows of the sample; of more, some are on disk


@dataclass(frozen=True)
class _SampleCall:
    """The rows, and how often they are halved at least."""

    plan: Plan
    rule: SplitRule
    numbering: Numbering
    level: int


def choose_recipe(
    engine: Engine,
    plan: Plan,
    facts: FileFacts,
    rule: SplitRule,
    recipes: list[Recipe],
    *,
    batches: Batches,
    progress: Progress,
) -> Competition:
    """Let recipes compete on a sample of the rows that do not judge; a single one is not tried.

    Parameters
    ----------
    engine, plan : where the rows are read.
    facts, rule : what is known of them, and which of them choose and judge.
    recipes : in the order of preference.
    batches : the files.
    progress : receives progress updates.
    """
    if len(recipes) == 1:
        return Competition([Tried(recipes[0])])
    call = _SampleCall(plan, rule, facts.numbering, _least_level(facts, rule))
    sample = RowSample(call.level)
    on_result = shard_counter(progress, "sampling", plan, facts.n_rows)
    for part in run_parts(engine, plan, _sample_of_part, call, on_result):
        sample.merge(part)
    rows = SampledRows(batches, sample, facts.numbering.n_columns)
    with tempfile.TemporaryDirectory() as folder:
        return compete_on_sample(rows, recipes, Storage(Path(folder), _MEMORY), progress)


def _least_level(facts: FileFacts, rule: SplitRule) -> int:
    """Return how often rows must be halved at least, so that no worker sends many that are then dropped."""
    n_learned = facts.rows_learned_before(rule)[-1]
    times = max(n_learned // MOST_ROWS, facts.n_bytes // MOST_BYTES, 1)
    return times.bit_length() - 1


def _sample_of_part(number: int, call: _SampleCall) -> RowSample:
    rows = PartRows(call.plan, [number], call.rule, call.numbering)
    return sample_of(rows, NoProgress(), call.numbering.first_rows[number], call.level)
