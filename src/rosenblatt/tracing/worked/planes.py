"""The text of one step of a learner of weights.

Few columns are written as vectors with their zeros; of many, the nonzero ones of the row are named.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from rosenblatt.tracing.formatting import MAX_TERMS, and_more, plus, products, short, some, vector
from rosenblatt.tracing.worked.step_text import StepText, dense_row, shows_all_columns

if TYPE_CHECKING:
    from rosenblatt.rows import Floats
    from rosenblatt.tracing.step import Change, ModelState, Terms


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
        bias = self._bias_update(size, change) if self.trace.has_bias else ""
        if not shows_all_columns(self.trace):
            numbers = self._of_class(terms.numbers).tolist(), self._of_class(change.numbers).tolist()
            what = "x" if terms.variances is None else "S·x" if self._has_covariance else "s∘x"
            weights = f"w {plus('', size).strip()}·{what}: {self._moves(terms, *numbers)}"
            return ", ".join(filter(None, [weights, bias, self._variance_moves(terms, change)]))
        before, after = self.step.before, self.step.after
        row = dense_row(self.trace, self.step)
        sign = "-" if size < 0 else "+"
        named = vector(row)
        if before.variances is not None:
            named = "S·x" if self._has_covariance else f"({vector(self._of_class(before.variances).tolist())}∘{named})"
        moved = np.abs(size) * np.array(row)
        if before.variances is not None:
            moved = (self._of_class(after.weights) - self._of_class(before.weights)) * np.sign(size)
        is_plain = abs(size) == 1 and before.variances is None
        middle = "" if is_plain else f" = {self._vector(before)} {sign} {vector(moved.tolist())}"
        weights = f"w = {self._vector(before)} {sign} {short(abs(size))}·{named}{middle} = {self._vector(after)}"
        return ", ".join(filter(None, [weights, bias, self._variances_after(after)]))

    def _bias_update(self, size: float, change: Change) -> str:
        after = float(change.bias[self.place or 0])
        moved = size if self.step.bias_variances is None else after - self._bias
        return f"b = {plus(short(self._bias), moved)} = {short(after)}"

    @property
    def _has_covariance(self) -> bool:
        return getattr(self.trace.model, "covariance", "diagonal") == "full"

    def _moves(self, terms: Terms, before: list[float], after: list[float]) -> str:
        both = zip(terms.entries.tolist(), before, after, strict=True)
        return some([f"{self.trace.feature_name(j)} {short(old)} → {short(new)}" for j, old, new in both], MAX_TERMS)

    def _variance_moves(self, terms: Terms, change: Change) -> str:
        if terms.variances is None or change.variances is None:
            return ""
        both = self._of_class(terms.variances).tolist(), self._of_class(change.variances).tolist()
        return f"variances s: {self._moves(terms, *both)}{self._bias_variance(change.bias_variances)}"

    def _variances_after(self, state: ModelState) -> str:
        if state.variances is None:
            return ""
        variances = vector(self._of_class(state.variances).tolist())
        return f"variances s = {variances}{self._bias_variance(state.bias_variances)}"

    def _bias_variance(self, variances: Floats | None) -> str:
        if variances is None or not self.trace.has_bias:
            return ""
        return f" and {short(float(variances[self.place or 0]))} of b"

    @property
    def _bias(self) -> float:
        return float(self.step.bias[self.place or 0])

    def _vector(self, state: ModelState) -> str:
        return vector(self._of_class(state.weights).tolist())
