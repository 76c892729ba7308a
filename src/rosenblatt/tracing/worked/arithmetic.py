"""The arithmetic of one step: the sum, the prediction, the update."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rosenblatt.tracing._row_entries import entries_of
from rosenblatt.tracing.formatting import MAX_TERMS, and_more, label_and_prediction, name_of, short, vector
from rosenblatt.tracing.worked.coefficients import CoefficientText
from rosenblatt.tracing.worked.planes import PlaneText
from rosenblatt.tracing.worked.step_text import dense_row, shows_all_columns

if TYPE_CHECKING:
    from rosenblatt.tracing.step import Part, Step
    from rosenblatt.tracing.trace import Trace

_MAX_CLASSES = 4


def format_row(trace: Trace, step: Step) -> str:
    """Format as ``x = [1, 0]``, or as the names and values of the nonzero columns."""
    if shows_all_columns(trace):
        return f"x = {vector(dense_row(trace, step))}"
    columns, values = entries_of(trace.X, step.row)
    shown = zip(columns[:MAX_TERMS].tolist(), values.tolist(), strict=False)
    named = [f"{trace.feature_name(j)} {short(value)}" for j, value in shown]
    return f"x: {and_more(named, len(columns))}" if named else "x: all 0"


def format_sum(trace: Trace, step: Step) -> str:
    """Format the activation of two classes with its arithmetic."""
    terms, value = _text(trace, step, None).sum(), short(_activation(step, None))
    return terms if terms == value else f"{terms} = {value}"


def lines_of(trace: Trace, part: Part, step: Step) -> Iterator[tuple[str, str]]:
    """Yield the words and the formula of each line of a step."""
    return _lines_of_classes(trace, part, step) if step.sign is None else _lines_of_two(trace, part, step, step.sign)


def _lines_of_two(trace: Trace, part: Part, step: Step, sign: int) -> Iterator[tuple[str, str]]:
    text = _text(trace, step, None)
    yield "", text.weights()
    yield "", f"{text.activation_name} = {format_sum(trace, step)}"
    yield _prediction(part, step), ""
    if step.change is None:
        yield "no update", ""
    else:
        yield "update", text.update(step.size * sign)


def _lines_of_classes(trace: Trace, part: Part, step: Step) -> Iterator[tuple[str, str]]:
    label, prediction = label_and_prediction(part, step)
    places = {name_of(name): place for place, name in enumerate(part.classes)}
    truth, rival = places[label], places[name_of(step.rival)]
    is_short = len(part.classes) <= _MAX_CLASSES
    for place in range(len(part.classes)) if is_short else sorted({truth, rival, places[prediction]}):
        name = f"a({name_of(part.classes[place])})"
        yield "", f"{name} = {_text(trace, step, place).sum()} = {short(_activation(step, place))}"
    ahead = f"m = a({label}) - a({name_of(step.rival)}) = {short(step.margin)}"
    yield f"{_prediction(part, step)}; the strongest rival is {name_of(step.rival)}:", ahead
    if step.change is None:
        yield "no update", ""
        return
    for place, sign in ((truth, 1), (rival, -1)):
        yield f"update {name_of(part.classes[place])}", _text(trace, step, place).update(step.size * sign)


def _prediction(part: Part, step: Step) -> str:
    """Return the predicted label, and whether it is right; even then an update may be required."""
    _, prediction = label_and_prediction(part, step)
    if step.is_mistake:
        return f"predicted {prediction}: a mistake"
    margin = f", but its margin of {short(step.margin)} is too small" if step.is_update else ""
    return f"predicted {prediction}: right{margin}"


def _text(trace: Trace, step: Step, place: int | None) -> PlaneText | CoefficientText:
    return CoefficientText(trace, step, place) if trace.is_of_kernel else PlaneText(trace, step, place)


def _activation(step: Step, place: int | None) -> float:
    return step.activation if isinstance(step.activation, float) else step.activation[place or 0]
