"""The text of one step of a kernel learner: coefficients of rows, and the kernel of each with the row of the step."""

from __future__ import annotations

import numpy as np

from rosenblatt.tracing.formatting import MAX_TERMS, and_more, plus, products, short, some
from rosenblatt.tracing.worked.step_text import StepText


class CoefficientText(StepText):
    """The coefficients of one class in one step."""

    @property
    def activation_name(self) -> str:
        return "a = sum of c·k(row, x)"

    def weights(self) -> str:
        terms = self.step.terms
        both = zip(terms.entries.tolist(), self._of_class(terms.numbers).tolist(), strict=True)
        named = [f"{self.trace.row_name(row)} {short(number)}" for row, number in both if number]
        return f"c: {and_more(named[:MAX_TERMS], len(named)) or 'all 0'}"

    def sum(self) -> str:
        terms = self.step.terms
        counts = np.flatnonzero(self._of_class(terms.numbers))
        shown = counts[:MAX_TERMS]
        text = products(self._of_class(terms.numbers)[shown].tolist(), terms.values[shown].tolist(), None)
        return text + (f" + … {len(counts) - MAX_TERMS} more" if len(counts) > MAX_TERMS else "")

    def update(self, size: float) -> str:
        """Format the update: `size` is added to the coefficient of the row; with a budget, others change."""
        change, own = self.step.change, self.step.row
        assert change is not None, "the step has an update"
        before = self._of_class(self.step.before.weights)[change.entries].tolist()
        after = dict(zip(change.entries.tolist(), self._of_class(change.numbers).tolist(), strict=True))
        old = dict(zip(change.entries.tolist(), before, strict=True))
        added = f"c({self.step.name}) = {plus(short(old.get(own, 0.0)), size)}"
        if own not in after:  # the budget dropped the row at once
            return f"{added}, and it is dropped: 0"
        exact = old[own] + size
        more = "" if after[own] == exact else f", then {short(after[own])}"
        others = [row for row in after if row != own and after[row] != old[row]]
        named = [f"{self.trace.row_name(row)} {short(old[row])} → {short(after[row])}" for row in others]
        moved = f"; also {some(named, MAX_TERMS)}" if named else ""
        return f"{added} = {short(exact)}{more}{moved}"
