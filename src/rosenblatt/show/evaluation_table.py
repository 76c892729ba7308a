"""Evaluations as terminal tables."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence

from rich.console import RenderableType

from rosenblatt.evaluate.evaluation import Evaluation
from rosenblatt.evaluate.progressive import ProgressiveScores
from rosenblatt.evaluate.unknown_labels import UnknownLabels
from rosenblatt.show.terminal import make_table, percent, plain

MOST_CLASSES_CROSSED = 12


def draw_evaluation(evaluation: Evaluation, rows: str) -> Iterator[RenderableType]:
    """Yield the accuracy, the baseline, and the tables of scores and of the confusion of classes."""
    low, high = map(percent, evaluation.interval)
    yield f"{percent(evaluation.accuracy)} right on {evaluation.rows:,} {rows} (95 % interval: {low} to {high})"
    always = f"always predicting {plain(evaluation.commonest)}, the most common class of these"
    yield f"{percent(evaluation.baseline)} would be right by {always}"
    yield ""
    table = make_table("class", "rows", "precision", "recall", "F1")
    for one in evaluation.classes:
        table.add_row(plain(one.label), f"{one.rows:,}", *map(percent, (one.precision, one.recall, one.f1)))
    yield table
    yield ""
    if len(evaluation.classes) > MOST_CLASSES_CROSSED:
        yield f"(--json has the confusion table of these {len(evaluation.classes)} classes)"
        return
    crossed = make_table("class", *(f"predicted {plain(one.label)}" for one in evaluation.classes))
    for one, counts in zip(evaluation.classes, evaluation.confusion, strict=True):
        crossed.add_row(plain(one.label), *(f"{count:,}" for count in counts))
    yield crossed


def draw_left_out(unlabelled: int, bad_lines: Sequence[str]) -> Iterator[RenderableType]:
    """Yield one line for the rows without a label and one for the bad lines that were left out, if there are any."""
    if unlabelled:
        yield f"{unlabelled:,} {'row' if unlabelled == 1 else 'rows'} without a label left out"
    if bad_lines:
        yield f"{len(bad_lines):,} bad lines left out, the first: {plain(bad_lines[0])}"


def draw_unknown_labels(unknown: UnknownLabels) -> Iterator[RenderableType]:
    """Yield a line about labels that the model does not know, and the options that map them to those it knows."""
    if not unknown.rows:
        return
    shown = ", ".join(plain(label) for label in unknown.labels[:MOST_CLASSES_CROSSED])
    more = ", ..." if len(unknown.labels) > MOST_CLASSES_CROSSED else ""
    yield f"the model does not know the labels of {unknown.rows:,} rows, which count as wrong: {shown}{more}"
    if unknown.alike:
        pairs = [f"--map-label {shlex.quote(old)} {shlex.quote(new)}" for old, new in unknown.alike.items()]
        yield f"if they are known ones in another spelling, pass {plain(' '.join(pairs))}"


def draw_progressive(scores: ProgressiveScores, file: str) -> Iterator[RenderableType]:
    """Yield a table of the accuracy over time, and then the evaluation of all rows."""
    table = make_table("rows", "right so far", "right since the line above")
    for point in scores.points:
        table.add_row(
            f"{point.rows:,}", percent(point.right / point.rows), percent(point.right_since / point.rows_since)
        )
    yield table
    yield ""
    yield from draw_evaluation(scores.whole, f"rows of {file}, each predicted before it was learned")
