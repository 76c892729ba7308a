"""Training reports as text and tables for the terminal."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from rich.console import RenderableType

from rosenblatt.evaluate.features import ClassFeatures
from rosenblatt.learn.stop_reasons import STOP_REASONS
from rosenblatt.show.evaluation_table import draw_evaluation, draw_left_out
from rosenblatt.show.metric_texts import describe_metric, metric_title, value_of_error
from rosenblatt.show.probability_tables import describe_probabilities
from rosenblatt.show.reading_summary import draw_reading
from rosenblatt.show.terminal import make_table, percent, plain, size
from rosenblatt.train.report import EngineReport, SplitReport, TrainingReport

MOST_SHOWN = 20
LONGEST_EXAMPLE = 24
# Attributes of a recipe that a race or a grid varies, with the titles of their columns.
_TITLES = {
    "learner": "learner",
    "C": "C",
    "r": "r",
    "ngrams": "n-grams up to",
    "char_ngrams": "characters up to",
    "bits": "bits",
    "numbers": "numbers",
    "cross": "crosses",
    "class_weight": "class weights",
}


def draw_training(report: TrainingReport) -> Iterator[RenderableType]:
    """Yield what was read, the epochs, the evaluation on held-out rows, and the strongest features."""
    yield from _what_was_read(report)
    yield ""
    if report.resumed_from is not None:
        yield f"goes on from {plain(report.resumed_from)}"
        yield ""
    if report.trials:
        yield from _what_was_tried(report)
        yield ""
    yield from _how_it_went(report)
    yield ""
    yield from draw_evaluation(report.held_out, _rows_that_judged(report.split))
    if report.metric is not None:
        yield ""
        yield from describe_metric(asdict(report.metric))
    if report.probabilities is not None:
        yield ""
        yield describe_probabilities(report.probabilities)
    if report.drift is not None:
        last, random = map(percent, (report.drift.last_tenth, report.drift.random_rows))
        yield ""
        yield (
            f"the order of the rows matters: {last} of the last tenth of the file are wrong after learning from the "
            f"rest, and {random} of random rows; figures here are for random rows, not for those to come"
        )
    if report.held_out.right <= report.held_out.baseline * report.held_out.rows:
        yield ""
        yield (
            f"no better than always predicting {plain(report.held_out.commonest)}: do the columns say anything about "
            "the label? More rows or other columns may help; --ignore leaves out a misleading one"
        )
    yield ""
    yield from draw_strongest(report.strongest)


def _rows_that_judged(split: SplitReport) -> str:
    if split.file is not None:
        return f"rows of {plain(split.file)}"
    folds = "" if split.folds is None else f", in {split.folds} folds"
    if split.time is not None:
        return f"rows that were held out, the latest by {plain(split.time)}"
    return f"rows that were held out{folds}" + (f", each {plain(split.group)} as a whole" if split.group else "")


def draw_strongest(strongest: tuple[ClassFeatures, ...]) -> Iterator[RenderableType]:
    """Yield the strongest features, one line per class."""
    for one in strongest[:MOST_SHOWN]:
        features = ", ".join(f"{plain(feature.name)} {feature.weight:+.3g}" for feature in one.features)
        yield f"speaks for {plain(one.label)}: {features or 'only the bias'}"
    yield from _and_more(len(strongest), "classes")


def _what_was_read(report: TrainingReport) -> Iterator[RenderableType]:
    yield f"{plain(report.file)}: {report.rows:,} rows, {report.n_columns:,} columns of features"
    yield from draw_reading(report.reading)
    if report.columns:
        table = make_table("column", "taken for", "missing", "different", "such as")
        for name, kind in list(report.columns.items())[:MOST_SHOWN]:
            values = report.values.get(name)
            held = [] if values is None else [f"{values.different:,}", plain(", ".join(map(_short, values.examples)))]
            table.add_row(plain(name), kind, f"{report.missing.get(name, 0):,}", *held)
        yield table
        yield from _and_more(len(report.columns), "columns")
    for name, reason in list(report.left_out.items())[:MOST_SHOWN]:
        yield f"left out: {plain(name)}, because {reason}; --keep {plain(shlex.quote(name))} learns from it"
    yield from _and_more(len(report.left_out), "columns that were left out")
    if report.rare_ngrams is None:
        yield "left out: all but the most frequent n-grams; --bits 22 hashes all of them"
    elif report.rare_ngrams:
        yield f"left out: {report.rare_ngrams:,} n-grams that occur too rarely; --min-count 1 learns from them"
    for name, code in list(report.codes.items())[:MOST_SHOWN]:
        other = f"--categorical {plain(shlex.quote(name))} reads them as categories"
        yield f"{plain(name)} holds codes such as {plain(code)}, which are read as numbers; {other}"
    for name, extras in list(report.extras.items())[:MOST_SHOWN]:
        other = f"--categorical {plain(shlex.quote(name))} reads it as words"
        yield f"numbers of {plain(name)} are read without {plain(' '.join(extras))}; {other}"
    yield from draw_left_out(report.unlabelled, report.bad_lines)
    yield ""
    table = make_table("class", "rows", "share")
    for one in report.classes[:MOST_SHOWN]:
        table.add_row(plain(one.label), f"{one.rows:,}", percent(one.rows / report.rows))
    yield table
    yield from _and_more(len(report.classes), "classes")
    if report.rows_on_disk:
        yield ""
        yield f"rows did not fit into memory: {size(report.rows_on_disk)} of them were kept on the disk meanwhile"


def _what_was_tried(report: TrainingReport) -> Iterator[RenderableType]:
    recipes = [trial.recipe for trial in report.trials]
    varied = [name for name in _TITLES if len({getattr(recipe, name) for recipe in recipes}) > 1]
    table = make_table(*(_TITLES[name] for name in varied), _error_title(report), "")
    for trial in report.trials:
        values = [getattr(trial.recipe, name) for name in varied]
        table.add_row(*map(_value, values), _error(report, trial.error), "chosen" if trial.is_chosen else "")
    yield table
    by_chance = (
        "" if report.trials[0].is_chosen else "; what is chosen is tried first, and is worse by no more than chance"
    )
    what = "errors are those" if report.metric is None else f"{_error_title(report)} is that"
    yield f"{what} on {report.trials[0].rows:,} rows that choose and do not judge{by_chance}"


def _error_title(report: TrainingReport) -> str:
    return "error" if report.metric is None else metric_title(report.metric.name, report.metric.label)


def _error(report: TrainingReport, error: float | None) -> str:
    return percent(error) if report.metric is None else value_of_error(report.metric.name, error)


def _short(text: str) -> str:
    """Return the beginning of a text."""
    return text if len(text) <= LONGEST_EXAMPLE else f"{text[: LONGEST_EXAMPLE - 3]}..."


def _value(value: Any) -> str:
    return "-" if value is None else f"{value:g}" if isinstance(value, float) else plain(value)


def _how_it_went(report: TrainingReport) -> Iterator[RenderableType]:
    table = make_table("epoch", "mistakes", "updates", *([_error_title(report)] if report.split.folds is None else []))
    for one in report.epochs:
        errors = [_error(report, one.held_out_error)] if report.split.folds is None else []
        table.add_row(str(one.epoch), f"{one.mistakes:,}", f"{one.updates:,}", *errors)
    yield table
    epochs = f"{report.n_epochs} {'epoch' if report.n_epochs == 1 else 'epochs'}"
    if report.split.folds is None:
        yield f"stopped: {report.stop_reason} ({STOP_REASONS[report.stop_reason]})"
        what = "errors are those" if report.metric is None else f"{_error_title(report)} is that"
        yield f"{what} on {report.split.choosing:,} rows that choose; then {epochs} on all {report.rows:,}"
    else:
        yield f"{epochs} on all {report.rows:,} rows, after choosing in {report.split.folds} folds"
    if report.engine is not None:
        yield _how_divided(report.engine)


def _how_divided(engine: EngineReport) -> str:
    """Return in how many shards rows were learned from, and how these were mixed."""
    if engine.shards == 1:
        return "in one shard, as on one machine"
    often = "once" if engine.mixes == 1 else f"{engine.mixes:,} times"
    return f"in {engine.shards:,} shards, mixed {often} per epoch ({engine.mix})"


def _and_more(count: int, what: str) -> Iterator[RenderableType]:
    if count > MOST_SHOWN:
        yield f"... and {count - MOST_SHOWN:,} more {what}"
