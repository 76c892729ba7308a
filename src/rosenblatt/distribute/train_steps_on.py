"""The steps of a training on an engine, one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from rosenblatt.distribute.checkpoints import Checkpoints
from rosenblatt.distribute.csv_ranges import begun_with_records
from rosenblatt.distribute.data_frame import OrderedRows
from rosenblatt.distribute.engine import Engine
from rosenblatt.distribute.first_pass import FileFacts, read_facts
from rosenblatt.distribute.job import EncodedShards, EngineJob, learn_features
from rosenblatt.distribute.learning import learn_shards, rows_read
from rosenblatt.distribute.left_out import columns_left_out
from rosenblatt.distribute.line_names import FileLines, LineNames, frame_rows, named_first_rows
from rosenblatt.distribute.options import Options, common_recipe, refuse_options
from rosenblatt.distribute.plan import Plan, make_plan, plan_rows
from rosenblatt.distribute.racing import choose_recipe
from rosenblatt.distribute.splitting import SplitColumn, groups_in, split_column, split_rule
from rosenblatt.learn.metrics import ACCURACY, LOG_LOSS, Metric
from rosenblatt.model_files.steps import Steps
from rosenblatt.read.open_batches import Batches, PathLike, open_batches
from rosenblatt.train.cached_batches import CachedBatches
from rosenblatt.train.column_values import ColumnValues, column_values
from rosenblatt.train.encode import Storage
from rosenblatt.train.job import Job
from rosenblatt.train.judging import scored
from rosenblatt.train.label_counts import metric_for
from rosenblatt.train.left_out import FIRST_ROWS, candidates_of
from rosenblatt.train.progress import Progress
from rosenblatt.train.recipe import Recipe
from rosenblatt.train.refuse_labels import refuse_labels
from rosenblatt.train.report import EngineReport, TrainingReport
from rosenblatt.train.split import SplitRule
from rosenblatt.train.train import judged_by_split, make_report, to_steps, to_trials

_CACHED = 2**26  # bytes of the first rows


class FirstRows(NamedTuple):
    """What the first rows show, which the driver reads itself.

    Attributes
    ----------
    batches : the files.
    rows : the first rows of them.
    values : of each column, for the report.
    column : by which rows are split, if any.
    candidates : the kinds of columns that may be left out.
    """

    batches: Batches
    rows: CachedBatches
    values: dict[str, ColumnValues]
    column: SplitColumn | None
    candidates: dict[str, str]


def train_steps_on(
    engine: Engine, files: PathLike | Sequence[PathLike] | OrderedRows, options: Options, progress: Progress
) -> tuple[Steps, TrainingReport]:
    """Train as `train_on` does."""
    refuse_options(options)
    first, recipe = _first_rows(files, options), common_recipe(options)
    kinds = list(first.batches.kinds.values())
    options.recipes(recipe, kinds, 0)  # which refuses before anything runs
    batches, plan, names = _planned(engine, files, first.batches, options, recipe)
    place = _checkpoints(plan, options)
    left_out = _left_out(engine, plan, first, options.keep)
    facts, rule = _facts(engine, plan, names, first.column, options, progress=progress)
    recipe = replace(recipe, left_out=tuple(left_out), metric=_metric(options.metric, facts))
    recipes = options.recipes(recipe, kinds, facts.numbering.n_columns)
    competition = choose_recipe(engine, plan, facts, rule, recipes, batches=batches, progress=progress)
    recipe, mix = competition.recipe, options.mix_of(competition.recipe)
    job = EngineJob(engine, plan, facts, dict(batches.kinds), recipe, rule, mix, options.mixes, place, progress)
    features = learn_features(job)
    with closing(EncodedShards(job, features)) as encoded:
        final, outcome = learn_shards(job, encoded, features, names.of_all)
    own_job = Job(first.rows, Storage(Path(), 0), progress, rule.by, options.held_out_file(batches))
    trials = to_trials(competition.tried, competition.place)
    judged = judged_by_split(outcome, scored(own_job, features, final.learner, outcome), trials)
    report = make_report(own_job, recipe, final, rows_read(facts, features), judged)
    columns = {name: kind for name, kind in report.columns.items() if name not in left_out}
    report = replace(report, columns=columns, left_out=left_out, codes=batches.codes, values=first.values)
    how_divided = EngineReport(plan.hash, plan.n_shards, len(plan.parts), mix, options.mixes)
    report = replace(report, drift=competition.drift, engine=how_divided)
    return to_steps(features, final.learner), report


def _first_rows(files: PathLike | Sequence[PathLike] | OrderedRows, options: Options) -> FirstRows:
    with named_first_rows(files):
        batches = open_batches(files.first if isinstance(files, OrderedRows) else files, **options.how_to_read)
        rows = CachedBatches(batches, _CACHED)
        values = column_values(rows.first_batches(FIRST_ROWS), list(batches.kinds))
        refuse_labels(rows)
        column = split_column(rows, options.group, options.time)
        return FirstRows(batches, rows, values, column, candidates_of(rows, options.keep))


def _planned(
    engine: Engine, files: Any, batches: Batches, options: Options, recipe: Recipe
) -> tuple[Batches, Plan, LineNames]:
    """Return the files, their parts and shards, and how messages name their lines."""
    how, in_plan = options.how_to_read, [asdict(recipe), *options.in_plan]
    if isinstance(files, OrderedRows):
        batches = open_batches([files.first, files.files], **how)
        plan = plan_rows(batches, files, how, options.shards, in_plan)
        return batches, plan, frame_rows(files, plan)
    plan = begun_with_records(engine, make_plan(batches, how, options.shards, in_plan), batches)
    return batches, plan, FileLines(batches.paths)


def _checkpoints(plan: Plan, options: Options) -> Checkpoints | None:
    """Return where rounds are stored, if anywhere; raise before the files are read if they cannot be."""
    if options.checkpoint is None:
        return None
    place = Checkpoints(str(options.checkpoint), plan.hash)
    place.claim()
    return place


def _left_out(engine: Engine, plan: Plan, first: FirstRows, keep: Sequence[str]) -> dict[str, str]:
    """Return the columns that are not learned from, and why."""
    left_out = columns_left_out(engine, plan, first.rows, first.candidates)
    if first.column is not None and first.column.name not in keep:
        left_out[first.column.name] = "rows are split by it"
    return left_out


def _facts(
    engine: Engine, plan: Plan, names: LineNames, column: SplitColumn | None, options: Options, *, progress: Progress
) -> tuple[FileFacts, SplitRule]:
    """Return what the first pass finds, and which rows choose and judge."""
    facts = read_facts(engine, plan, names, column, progress)
    rule = split_rule(options.seed, column, facts.split, names.of_all, other_judges=options.held_out is not None)
    return replace(facts, numbering=replace(facts.numbering, groups=groups_in(facts.split, rule))), rule


def _metric(name: str, facts: FileFacts) -> Metric:
    by_label = {label: facts.counts[label] for label in np.sort(np.array(facts.numbering.labels)).tolist()}
    return Metric(name) if name in (ACCURACY, LOG_LOSS) else metric_for(name, by_label)
