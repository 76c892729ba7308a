"""The arithmetic of one step: the sum, the guess, the update.

Few columns are written as vectors, zeros and all; of many, those that the row holds are named.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from rosenblatt.rows import Floats
from rosenblatt.tracing._row_entries import entries_of
from rosenblatt.tracing.formatting import (
    MOST_TERMS,
    and_more,
    label_and_guess,
    name_of,
    plus,
    products,
    short,
    some,
    vector,
)
from rosenblatt.tracing.worked.coefficients import Coefficients

if TYPE_CHECKING:
    from rosenblatt.tracing.step import Held, Part, Step
    from rosenblatt.tracing.trace import Trace

MOST_COLUMNS = 8
_MOST_CLASSES = 4


def shows_all_columns(trace: Trace) -> bool:
    """Whether rows and weights are short enough to be written as vectors."""
    return bool(trace.X.shape[1] <= MOST_COLUMNS)


def row_in_words(trace: Trace, step: Step) -> str:
    """Write ``x = [1, 0]``, or the names of what the row holds."""
    if shows_all_columns(trace):
        return f"x = {vector(_whole_row(trace, step))}"
    columns, held = entries_of(trace.X, step.row)
    values = zip(columns[:MOST_TERMS].tolist(), held.tolist(), strict=False)
    named = [f"{trace.feature_name(j)} {short(value)}" for j, value in values]
    return f"x: {and_more(named, len(columns))}" if named else "x: all 0"


def lines_of(trace: Trace, part: Part, step: Step) -> Iterator[tuple[str, str]]:
    """Give the words and the formula of each line of a step."""
    label, guess = label_and_guess(part, step)
    verdict = "a mistake" if step.is_mistake else "right"
    if step.sign is not None:
        plane = _writer(trace, step, None)
        yield "", plane.weights()
        yield "", f"{plane.activation_name()} = {sum_in_words(trace, step)}"
        yield f"guess {guess}: {verdict}{_margin(step)}", ""
        if step.change is None:
            yield "no update", ""
        else:
            yield "update", plane.update(step.size * step.sign)
        return

    places = {name_of(name): place for place, name in enumerate(part.classes)}
    truth, rival = places[label], places[name_of(step.rival)]
    shown = range(len(part.classes)) if len(part.classes) <= _MOST_CLASSES else sorted({truth, rival, places[guess]})
    for place in shown:
        plane = _writer(trace, step, place)
        name = f"a({name_of(part.classes[place])})"
        yield "", f"{name} = {plane.sum()} = {short(_activation(step, place))}"
    ahead = f"m = a({label}) - a({name_of(step.rival)}) = {short(step.margin)}"
    yield f"guess {guess}: {verdict}{_margin(step)}; the strongest rival is {name_of(step.rival)}:", ahead
    if step.change is None:
        yield "no update", ""
        return
    for place, sign in ((truth, 1), (rival, -1)):
        yield f"update {name_of(part.classes[place])}", _writer(trace, step, place).update(step.size * sign)


def _writer(trace: Trace, step: Step, place: int | None) -> _Plane | Coefficients:
    return Coefficients(trace, step, place) if trace.is_of_kernel else _Plane(trace, step, place)


def sum_in_words(trace: Trace, step: Step) -> str:
    """Write the activation of two classes with its arithmetic."""
    terms, value = _writer(trace, step, None).sum(), short(_activation(step, None))
    return terms if terms == value else f"{terms} = {value}"


def _margin(step: Step) -> str:
    """A right guess may still ask for an update."""
    return f", but its margin of {short(step.margin)} is too small" if step.is_update and not step.is_mistake else ""


def _activation(step: Step, place: int | None) -> float:
    return step.activation if isinstance(step.activation, float) else step.activation[place or 0]


def _whole_row(trace: Trace, step: Step) -> list[float]:
    row = np.zeros(trace.X.shape[1])
    columns, held = entries_of(trace.X, step.row)
    row[columns] = held
    values: list[float] = row.tolist()
    return values


class _Plane(NamedTuple):
    """The one plane of two classes, or that of one class among several, in one step."""

    trace: Trace
    step: Step
    place: int | None

    def _of(self, numbers: Floats) -> Floats:
        return numbers if self.place is None else numbers[..., self.place]

    @property
    def _bias(self) -> float:
        return float(self.step.bias[self.place or 0])

    def _vector(self, held: Held) -> str:
        return vector(self._of(held.weights).tolist())

    def activation_name(self) -> str:
        return "a = w·x + b" if self.trace.has_bias else "a = w·x"

    def weights(self) -> str:
        bias = f", b = {short(self._bias)}" if self.trace.has_bias else ""
        terms = self.step.terms
        if shows_all_columns(self.trace):
            return f"w = {self._vector(self.step.before)}{bias}"
        numbers = self._of(terms.numbers)[:MOST_TERMS].tolist()
        names = terms.entries[:MOST_TERMS].tolist()
        named = [f"{self.trace.feature_name(j)} {short(w)}" for j, w in zip(names, numbers, strict=True)]
        return f"w: {and_more(named, len(terms.entries))}{bias}"

    def sum(self) -> str:
        bias = self._bias if self.trace.has_bias else None
        terms = self.step.terms
        if shows_all_columns(self.trace):
            weights = self._of(self.step.before.weights).tolist()
            return products(weights, _whole_row(self.trace, self.step), bias)
        shown = slice(None, MOST_TERMS)
        text = products(self._of(terms.numbers)[shown].tolist(), terms.values[shown].tolist(), None)
        more = f" + … {len(terms.entries) - MOST_TERMS} more" if len(terms.entries) > MOST_TERMS else ""
        return text + more + ("" if bias is None else f" {plus('', bias).strip()}")

    def update(self, size: float) -> str:
        """What an update does, `size` being the step with its sign."""
        change, terms = self.step.change, self.step.terms
        assert change is not None, "only an update has one"
        bias_after = float(change.bias[self.place or 0])
        bias = f"b = {plus(short(self._bias), size)} = {short(bias_after)}" if self.trace.has_bias else ""
        if not shows_all_columns(self.trace):
            numbers = self._of(terms.numbers).tolist(), self._of(change.numbers).tolist()
            both = zip(terms.entries.tolist(), *numbers, strict=True)
            named = [f"{self.trace.feature_name(j)} {short(old)} → {short(new)}" for j, old, new in both]
            return ", ".join(filter(None, [f"w {plus('', size).strip()}·x: {some(named, MOST_TERMS)}", bias]))
        row = _whole_row(self.trace, self.step)
        before, after = self._vector(self.step.before), self._vector(self.step.after)
        sign = "-" if size < 0 else "+"
        middle = f" = {before} {sign} {vector(abs(size) * value for value in row)}" if abs(size) != 1 else ""
        weights = f"w = {before} {sign} {short(abs(size))}·{vector(row)}{middle} = {after}"
        return ", ".join(filter(None, [weights, bias]))
