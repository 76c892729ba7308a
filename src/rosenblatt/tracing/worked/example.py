"""The elements of a worked example: headings, lines, tables and steps, for Markdown and HTML alike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np
import scipy.sparse as sp

from rosenblatt.learn.kernel_perceptron import KernelPerceptron
from rosenblatt.learn.linear import LinearClassifier
from rosenblatt.learn.stop_reasons import stop_sentence
from rosenblatt.rows import Floats, Indices
from rosenblatt.tracing.cycle import cancelling_rows, cycle_sentence
from rosenblatt.tracing.formatting import (
    MAX_TERMS,
    and_more,
    are_signs,
    bound_sentence,
    count,
    in_one_line,
    label_and_prediction,
    name_of,
    short,
    some,
    vector,
)
from rosenblatt.tracing.worked.arithmetic import format_row, lines_of
from rosenblatt.tracing.worked.step_text import shows_all_columns

if TYPE_CHECKING:
    from rosenblatt.tracing.step import Part, Step
    from rosenblatt.tracing.trace import Trace

_MAX_TABLE_ROWS = 20
_MAX_CLASSES_NAMED = 12
_WEIGHTS_THAT_PREDICT = {
    "last": "The weights after the last step predict.",
    "average": "The average of the weights after every step predicts.",
    "best": "The weights with the fewest mistakes at the end of an epoch predict.",
    "vote": "Every model since the start votes; this is the average of their weights.",
}
_COEFFICIENTS_THAT_PREDICT = {
    "last": "The coefficients after the last step predict.",
    "average": "The average of the coefficients after every step predicts; these are the last.",
    "vote": "Every model since the start votes; these are the coefficients of the last.",
}


class Heading(NamedTuple):
    """A heading of level 1, 2 or 3."""

    level: int
    text: str


class TextLine(NamedTuple):
    """Words, then a formula; either may be empty."""

    words: str
    formula: str = ""


class Table(NamedTuple):
    """A table with a header."""

    header: list[str]
    rows: list[list[str]]


class WorkedStep(NamedTuple):
    """A step: its number, the name of its row, its label and values, and the lines of its arithmetic."""

    number: int
    name: str
    row: TextLine
    lines: list[TextLine]
    is_mistake: bool


Element: TypeAlias = "Heading | TextLine | Table | WorkedStep"


def elements(trace: Trace) -> Iterator[Element]:
    """Yield the worked example."""
    model = trace.model
    yield Heading(1, f"{type(model).__name__}, step by step")
    yield TextLine("The learner:", in_one_line(model))
    n_rows, n_columns = trace.X.shape
    yield TextLine(f"It learns from {count(n_rows, 'row')} of {count(n_columns, 'column')}: {_names(trace)}.")
    if trace.is_of_kernel:
        bias = ", plus 1 for the bias" if model.fit_intercept else ""
        yield TextLine(
            f"It has no weights: each row that it keeps has a coefficient c. k is the kernel of two rows{bias}."
        )
    table = _table_of_rows(trace)
    if table is not None:
        yield table
    for part in trace.parts:
        yield from _part(trace, part)
    yield from _result(trace)


def _names(trace: Trace) -> str:
    n_columns = trace.X.shape[1]
    return and_more([trace.feature_name(j) for j in range(min(n_columns, MAX_TERMS))], n_columns)


def _table_of_rows(trace: Trace) -> Table | None:
    """Return all rows as a table if they are few and short."""
    n_rows, n_columns = trace.X.shape
    if n_rows > _MAX_TABLE_ROWS or not shows_all_columns(trace):
        return None
    X = trace.X.toarray() if sp.issparse(trace.X) else trace.X
    names = [trace.feature_name(j) for j in range(n_columns)]
    rows = [[trace.row_name(i), str(trace.y[i]), *map(short, np.asarray(X)[i].tolist())] for i in range(n_rows)]
    return Table(["row", "label", *names], rows)


def _part(trace: Trace, part: Part) -> Iterator[Element]:
    level = 2
    if len(trace.parts) > 1:
        yield Heading(2, f"{name_of(part.classes[1])} against {name_of(part.classes[0])}")
        level = 3
    if len(part.classes) > 2:
        yield TextLine(f"The classes are {some([name_of(label) for label in part.classes], _MAX_CLASSES_NAMED)}.")
    elif not are_signs(part.classes):
        negative, positive = map(name_of, part.classes)
        yield TextLine(f"{positive} is +1 and {negative} is -1.")
    bound = bound_sentence(part)
    if bound is not None:
        yield TextLine(bound)
    for steps in part.epochs():
        yield Heading(level, f"Epoch {steps[0].epoch}")
        for step in steps:
            yield _worked(trace, part, step)
        yield TextLine(_epoch_summary(part, steps))
    if part.left_out:
        epochs = len(part.history) - (part.steps[-1].epoch if part.steps else 0)
        yield TextLine(
            f"{count(part.left_out, 'more step')} and {count(epochs, 'more whole epoch')} are left out; "
            "a larger max_steps shows more of them."
        )
    yield TextLine(_ending(part))
    sentence, cancelling = cycle_sentence(part), cancelling_rows(trace, part)
    if sentence is not None:
        yield TextLine(sentence)
    if cancelling is not None:
        yield TextLine(*cancelling)


def _worked(trace: Trace, part: Part, step: Step) -> WorkedStep:
    label, _ = label_and_prediction(part, step)
    lines = [TextLine(words, formula) for words, formula in lines_of(trace, part, step)]
    row = TextLine(f"y = {label},", format_row(trace, step))
    return WorkedStep(step.number, step.name, row, lines, step.is_mistake)


def _epoch_summary(part: Part, steps: Sequence[Step]) -> str:
    epoch, last = steps[0].epoch, steps[-1]
    mistakes, updates = sum(step.is_mistake for step in steps), sum(step.is_update for step in steps)
    which = "" if len(steps) == part.history[epoch - 1].seen else ", as far as shown"
    text = f"Epoch {epoch}{which}: {count(mistakes, 'mistake')}, {count(updates, 'update')}"
    if epoch == 1:
        return f"{text}."
    return f"{text}; so far {count(last.n_mistakes, 'mistake')} and {count(last.n_updates, 'update')}."


def _ending(part: Part) -> str:
    mistakes = sum(epoch.mistakes for epoch in part.history)
    updates = sum(epoch.updates for epoch in part.history)
    return (
        f"{stop_sentence(part.stop_reason)} In all there were {count(len(part.history), 'epoch')}, "
        f"{count(part.n_steps, 'step')}, {count(mistakes, 'mistake')} and {count(updates, 'update')}."
    )


def _result(trace: Trace) -> Iterator[Element]:
    """Yield the fitted weights or coefficients."""
    yield Heading(2, "What was learned")
    model = trace.model
    if isinstance(model, KernelPerceptron):
        yield TextLine(_COEFFICIENTS_THAT_PREDICT[model.final])
        for place, coefficients in enumerate(model.dual_coef_):
            yield TextLine(_whose(trace, place), _strongest(trace, "c", model.support_, coefficients))
        return
    assert isinstance(model, LinearClassifier), "every learner has weights or a kernel"
    yield TextLine(_WEIGHTS_THAT_PREDICT[getattr(model, "final", "vote")])
    for place, (weights, bias) in enumerate(zip(model.coef_, model.intercept_, strict=True)):
        yield TextLine(_whose(trace, place), _weights(trace, weights, float(bias)))


def _whose(trace: Trace, place: int) -> str:
    if len(trace.parts) > 1:
        negative, positive = map(name_of, trace.parts[place].classes)
        return f"{positive} against {negative}:"
    classes = trace.parts[0].classes
    return f"{name_of(classes[place])}:" if len(classes) > 2 else ""


def _weights(trace: Trace, weights: np.ndarray, bias: float) -> str:
    b = f", b = {short(bias)}" if trace.has_bias else ""
    if shows_all_columns(trace):
        return f"w = {vector(weights.tolist())}{b}"
    return f"{_strongest(trace, 'w', np.arange(len(weights)), weights)}{b}"


def _strongest(trace: Trace, what: str, entries: Indices, numbers: Floats) -> str:
    strongest = np.argsort(-np.abs(numbers), kind="stable")
    strongest = strongest[numbers[strongest] != 0]
    named = [f"{trace.entry_name(int(entries[j]))} {short(numbers[j])}" for j in strongest[:MAX_TERMS]]
    return f"{what}: {and_more(named, len(strongest)) or 'all 0'}"
