"""``rosenblatt train``: a labelled file in, a model and an honest number out."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

import rosenblatt as rb
from rosenblatt.cli._command import Command, WholeNumber, argument, ends_with_a_sentence
from rosenblatt.cli._how_to_read import encoding_option, format_option, zero_based_option
from rosenblatt.cli._where import ENDING, find_target, size_in_bytes
from rosenblatt.errors import BadParameter

if TYPE_CHECKING:
    from rosenblatt._scikit import Pipeline
    from rosenblatt.read.open_batches import Batches
    from rosenblatt.train.recipe import Recipe
    from rosenblatt.train.report import TrainingReport

    Work = Callable[..., tuple[Pipeline, TrainingReport]]

LEARNERS = ("perceptron", "averaged-perceptron", "pocket-perceptron", "voted-perceptron", "pa", "pa-1", "pa-2")
_LARGEST_SEED = 2**32 - 1
# What a saved model has settled: the names of parameters, and how they are said.
_SETTLED = {"learner": "--learner", "limit": "-C", "ngrams": "--ngrams", "bits": "--bits", "grid": "--grid"}
_SETTLED |= {name: f"--{name}" for name in ("normalise", "text", "numeric", "categorical", "ignore")}


@click.command(cls=Command)
@argument("file", help="Labelled rows in any format that can be read; - for standard input.")
@click.option("--label", metavar="COLUMN", help="Column that holds the label.")
@click.option("--learner", default="averaged-perceptron", metavar="NAME", help=f"One of {', '.join(LEARNERS)}.")
@click.option(
    "-o",
    "--output",
    type=Path,
    metavar="FILE",
    help=f"Where the model goes; else FILE's name with {ENDING}, here.",
)
@click.option("--force", is_flag=True, help="Replace a model that is already there.")
@click.option(
    "--seed",
    type=WholeNumber(0, _LARGEST_SEED),
    default=0,
    metavar="N",
    help="Draws the held-out rows and the order of rows.",
)
@click.option("--epochs", type=WholeNumber(1), metavar="N", help="Epochs at most.")
@click.option("--order", default="shuffled", metavar="NAME", help="shuffled, or cyclic: in the order of the file.")
@click.option("-C", "limit", type=float, metavar="NUMBER", help="Largest step of pa-1 and pa-2; else 1.")
@click.option(
    "--ngrams",
    type=WholeNumber(1, 5),
    default=2,
    metavar="N",
    help="Features of texts are runs of up to so many words.",
)
@click.option(
    "--bits",
    type=WholeNumber(1, 30),
    metavar="BITS",
    help="Hash these into 2^BITS columns; else only where there are over a million.",
)
@click.option("--normalise/--no-normalise", default=True, help="Scale the features of each text to length 1.")
@click.option("--grid", is_flag=True, help="Try learners, C, n-grams and bits, and take the best.")
@click.option(
    "--cv",
    "folds",
    type=WholeNumber(2),
    metavar="N",
    help="With --grid: judge by so many parts of all rows in turn.",
)
@click.option(
    "--resume", type=Path, metavar="MODEL", help="Go on from this model with new rows, new words and classes included."
)
@click.option("--memory", metavar="SIZE", help="What rows may take in memory, as in 500MB; else half of what is free.")
@click.option(
    "--plot", type=Path, metavar="FOLDER", help="Draw mistakes, weights, margins and boundary into this folder."
)
@format_option
@encoding_option
@zero_based_option
@click.option("--text", multiple=True, metavar="COLUMN", help="A column to take for text; may be said again.")
@click.option("--numeric", multiple=True, metavar="COLUMN", help="A column to take for numbers; may be said again.")
@click.option(
    "--categorical", multiple=True, metavar="COLUMN", help="A column to take for categories; may be said again."
)
@click.option("--ignore", multiple=True, metavar="COLUMN", help="A column to leave out; may be said again.")
@click.option("--skip-bad", type=WholeNumber(0), default=0, metavar="N", help="So many bad lines may be left out.")
@click.option("--quiet", is_flag=True, help="Say nothing.")
@click.option("--json", "as_json", is_flag=True, help="Say it all as one JSON document.")
@click.pass_context
def train(  # noqa: PLR0917  the parameters are the options of the command
    context: click.Context,
    file: str,
    label: str | None,
    learner: str,
    output: Path | None,
    force: bool,
    seed: int,
    epochs: int | None,
    order: str,
    limit: float | None,
    ngrams: int,
    bits: int | None,
    normalise: bool,
    grid: bool,
    folds: int | None,
    resume: Path | None,
    memory: str | None,
    plot: Path | None,
    file_format: str | None,
    encoding: str,
    zero_based: bool,
    text: tuple[str, ...],
    numeric: tuple[str, ...],
    categorical: tuple[str, ...],
    ignore: tuple[str, ...],
    skip_bad: int,
    quiet: bool,
    as_json: bool,
) -> None:
    """Learn from labelled rows, say how good the outcome is on rows that were held out, and save the model.

    One row in ten, drawn by the seed, is held out: training stops when the error there falls no more. Rows that do not
    fit into memory are kept in a temporary file beside the model, and shuffled in large parts.

    Example: rosenblatt train examples/fruit.csv --label fruit -o fruit.rosenblatt
    """
    with ends_with_a_sentence("no model was written."):
        from rosenblatt.train.cached_batches import CachedBatches  # noqa: PLC0415
        from rosenblatt.train.memory import free_memory  # noqa: PLC0415  --help must not wait for NumPy

        said = {name for name in context.params if context.get_parameter_source(name) is ParameterSource.COMMANDLINE}
        if learner not in LEARNERS:
            near = get_close_matches(learner, LEARNERS, n=1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise BadParameter(f"--learner must be one of {', '.join(LEARNERS)}, got {learner!r}{hint}")
        if folds is not None and not grid:
            raise BadParameter("--cv says how --grid judges; say both")
        target = find_target(file, output, force)
        if plot is not None:
            from rosenblatt.show.training_plots import refuse_plots  # noqa: PLC0415

            refuse_plots(plot, force=force)
        most_bytes = free_memory() // 2 if memory is None else size_in_bytes(memory)
        if resume is not None:
            label = label or rb.saved_facts(resume).get("label_column")
        how: dict[str, Any] = {"format": file_format, "label": label, "skip_bad": skip_bad}
        how |= {"encoding": encoding, "zero_based": zero_based}
        work: Work | None
        if resume is not None:
            batches, work = _to_resume(resume, said, file, **how)
        else:
            kinds: dict[str, Any] = {"text": text, "numeric": numeric, "categorical": categorical}
            batches = rb.open_batches(file, ignore=ignore, **kinds, **how)
            work = None
        batches.record_standard_input()
        rows = CachedBatches(batches, most_bytes // 2)
        rows.start()  # scikit-learn takes a while to load

        from rosenblatt.show.progress_bar import progress_bar  # noqa: PLC0415
        from rosenblatt.train.encode import Storage  # noqa: PLC0415
        from rosenblatt.train.recipe import Recipe  # noqa: PLC0415

        recipe = Recipe(learner, limit, ngrams, bits, normalise, epochs, order, seed)
        if work is None:
            work = _to_search(said, folds) if grid else _to_train()
        storage = Storage(target.resolve().parent, most_bytes // 2)
        with progress_bar(is_wanted=not quiet) as progress:
            pipeline, report = work(rows, recipe, storage, progress)
        facts = json.loads(json.dumps({**asdict(report), "label_column": label}))
        rb.save(pipeline, target, facts=facts)
        n_bytes = target.stat().st_size
        pictures = [] if plot is None else _draw(plot, batches, pipeline, recipe)
        if as_json:
            drawn = {} if plot is None else {"plots": [str(path) for path in pictures]}
            click.echo(json.dumps({**facts, "model": str(target), "model_bytes": n_bytes, **drawn}, indent=2))
        elif not quiet:
            _show(report, target, n_bytes, pictures)


def _to_train() -> Work:
    from rosenblatt.train.train import train as trained  # noqa: PLC0415

    return trained


def _to_search(said: set[str], folds: int | None) -> Work:
    from rosenblatt.train.search import train_best  # noqa: PLC0415

    return partial(train_best, fixed=frozenset({"limit": "C"}.get(name, name) for name in said), folds=folds)


def _to_resume(path: Path, said: set[str], file: str, **how: Any) -> tuple[Batches, Work]:
    from rosenblatt.evaluate.loaded_model import load_model, open_for  # noqa: PLC0415
    from rosenblatt.train.resume import resume  # noqa: PLC0415

    settled = [option for name, option in _SETTLED.items() if name in said]
    if settled:
        raise BadParameter(f"--resume goes on as {path} began; leave out {' and '.join(settled)}")
    model = load_model(path)
    return open_for(model, file, may_be_wider=True, **how), partial(resume, model)


def _draw(folder: Path, batches: Batches, pipeline: Pipeline, recipe: Recipe) -> list[Path]:
    from rosenblatt.evaluate.features import feature_names  # noqa: PLC0415
    from rosenblatt.show.training_plots import write_plots  # noqa: PLC0415
    from rosenblatt.train.rows_to_draw import rows_to_draw  # noqa: PLC0415

    learner = pipeline.steps[-1][1]
    features = pipeline.steps[0][1] if len(pipeline.steps) > 1 else None
    names = feature_names(features, learner)
    return write_plots(folder, learner, names, *rows_to_draw(batches, pipeline, recipe))


def _show(report: TrainingReport, target: Path, n_bytes: int, pictures: list[Path]) -> None:
    from rosenblatt.show.terminal import plain, show, size  # noqa: PLC0415
    from rosenblatt.show.training_summary import draw_training  # noqa: PLC0415

    drawn = [f"plots: {', '.join(map(plain, pictures))}"] if pictures else []
    show([*draw_training(report), "", f"model: {plain(target)}, {size(n_bytes)}", *drawn])
