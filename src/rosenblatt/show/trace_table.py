"""Traces as terminal tables, with as many columns as fit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
from rich.console import Console, RenderableType
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from rosenblatt.learn.stop_reasons import stop_sentence
from rosenblatt.show.escapes import escaped
from rosenblatt.tracing.cycle import cancelling_rows, cycle_sentence
from rosenblatt.tracing.formatting import are_signs, bound_sentence, count, name_of, short, without_middle
from rosenblatt.tracing.step import Change, ModelState, Part, Step
from rosenblatt.tracing.trace import Trace
from rosenblatt.tracing.worked.arithmetic import format_sum

_LONGEST_NAME = 24
_MOST_WEIGHTS = 12
_LEAST_TO_FOLD = 16
_MOST_MOVES = 4


class _Column(NamedTuple):
    header: str
    of_step: Callable[[Step], str]
    at_start: str = ""
    is_number: bool = True
    may_fold: bool = False


def trace_tables(trace: Trace, console: Console) -> Iterator[RenderableType]:
    """Yield one table per part, each followed by notes on how it ended."""
    for part in trace.parts:
        title = f"{name_of(part.classes[1])} against {name_of(part.classes[0])}" if len(trace.parts) > 1 else None
        yield _table(trace, part, title, console)
        notes = "\n".join(_notes(trace, part))
        yield Text(escaped(notes) if console.is_terminal else notes)


def _notes(trace: Trace, part: Part) -> Iterator[str]:
    if part.left_out:
        yield f"{count(part.left_out, 'more step')} left out; --max-steps shows more of them."
    mistakes = sum(epoch.mistakes for epoch in part.history)
    updates = sum(epoch.updates for epoch in part.history)
    yield stop_sentence(part.stop_reason)
    yield (
        f"{count(len(part.history), 'epoch')}, {count(part.n_steps, 'step')}, {count(mistakes, 'mistake')}, "
        f"{count(updates, 'update')}."
    )
    bound = bound_sentence(part)
    if bound is not None:
        yield bound
    cycle, cancelling = cycle_sentence(part), cancelling_rows(trace, part)
    if cycle is not None:
        yield cycle
    if cancelling is not None:
        yield " ".join(cancelling)


def _table(trace: Trace, part: Part, title: str | None, console: Console) -> Table:
    """Return the fullest layout that fits the terminal, or the shortest."""
    step, row, label, activation, predicted, margin, update = _facts(part)
    weights, moves = _weights(trace, part), _moves(trace, part)
    layouts = []
    if weights:
        sums = _Column("activation", lambda one: format_sum(trace, one), is_number=False)
        layouts += [
            [step, row, label, sums, predicted, margin, update, *weights],
            [step, row, label, activation, predicted, margin, update, *weights],
            [step, row, label, activation, predicted, *weights],
        ]
    layouts += [
        [step, row, label, activation, predicted, margin, update, moves],
        [step, row, label, activation, predicted, moves],
        [step, row, label, predicted, moves],
        [step, row, label, predicted],
    ]
    unlimited = console.options.update(max_width=10_000)
    for layout in layouts:
        table = _filled(part, layout, title, console)
        fixed = _filled(part, [column for column in layout if not column.may_fold], title, console)
        room = 0 if len(fixed.columns) == len(layout) else _LEAST_TO_FOLD
        if Measurement.get(console, unlimited, fixed).maximum + room <= console.width:
            return table
    return table


def _filled(part: Part, columns: list[_Column], title: str | None, console: Console) -> Table:
    def cell(text: str, style: str = "") -> Text:
        return Text(escaped(text) if console.is_terminal else text, style)

    drawn = None if title is None else cell(title, "table.title")
    table = Table(title=drawn, title_justify="left", box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for column in columns:
        table.add_column(
            cell(column.header),
            justify="right" if column.is_number else "left",
            overflow="fold" if column.may_fold else "ellipsis",
            no_wrap=not column.may_fold,
            ratio=1 if column.may_fold else None,
        )
    if any(column.at_start for column in columns):
        table.add_row("", Text("start", style="italic"), *(cell(column.at_start) for column in columns[2:]))
    for steps in part.epochs():
        table.add_row("", Text(f"epoch {steps[0].epoch}", style="italic"))
        for step in steps:
            table.add_row(*(cell(column.of_step(step)) for column in columns), style="bold" if step.is_update else "")
    return table


def _facts(part: Part) -> list[_Column]:
    def named(label: Any, sign: int | None) -> str:
        return f"{sign:+d}" if sign is not None and are_signs(part.classes) else name_of(label)

    def predicted(step: Step) -> str:
        sign = None if step.sign is None else -step.sign if step.is_mistake else step.sign
        return named(step.prediction, sign) + (" wrong" if step.is_mistake else "")

    def update(step: Step) -> str:
        if not step.is_update:
            return ""
        if step.rival is not None:
            return f"{short(step.size)}·x: {name_of(step.rival)} → {name_of(step.label)}"
        return f"{'-' if step.sign == -1 else '+'}{short(step.size)}·x"

    def activation(step: Step) -> str:
        if isinstance(step.activation, float):
            return short(step.activation)
        return short(step.activation[part.classes.index(step.label)])

    return [
        _Column("step", lambda step: str(step.number)),
        _Column("row", lambda step: _cut(step.name), is_number=False),
        _Column("label", lambda step: named(step.label, step.sign), is_number=False),
        _Column("activation", activation),
        _Column("predicted", predicted, is_number=False),
        _Column("margin", lambda step: short(step.margin)),
        _Column("update", update, is_number=False),
    ]


def _weights(trace: Trace, part: Part) -> list[_Column]:
    """Return one column per weight and per variance, with its value after the step; none if there are many."""
    has_variances = part.start.variances is not None
    if trace.n_entries * (1 + has_variances) > _MOST_WEIGHTS or len(part.classes) > 2:
        return []

    def of(array: int, column: int) -> Callable[[ModelState], str]:
        return lambda held: short(float(held[array][column]))  # type: ignore[index]

    wanted = [(trace.entry_name(j), of(0, j)) for j in range(trace.n_entries)]
    if trace.has_bias:
        wanted.append(("bias", of(1, 0)))
    if has_variances:
        wanted += [(f"s({trace.entry_name(j)})", of(2, j)) for j in range(trace.n_entries)]
        if trace.has_bias:
            wanted.append(("s(bias)", of(3, 0)))
    return [_Column(name, lambda step, show=show: show(step.after), show(part.start)) for name, show in wanted]  # type: ignore[misc]


def _moves(trace: Trace, part: Part) -> _Column:
    """Return a column of the weights that changed most, with their values after the step, one line per class."""

    def of_plane(step: Step, change: Change, place: int | None) -> str:
        before, after = step.before.weights[change.entries], change.numbers
        if place is not None:
            before, after = before[:, place], after[:, place]
        most = np.sort(np.argsort(-np.abs(after - before), kind="stable")[:_MOST_MOVES])
        named = [f"{_cut(trace.entry_name(int(change.entries[k])))} {short(float(after[k]))}" for k in most]
        if len(after) > _MOST_MOVES:
            named.append(f"… {len(after) - _MOST_MOVES:,} more")
        if trace.has_bias:
            named.append(f"bias {short(float(change.bias[place or 0]))}")
        return ", ".join(named)

    def moves(step: Step) -> str:
        if step.change is None:
            return ""
        if step.rival is None:
            return of_plane(step, step.change, None)
        moved = [part.classes.index(label) for label in (step.label, step.rival)]
        return "\n".join(f"{name_of(part.classes[k])}: {of_plane(step, step.change, k)}" for k in moved)

    header = "new coefficients" if trace.is_of_kernel else "new weights"
    return _Column(header, moves, is_number=False, may_fold=True)


def _cut(text: str) -> str:
    return without_middle(text, _LONGEST_NAME)
