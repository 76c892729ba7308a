"""``train_on``: train on files too large for one machine, on an engine of workers, to the same bits on any."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rosenblatt.distribute.data_frame import is_data_frame, rows_in_order
from rosenblatt.distribute.engine import Engine
from rosenblatt.distribute.options import Options
from rosenblatt.distribute.train_steps_on import train_steps_on
from rosenblatt.errors import BadParameter
from rosenblatt.learn.metrics import ACCURACY
from rosenblatt.model_files.steps import Steps
from rosenblatt.read.open_batches import PathLike
from rosenblatt.train.progress import NoProgress
from rosenblatt.train.report import TrainingReport

if TYPE_CHECKING:
    from pyspark.sql import DataFrame
    from sklearn.pipeline import Pipeline


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
    learner, epochs, seed : as of ``rosenblatt train``. A learner that is not named is chosen by a race on a sample.
    shards : how many; None for one per 256 MiB of the files, or 2^20 rows of a DataFrame, from 8 to 1024. More shards
        learn less from each row.
    mix : ``"uniform"``, ``"updates"``, ``"touched"``, or for learners with variances ``"precision"``; None for the
        last two. ``rosenblatt/distribute/mixing.py`` has the formulas and what is proven.
    mixes : how often shards are mixed per epoch; with 1 they may learn too much apart.
    checkpoint : a folder or URL for the state after each round, from which a run that was ended goes on, and for the
        rows of a DataFrame; without it they are written to a temporary folder, which is for one machine.
    recipe : attributes of the recipe other than those above, such as ``{"ngrams": 1, "bits": 20}``. Numbers of tables
        are used as the race chooses, unless ``"numbers"`` or ``"cross"`` is here.
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
    given = {*(recipe or {}), *(() if learner is None else ["learner"])}
    chosen = learner, epochs, seed, shards, mix, mixes, checkpoint, recipe or {}, given
    options = Options(label, *chosen, keep, held_out, group, time, metric, reading)
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
