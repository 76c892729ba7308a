"""Training reports as text and tables for the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType

from rosenblatt.evaluate.features import ClassFeatures
from rosenblatt.learn.stop_reasons import STOP_REASONS
from rosenblatt.show.evaluation_table import draw_evaluation
from rosenblatt.show.terminal import make_table, percent, plain, size
from rosenblatt.train.report import TrainingReport

MOST_SHOWN = 20


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
    yield from draw_evaluation(report.held_out, "held-out rows")
    yield ""
    yield from draw_strongest(report.strongest)


def draw_strongest(strongest: tuple[ClassFeatures, ...]) -> Iterator[RenderableType]:
    """Yield the strongest features, one line per class."""
    for one in strongest[:MOST_SHOWN]:
        features = ", ".join(f"{plain(feature.name)} {feature.weight:+.3g}" for feature in one.features)
        yield f"speaks for {plain(one.label)}: {features or 'only the bias'}"
    yield from _and_more(len(strongest), "classes")


def _what_was_read(report: TrainingReport) -> Iterator[RenderableType]:
    yield f"{plain(report.file)}: {report.rows:,} rows, {report.n_columns:,} columns of features"
    if report.columns:
        table = make_table("column", "taken for", "missing")
        for name, kind in list(report.columns.items())[:MOST_SHOWN]:
            table.add_row(plain(name), kind, f"{report.missing.get(name, 0):,}")
        yield table
        yield from _and_more(len(report.columns), "columns")
    if report.bad_lines:
        yield f"{len(report.bad_lines):,} bad lines left out, the first: {plain(report.bad_lines[0])}"
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
    judged = "held-out error" if report.folds is None else f"error of {report.folds} folds"
    table = make_table("learner", "C", "n-grams up to", "bits", judged)
    for trial in report.trials:
        how = trial.recipe
        limit, bits = ("-" if value is None else f"{value:g}" for value in (how.C, how.bits))
        table.add_row(how.learner, limit, str(how.ngrams), bits, percent(trial.error))
    yield table
    yield f"the first of these won; its figures below are a little too good, since {_chosen_by(report)} chose it"


def _chosen_by(report: TrainingReport) -> str:
    return "the same held-out rows" if report.folds is None else "folds that hold the same rows"


def _how_it_went(report: TrainingReport) -> Iterator[RenderableType]:
    table = make_table("epoch", "mistakes", "updates", "held-out error")
    for one in report.epochs:
        table.add_row(str(one.epoch), f"{one.mistakes:,}", f"{one.updates:,}", percent(one.held_out_error))
    yield table
    yield f"stopped: {report.stop_reason} ({STOP_REASONS[report.stop_reason]})"


def _and_more(count: int, what: str) -> Iterator[RenderableType]:
    if count > MOST_SHOWN:
        yield f"... and {count - MOST_SHOWN:,} more {what}"
