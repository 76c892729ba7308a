"""The arithmetic of one step of a kernel learner: coefficients of rows, and the kernel of each with the row at hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from rosenblatt.rows import Floats
from rosenblatt.tracing.formatting import MOST_TERMS, and_more, plus, products, short, some

if TYPE_CHECKING:
    from rosenblatt.tracing.step import Step
    from rosenblatt.tracing.trace import Trace


class Coefficients(NamedTuple):
    """Those of the one plane of two classes, or of one class among several, in one step."""

    trace: Trace
    step: Step
    place: int | None

    def _of(self, numbers: Floats) -> Floats:
        return numbers if self.place is None else numbers[..., self.place]

    def activation_name(self) -> str:
        """Name the sum."""
        return "a = sum of c·k(row, x)"

    def weights(self) -> str:
        """Name the rows that count, and how much."""
        terms = self.step.terms
        both = zip(terms.entries.tolist(), self._of(terms.numbers).tolist(), strict=True)
        named = [f"{self.trace.row_name(row)} {short(number)}" for row, number in both if number]
        return f"c: {and_more(named[:MOST_TERMS], len(named)) or 'all 0'}"

    def sum(self) -> str:
        """Write the sum of coefficients times kernel values."""
        terms = self.step.terms
        counts = np.flatnonzero(self._of(terms.numbers))
        shown = counts[:MOST_TERMS]
        text = products(self._of(terms.numbers)[shown].tolist(), terms.values[shown].tolist(), None)
        return text + (f" + … {len(counts) - MOST_TERMS} more" if len(counts) > MOST_TERMS else "")

    def update(self, size: float) -> str:
        """Write what an update does: `size` is added to the coefficient of the row; with a budget, others change."""
        change, own = self.step.change, self.step.row
        assert change is not None, "only an update has one"
        before = self._of(self.step.before.weights)[change.entries].tolist()
        after = dict(zip(change.entries.tolist(), self._of(change.numbers).tolist(), strict=True))
        old = dict(zip(change.entries.tolist(), before, strict=True))
        added = f"c({self.step.name}) = {plus(short(old.get(own, 0.0)), size)}"
        if own not in after:  # it was dropped at once
            return f"{added}, and it is dropped: 0"
        exact = old[own] + size
        more = "" if after[own] == exact else f", then {short(after[own])}"
        others = [row for row in after if row != own and after[row] != old[row]]
        named = [f"{self.trace.row_name(row)} {short(old[row])} → {short(after[row])}" for row in others]
        moved = f"; also {some(named, MOST_TERMS)}" if named else ""
        return f"{added} = {short(exact)}{more}{moved}"
