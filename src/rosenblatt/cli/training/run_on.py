"""Train on an engine of workers, and save the model."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import rosenblatt as rb
from rosenblatt.cli._option_words import in_option_words
from rosenblatt.cli._reading_options import reading_parameters
from rosenblatt.cli.training.options import TrainOptions, pairs_to_cross, weights_of_classes
from rosenblatt.cli.training.plan import Plan
from rosenblatt.cli.training.run import Trained
from rosenblatt.distribute.open_engine import open_engine
from rosenblatt.distribute.train_on import Options, train_steps_on
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
        recipe=_recipe(plan, options),
        keep=[plan.rows.batches.name_of(one) for one in options.keep],
        reading=reading,
    )


def _recipe(plan: Plan, options: TrainOptions) -> dict[str, Any]:
    """Return the attributes of the recipe that options set."""
    name_of, cross = plan.rows.batches.name_of, pairs_to_cross(options.cross)
    calibration = AUTO if options.calibration is None else options.calibration
    chosen: dict[str, Any] = {
        name: getattr(options, name)
        for name in ("C", "ngrams", "char_ngrams", "bits", "counts", "min_count", "join_text", "normalise", "order")
    }
    chosen |= {"weighting": None if options.weighting == "none" else options.weighting}
    chosen |= {"calibration": None if calibration == "none" else calibration}
    chosen |= {"class_weight": weights_of_classes(options.class_weight)}
    if "numbers" in options.given:
        chosen["numbers"] = options.numbers
    if "cross" in options.given:
        chosen["cross"] = tuple((name_of(a), name_of(b)) for a, b in cross) if isinstance(cross, tuple) else cross
    return chosen
