"""Train on an engine of workers, and save the model."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import rosenblatt as rb
from rosenblatt.cli._option_words import in_option_words
from rosenblatt.cli._reading_options import reading_parameters
from rosenblatt.cli.training.options import TrainOptions
from rosenblatt.cli.training.plan import Plan
from rosenblatt.cli.training.recipe_options import recipe_options
from rosenblatt.cli.training.run import Trained
from rosenblatt.distribute.open_engine import open_engine
from rosenblatt.distribute.options import Options
from rosenblatt.distribute.train_steps_on import train_steps_on
from rosenblatt.learn.metrics import ACCURACY
from rosenblatt.show.progress_bar import progress_bar
from rosenblatt.train.calibration import AUTO


def run_on(plan: Plan, options: TrainOptions) -> Trained:
    """Train on the engine that ``--on`` names, and save the model."""
    with progress_bar(is_wanted=not options.quiet) as progress, open_engine(str(options.on)) as engine:
        steps, report = train_steps_on(engine, options.file, _options(plan, options), progress)
    report = replace(report, bad_lines=[in_option_words(line) for line in report.bad_lines])
    facts = {**report.to_facts(), "label_column": plan.label}
    rb.save(steps, plan.target, facts=facts)
    return Trained(steps, report, facts)


def _options(plan: Plan, options: TrainOptions) -> Options:
    kinds = {"text": options.text, "numeric": options.numeric, "categorical": options.categorical}
    reading: dict[str, Any] = {**kinds, "ignore": options.ignore, "skip_bad": options.skip_bad}
    reading |= {"map_label": dict(options.map_label), **reading_parameters(options.reading)}
    return Options(
        label=options.label,
        learner=options.learner,
        epochs=options.epochs,
        seed=options.seed,
        shards=options.shards,
        mix=options.mix,
        mixes=options.mixes,
        checkpoint=options.checkpoint,
        recipe={**recipe_options(options, plan.rows.batches), "calibration": _calibration(options)},
        given=options.given,
        keep=[plan.rows.batches.name_of(one) for one in options.keep],
        held_out=options.held_out,
        group=options.group,
        time=options.time,
        metric=options.metric or ACCURACY,
        reading=reading,
    )


def _calibration(options: TrainOptions) -> str | None:
    return AUTO if options.calibration is None else None if options.calibration == "none" else options.calibration
