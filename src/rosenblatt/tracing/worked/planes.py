"""The text of one step of a learner of weights.

Few columns are written as vectors with their zeros; of many, the nonzero ones of the row are named.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rosenblatt.tracing.formatting import MAX_TERMS, and_more, plus, products, short, some, vector
from rosenblatt.tracing.worked.step_text import StepText, dense_row, shows_all_columns

if TYPE_CHECKING:
    from rosenblatt.tracing.step import ModelState


class PlaneText(StepText):
    """The weights and the bias of one class in one step."""

    @property
    def activation_name(self) -> str:
        return "a = w·x + b" if self.trace.has_bias else "a = w·x"

    def weights(self) -> str:
        bias = f", b = {short(self._bias)}" if self.trace.has_bias else ""
        terms = self.step.terms
        if shows_all_columns(self.trace):
            return f"w = {self._vector(self.step.before)}{bias}"
        numbers = self._of_class(terms.numbers)[:MAX_TERMS].tolist()
        names = terms.entries[:MAX_TERMS].tolist()
        named = [f"{self.trace.feature_name(j)} {short(w)}" for j, w in zip(names, numbers, strict=True)]
        return f"w: {and_more(named, len(terms.entries))}{bias}"

    def sum(self) -> str:
        bias = self._bias if self.trace.has_bias else None
        terms = self.step.terms
        if shows_all_columns(self.trace):
            weights = self._of_class(self.step.before.weights).tolist()
            return products(weights, dense_row(self.trace, self.step), bias)
        shown = slice(None, MAX_TERMS)
        text = products(self._of_class(terms.numbers)[shown].tolist(), terms.values[shown].tolist(), None)
        more = f" + … {len(terms.entries) - MAX_TERMS} more" if len(terms.entries) > MAX_TERMS else ""
        return text + more + ("" if bias is None else f" {plus('', bias).strip()}")

    def update(self, size: float) -> str:
        change, terms = self.step.change, self.step.terms
        assert change is not None, "the step has an update"
        bias_after = float(change.bias[self.place or 0])
        bias = f"b = {plus(short(self._bias), size)} = {short(bias_after)}" if self.trace.has_bias else ""
        if not shows_all_columns(self.trace):
            numbers = self._of_class(terms.numbers).tolist(), self._of_class(change.numbers).tolist()
            both = zip(terms.entries.tolist(), *numbers, strict=True)
            named = [f"{self.trace.feature_name(j)} {short(old)} → {short(new)}" for j, old, new in both]
            return ", ".join(filter(None, [f"w {plus('', size).strip()}·x: {some(named, MAX_TERMS)}", bias]))
        row = dense_row(self.trace, self.step)
        before, after = self._vector(self.step.before), self._vector(self.step.after)
        sign = "-" if size < 0 else "+"
        middle = f" = {before} {sign} {vector(abs(size) * value for value in row)}" if abs(size) != 1 else ""
        weights = f"w = {before} {sign} {short(abs(size))}·{vector(row)}{middle} = {after}"
        return ", ".join(filter(None, [weights, bias]))

    @property
    def _bias(self) -> float:
        return float(self.step.bias[self.place or 0])

    def _vector(self, state: ModelState) -> str:
        return vector(self._of_class(state.weights).tolist())
