"""``train_on``: train on files too large for one machine, on an engine of workers, to the same bits on any."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt.distribute.checkpoints import Checkpoints
from rosenblatt.distribute.csv_ranges import begun_with_records
from rosenblatt.distribute.data_frame import OrderedRows, is_data_frame, rows_in_order
from rosenblatt.distribute.engine import Engine
from rosenblatt.distribute.first_pass import FileFacts, read_facts
from rosenblatt.distribute.job import EncodedShards, EngineJob, learn_features
from rosenblatt.distribute.left_out import columns_left_out
from rosenblatt.distribute.mixing import PRECISION, TOUCHED, refuse_mix
from rosenblatt.distribute.plan import make_plan, plan_rows
from rosenblatt.distribute.predicting import predict_rows
from rosenblatt.distribute.round_record import RoundRecord
from rosenblatt.distribute.sharded_rows import Sharding, fit_shards, refuse_learner
from rosenblatt.errors import BadParameter
from rosenblatt.featurise.table_features import TableFeatures
from rosenblatt.learn.metrics import ACCURATE
from rosenblatt.model_files.steps import Steps
from rosenblatt.read.open_batches import PathLike, open_batches
from rosenblatt.train.attempt import Attempt, best_epoch, too_few
from rosenblatt.train.cached_batches import CachedBatches
from rosenblatt.train.calibration import calibrate_by
from rosenblatt.train.class_weights import weigh_by_counts
from rosenblatt.train.column_values import column_values
from rosenblatt.train.encode import Storage
from rosenblatt.train.job import Job
from rosenblatt.train.left_out import FIRST_ROWS
from rosenblatt.train.progress import NoProgress, Progress
from rosenblatt.train.race import race
from rosenblatt.train.recipe import Recipe
from rosenblatt.train.refuse_labels import refuse_labels
from rosenblatt.train.report import EngineReport, TrainingReport
from rosenblatt.train.split import CHOOSE, JUDGE, LEARN
from rosenblatt.train.strongest import strongest_named
from rosenblatt.train.train import Final, judged_by_split, make_report, scored_attempts, to_steps

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
    **reading: Any,
) -> tuple[Pipeline, TrainingReport]:
    r"""Train a model on the workers of an engine; the same files and options result in the same bits on any.

    Rows are dealt out to shards, by the files alone. In each round every shard is learned from apart, starting from the
    same weights, and the results are mixed. ``docs/how-to/cluster.md`` describes what it costs, and when not to use it.

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
    checkpoint : a folder or URL for the state after each round; a run that was ended goes on from there. The rows of a
        DataFrame are written there, too; without it they are written to a temporary folder, which is for one machine.
    recipe : attributes of the recipe other than those above, such as ``{"ngrams": 1, "bits": 20}``.
    keep : columns to learn from even if all their values are the same or all different.
    reading : options of `open_batches`.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import rosenblatt as rb
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "rows.svm")
    ...     _ = path.write_text("".join(f"{row % 2} 1:{row % 2} 2:{row % 7}\n" for row in range(400)))
    ...     model, report = rb.train_on(rb.engines.Sequential(), path, shards=3)
    >>> report.held_out.accuracy, report.engine.shards, model.predict([[1.0, 5.0]]).tolist()
    (1.0, 1, [1])
    """
    options = Options(label, learner, epochs, seed, shards, mix, mixes, checkpoint, recipe or {}, keep, reading)
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
    reading: Mapping[str, Any]


@dataclass
class ReadRows:
    """What the report says about the rows that were read."""

    features: Any
    counts: dict[Any, int]
    missing: dict[str, int]
    bad_lines: list[str]
    extras: dict[str, str]
    unlabelled: int
    n_rows: int
    n_columns_read: int
    classes: NDArray[Any]
    bytes_on_disk: int = 0


def train_steps_on(
    engine: Engine, files: PathLike | Sequence[PathLike] | OrderedRows, options: Options, progress: Progress
) -> tuple[Steps, TrainingReport]:
    """Train as `train_on` does."""
    if not isinstance(options.mixes, int) or options.mixes < 1:
        raise BadParameter(f"`mixes=` must be a whole number of at least 1, got {options.mixes!r}")
    how = {"label": options.label, "skip_unlabelled": True, **options.reading}
    batches = open_batches(files.first if isinstance(files, OrderedRows) else files, **how)
    rows = CachedBatches(batches, _CACHED)
    values = column_values(rows.first_batches(FIRST_ROWS), list(batches.kinds))
    refuse_labels(rows)
    recipe = _recipe(options, batches.kinds)
    learner = recipe.make_learner()
    refuse_learner(learner)
    has_variances = hasattr(learner, "covariance")
    mix = options.mix or (PRECISION if has_variances else TOUCHED)
    refuse_mix(mix, has_variances=has_variances)
    in_all = [asdict(recipe), mix, options.mixes]
    if isinstance(files, OrderedRows):
        batches = open_batches([files.first, files.files], **how)
        plan = plan_rows(batches, files, how, options.shards, in_all)
    else:
        plan = begun_with_records(engine, make_plan(batches, how, options.shards, in_all), batches)
    left_out = columns_left_out(engine, plan, rows, options.keep)
    recipe = replace(recipe, left_out=tuple(left_out))
    facts = read_facts(engine, plan, batches.paths, progress)
    place = None if options.checkpoint is None else Checkpoints(str(options.checkpoint), plan.hash)
    job = EngineJob(engine, plan, facts, dict(batches.kinds), recipe, mix, options.mixes, place, progress)
    features = learn_features(job)
    encoded = EncodedShards(job, features)
    try:
        final, outcome = _train(job, encoded, features)
    finally:
        encoded.close()
    judged = judged_by_split(outcome, scored_attempts([outcome], final.learner.classes_))
    own_job = Job(rows, Storage(Path(), 0), progress)
    report = make_report(own_job, recipe, final, _read_rows(facts, features), judged)
    columns = {name: kind for name, kind in report.columns.items() if name not in left_out}
    report = replace(report, columns=columns, left_out=left_out, codes=batches.codes, values=values)
    how_divided = EngineReport(plan.hash, plan.n_shards, len(plan.parts), mix, options.mixes)
    return to_steps(features, final.learner), replace(report, engine=how_divided)


def _recipe(options: Options, kinds: Mapping[str, Any]) -> Recipe:
    """Return the recipe that a race would try first."""
    fixed = {**options.recipe, **({} if options.learner is None else {"learner": options.learner})}
    try:
        recipe = Recipe(**fixed, epochs=options.epochs, seed=options.seed)
    except TypeError as error:
        raise BadParameter(f"`recipe=` has an attribute that no recipe has: {error}") from None
    if recipe.metric != ACCURATE:
        raise BadParameter(f"an engine trains for accuracy, got the metric {recipe.metric.name!r}")
    return race(recipe, fixed, list(kinds.values()), 0)[0]


def _train(job: EngineJob, shards: EncodedShards, features: TableFeatures | None) -> tuple[Final, Attempt]:
    if not (shards.of_parts[:, CHOOSE].sum() and shards.of_parts[:, JUDGE].sum()):
        raise too_few(job.plan.files[0], job.facts.n_rows)
    outcome = _attempt(job, shards, features)
    learner = job.recipe.make_learner()
    weigh_by_counts(learner, job.recipe, shards.counts_of(None), _classes(job.facts))
    learner.set_params(early_stopping=False, tol=None, max_iter=outcome.best_epoch)
    fit_shards(learner, _sharding(job, shards, features, "final"), None)
    # A model does not depend on how long it took.
    learner.history_ = [epoch._replace(seconds=0.0) for epoch in learner.history_]
    calibrate_by(learner, job.recipe.calibration, job.recipe.metric, [outcome.choosing])
    return Final(learner, strongest_named(learner, features)), outcome


def _attempt(job: EngineJob, shards: EncodedShards, features: TableFeatures | None) -> Attempt:
    """Fit a learner to the rows to learn from, stopped by those that choose, and let the others judge it."""
    recipe, learner = job.recipe, job.recipe.make_learner()
    weigh_by_counts(learner, recipe, shards.counts_of(LEARN), _classes(job.facts))
    fit_shards(learner, _sharding(job, shards, features, "attempt"), LEARN, CHOOSE)
    labels = np.array(job.facts.numbering.labels)
    chosen, judged = (
        predict_rows(shards, job.plan, learner, labels, shards.of_parts, part=part) for part in (CHOOSE, JUDGE)
    )
    wrong = chosen.labels != chosen.predictions
    how = learner.history_, learner.stop_reason_, best_epoch(learner)
    return Attempt(recipe, wrong, *how, judged.labels, judged.predictions, chosen.scores, judged.scores)


def _sharding(job: EngineJob, shards: EncodedShards, features: TableFeatures | None, fit: str) -> Sharding:
    n_columns = job.facts.numbering.n_columns if features is None else sum(features.widths_)
    record = None if job.checkpoints is None else RoundRecord(job.checkpoints, fit)
    return Sharding(shards, _classes(job.facts), n_columns, job.mix, job.mixes, record)


def _classes(facts: FileFacts) -> NDArray[Any]:
    return np.sort(np.array(facts.numbering.labels))


def _read_rows(facts: FileFacts, features: TableFeatures | None) -> ReadRows:
    n_columns = facts.numbering.n_columns if features is None else features.n_features_in_
    of_files = facts.counts, facts.missing, facts.bad_lines, facts.extras, facts.unlabelled, facts.n_rows
    return ReadRows(features, *of_files, n_columns, _classes(facts))
