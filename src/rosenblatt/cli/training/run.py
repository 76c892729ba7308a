"""Train by a plan, and save the model."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

import rosenblatt as rb
from rosenblatt.cli._option_words import in_option_words
from rosenblatt.cli._reading_options import reading_parameters
from rosenblatt.cli.training.options import TrainOptions
from rosenblatt.cli.training.plan import Plan
from rosenblatt.cli.training.recipe_options import recipe_options
from rosenblatt.learn.metrics import ACCURACY, LOG_LOSS, Metric
from rosenblatt.model_files.steps import Steps
from rosenblatt.show.progress_bar import progress_bar
from rosenblatt.train.calibration import AUTO
from rosenblatt.train.column_values import column_values
from rosenblatt.train.encode import Storage
from rosenblatt.train.grid import grid
from rosenblatt.train.held_out_file import HeldOutFile
from rosenblatt.train.job import Job
from rosenblatt.train.label_counts import label_counts, metric_for
from rosenblatt.train.left_out import FIRST_ROWS, columns_left_out
from rosenblatt.train.progress import Progress
from rosenblatt.train.race import race
from rosenblatt.train.recipe import Recipe
from rosenblatt.train.refuse_labels import refuse_labels
from rosenblatt.train.report import TrainingReport
from rosenblatt.train.resume import resume
from rosenblatt.train.split_by import ByGroup, ByTime, require_column, split_by_time
from rosenblatt.train.train import train


class Trained(NamedTuple):
    """A saved model, its report, and the facts that were saved with it."""

    pipeline: Steps
    report: TrainingReport
    facts: dict[str, Any]


def run(plan: Plan, options: TrainOptions) -> Trained:
    """Train and save the model."""
    name_of = plan.rows.batches.name_of
    recipe = Recipe(
        learner=options.learner or "arow",
        epochs=options.epochs,
        seed=options.seed,
        calibration=_calibration(plan, options),
        **recipe_options(options, plan.rows.batches),
    )
    with progress_bar(is_wanted=not options.quiet) as progress:
        values = column_values(plan.rows.first_batches(FIRST_ROWS), list(plan.rows.batches.kinds))
        if plan.resumed is None:
            refuse_labels(plan.rows)
        left_out = {} if plan.resumed else columns_left_out(plan.rows, [name_of(one) for one in options.keep], progress)
        split_by = options.group or options.time
        if split_by is not None and split_by not in options.keep:
            left_out[split_by] = "rows are split by it"
        recipe = replace(recipe, left_out=tuple(left_out), metric=_metric(plan, options, progress))
        pipeline, report = _train(plan, options, recipe, progress)
    columns = {name: kind for name, kind in report.columns.items() if name not in left_out}
    report = replace(report, columns=columns, left_out=left_out, codes=plan.rows.batches.codes, values=values)
    report = replace(report, bad_lines=[in_option_words(line) for line in report.bad_lines])
    facts = {**report.to_facts(), "label_column": plan.label}
    rb.save(pipeline, plan.target, facts=facts)
    return Trained(pipeline, report, facts)


def _train(plan: Plan, options: TrainOptions, recipe: Recipe, progress: Progress) -> tuple[Steps, TrainingReport]:
    storage, by = Storage(plan.target.resolve().parent, plan.most_bytes), _split_by(plan, options, progress)
    job = Job(plan.rows, storage, progress, by, _held_out(plan, options), options.slim)
    if plan.resumed is not None:
        return resume(job, plan.resumed, recipe)
    choices = partial(grid if options.grid else race, recipe, options.given)
    return train(job, recipe, choices, options.folds)


def _calibration(plan: Plan, options: TrainOptions) -> str | None:
    """Return the method that was asked for, or that of the model to continue, or the default."""
    if options.calibration is not None:
        return None if options.calibration == "none" else options.calibration
    if plan.resumed is not None:
        method = plan.resumed.learner.calibration_.method if plan.resumed.has_probabilities else None
        return "sigmoid" if method == "online" else method
    return AUTO


def _metric(plan: Plan, options: TrainOptions, progress: Progress) -> Metric:
    """Return the metric that was asked for, or that of the model to continue, or the accuracy."""
    before: dict[str, Any] = {}
    if plan.resumed is not None:
        before = rb.saved_facts(plan.resumed.path).get("metric") or {}
    name = options.metric or before.get("name", ACCURACY)
    if name in (ACCURACY, LOG_LOSS):
        return Metric(name)
    counts = label_counts(plan.rows, progress)
    if plan.resumed is None or len(plan.resumed.classes) > 2:
        return metric_for(name, counts)
    places = {label: place for place, label in enumerate(plan.resumed.classes.tolist())}
    return Metric(name, places.get(before.get("label"), metric_for(name, counts).positive))


def _split_by(plan: Plan, options: TrainOptions, progress: Progress) -> ByGroup | ByTime | None:
    if options.group is not None:
        require_column(plan.rows, "group", options.group)
        return ByGroup(options.group)
    return None if options.time is None else split_by_time(plan.rows, options.time, progress)


def _held_out(plan: Plan, options: TrainOptions) -> HeldOutFile | None:
    if options.held_out is None:
        return None
    how = {"like": plan.rows.batches.understood, "skip_unlabelled": True, **reading_parameters(options.reading)}
    return HeldOutFile(options.held_out, plan.label, how)
