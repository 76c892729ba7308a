"""``train_on``: train on files too large for one machine, on an engine of workers, to the same bits on any."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from rosenblatt.distribute.checkpoints import Checkpoints
from rosenblatt.distribute.csv_ranges import begun_with_records
from rosenblatt.distribute.data_frame import OrderedRows, is_data_frame, rows_in_order
from rosenblatt.distribute.engine import Engine
from rosenblatt.distribute.first_pass import FileFacts, read_facts
from rosenblatt.distribute.job import EncodedShards, EngineJob, learn_features
from rosenblatt.distribute.learning import learn_shards, rows_read
from rosenblatt.distribute.left_out import columns_left_out
from rosenblatt.distribute.mixing import PRECISION, TOUCHED, refuse_mix
from rosenblatt.distribute.plan import make_plan, plan_rows
from rosenblatt.distribute.sharded_rows import refuse_learner
from rosenblatt.distribute.splitting import groups_in, split_column, split_rule
from rosenblatt.errors import BadParameter
from rosenblatt.learn.metrics import ACCURACY, LOG_LOSS, METRICS, Metric
from rosenblatt.model_files.steps import Steps
from rosenblatt.read.open_batches import Batches, PathLike, open_batches
from rosenblatt.train.cached_batches import CachedBatches
from rosenblatt.train.column_values import column_values
from rosenblatt.train.encode import Storage
from rosenblatt.train.held_out_file import HeldOutFile
from rosenblatt.train.job import Job
from rosenblatt.train.judging import scored
from rosenblatt.train.label_counts import metric_for
from rosenblatt.train.left_out import FIRST_ROWS
from rosenblatt.train.progress import NoProgress, Progress
from rosenblatt.train.race import race
from rosenblatt.train.recipe import Recipe
from rosenblatt.train.refuse_labels import refuse_labels
from rosenblatt.train.report import EngineReport, TrainingReport
from rosenblatt.train.train import judged_by_split, make_report, to_steps

if TYPE_CHECKING:
    from pyspark.sql import DataFrame
    from sklearn.pipeline import Pipeline

_CACHED = 2**26  # bytes of the first rows


def train_on(
    engine: Engine,
    files: PathLike | Sequence[PathLike] | DataFrame,
    *,
    label: str | int | None = None,
    order_by: str | Sequence[str] | None = None,
    learner: str | None = None,
    epochs: int | None = None,
    seed: int = 0,
    shards: int | None = None,
    mix: str | None = None,
    mixes: int = 10,
    checkpoint: PathLike | None = None,
    recipe: Mapping[str, Any] | None = None,
    keep: Sequence[str] = (),
    held_out: PathLike | None = None,
    group: str | None = None,
    time: str | None = None,
    metric: str = ACCURACY,
    **reading: Any,
) -> tuple[Pipeline, TrainingReport]:
    r"""Train a model on the workers of an engine; the same files and options result in the same bits on any.

    Every shard of the rows is learned from apart, starting from the same weights, and the results are mixed, in rounds.
    ``docs/how-to/cluster.md`` describes what it costs, and when not to use it.

    Parameters
    ----------
    engine : where tasks run, such as ``rb.engines.Processes(4)``; all workers must be able to read the files.
    files : as for `open_batches`, no streams; or a DataFrame of Spark, whose rows are first sorted and written.
    label : the column of the label, by name or number.
    order_by : the columns that order the rows of a DataFrame, which have no order of their own.
    learner, epochs, seed : as of ``rosenblatt train``; no race is run: by default the learner is ``"arow"`` if there
        are texts, else ``"averaged-arow"``.
    shards : how many; None for one per 256 MiB of the files, or 2^20 rows of a DataFrame, from 8 to 1024. More shards
        learn less from each row.
    mix : ``"uniform"``, ``"updates"``, ``"touched"``, or for learners with variances ``"precision"``; None for the
        last two. ``rosenblatt/distribute/mixing.py`` has the formulas and what is proven.
    mixes : how often shards are mixed per epoch; with 1 they may learn too much apart.
    checkpoint : a folder or URL for the state after each round, from which a run that was ended goes on, and for the
        rows of a DataFrame; without it they are written to a temporary folder, which is for one machine.
    recipe : attributes of the recipe other than those above, such as ``{"ngrams": 1, "bits": 20}``.
    keep, held_out, group, time, metric : as of ``rosenblatt train``.
    reading : options of `open_batches`.

    Examples
    --------
    >>> import pathlib, tempfile, rosenblatt as rb
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "rows.svm")
    ...     _ = path.write_text("".join(f"{row % 2} 1:{row % 2} 2:{row % 7}\n" for row in range(400)))
    ...     model, report = rb.train_on(rb.engines.Sequential(), path, shards=3)
    >>> report.held_out.accuracy, report.engine.shards, model.predict([[1.0, 5.0]]).tolist()
    (1.0, 1, [1])
    """
    how = learner, epochs, seed, shards, mix, mixes, checkpoint, recipe or {}, keep, held_out, group, time, metric
    options = Options(label, *how, reading)
    steps, report = _train_on_any(engine, files, order_by, options)
    return steps.to_pipeline(), report


def _train_on_any(
    engine: Engine, files: Any, order_by: str | Sequence[str] | None, options: Options
) -> tuple[Steps, TrainingReport]:
    if is_data_frame(files):
        with rows_in_order(files, order_by, options.checkpoint) as rows:
            steps, report = train_steps_on(engine, rows, options, NoProgress())
        return steps, replace(report, file=rows.name)
    if order_by is not None:
        raise BadParameter("`order_by=` is for a DataFrame; rows of files have an order, so leave it out")
    return train_steps_on(engine, files, options, NoProgress())


@dataclass(frozen=True)
class Options:
    """The parameters of `train_on`, where each is documented."""

    label: str | int | None
    learner: str | None
    epochs: int | None
    seed: int
    shards: int | None
    mix: str | None
    mixes: int
    checkpoint: PathLike | None
    recipe: Mapping[str, Any]
    keep: Sequence[str]
    held_out: PathLike | None
    group: str | None
    time: str | None
    metric: str
    reading: Mapping[str, Any]


def train_steps_on(
    engine: Engine, files: PathLike | Sequence[PathLike] | OrderedRows, options: Options, progress: Progress
) -> tuple[Steps, TrainingReport]:
    """Train as `train_on` does."""
    _refuse_options(options)
    how = {"label": options.label, "skip_unlabelled": True, **options.reading}
    batches = open_batches(files.first if isinstance(files, OrderedRows) else files, **how)
    rows = CachedBatches(batches, _CACHED)
    values = column_values(rows.first_batches(FIRST_ROWS), list(batches.kinds))
    refuse_labels(rows)
    column = split_column(rows, options.group, options.time)
    recipe = _recipe(options, batches.kinds)
    mix = _mix(recipe, options)
    splits = options.group, options.time, options.held_out is None
    in_all = [asdict(recipe), mix, options.mixes, *splits, list(options.keep)]
    if isinstance(files, OrderedRows):
        batches = open_batches([files.first, files.files], **how)
        plan = plan_rows(batches, files, how, options.shards, in_all)
    else:
        plan = begun_with_records(engine, make_plan(batches, how, options.shards, in_all), batches)
    left_out = columns_left_out(engine, plan, rows, options.keep)
    if column is not None and column.name not in options.keep:
        left_out[column.name] = "rows are split by it"
    facts = read_facts(engine, plan, batches.paths, column, progress)
    rule = split_rule(options.seed, column, facts.split, batches.paths[0], other_judges=options.held_out is not None)
    facts = replace(facts, numbering=replace(facts.numbering, groups=groups_in(facts.split, rule)))
    recipe = replace(recipe, left_out=tuple(left_out), metric=_metric(options.metric, facts))
    place = None if options.checkpoint is None else Checkpoints(str(options.checkpoint), plan.hash)
    job = EngineJob(engine, plan, facts, dict(batches.kinds), recipe, rule, mix, options.mixes, place, progress)
    features = learn_features(job)
    encoded = EncodedShards(job, features)
    try:
        final, outcome = learn_shards(job, encoded, features)
    finally:
        encoded.close()
    own_job = Job(rows, Storage(Path(), 0), progress, rule.by, _held_out(options, batches))
    judged = judged_by_split(outcome, scored(own_job, features, final.learner, outcome))
    report = make_report(own_job, recipe, final, rows_read(facts, features), judged)
    columns = {name: kind for name, kind in report.columns.items() if name not in left_out}
    report = replace(report, columns=columns, left_out=left_out, codes=batches.codes, values=values)
    how_divided = EngineReport(plan.hash, plan.n_shards, len(plan.parts), mix, options.mixes)
    return to_steps(features, final.learner), replace(report, engine=how_divided)


def _refuse_options(options: Options) -> None:
    if not isinstance(options.mixes, int) or options.mixes < 1:
        raise BadParameter(f"`mixes=` must be a whole number of at least 1, got {options.mixes!r}")
    if options.metric not in METRICS:
        raise BadParameter(f"`metric=` must be one of {', '.join(map(repr, METRICS))}, got {options.metric!r}")
    splits = [f"`{name}=`" for name in ("held_out", "group", "time") if getattr(options, name) is not None]
    if len(splits) > 1:
        raise BadParameter(f"{' and '.join(splits)} exclude each other; leave out {splits[-1]}")


def _mix(recipe: Recipe, options: Options) -> str:
    """Return how shards are mixed; refuse learners and ways that cannot be."""
    learner = recipe.make_learner()
    refuse_learner(learner)
    has_variances = hasattr(learner, "covariance")
    mix = options.mix or (PRECISION if has_variances else TOUCHED)
    refuse_mix(mix, has_variances=has_variances)
    return mix


def _metric(name: str, facts: FileFacts) -> Metric:
    by_label = {label: facts.counts[label] for label in np.sort(np.array(facts.numbering.labels)).tolist()}
    return Metric(name) if name in (ACCURACY, LOG_LOSS) else metric_for(name, by_label)


def _held_out(options: Options, batches: Batches) -> HeldOutFile | None:
    if options.held_out is None:
        return None
    how = {"like": batches.understood, "skip_unlabelled": True}
    return HeldOutFile(os.fspath(options.held_out), batches.label, how)


def _recipe(options: Options, kinds: Mapping[str, Any]) -> Recipe:
    """Return the recipe that a race would try first."""
    fixed = {**options.recipe, **({} if options.learner is None else {"learner": options.learner})}
    try:
        recipe = Recipe(**fixed, epochs=options.epochs, seed=options.seed, metric=Metric(options.metric))
    except TypeError as error:
        raise BadParameter(f"`recipe=` has an attribute that no recipe has: {error}") from None
    return race(recipe, fixed, list(kinds.values()), 0)[0]
