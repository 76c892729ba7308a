"""What the text of a step shares, whether it is about weights or coefficients."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from rosenblatt.rows import Floats
from rosenblatt.tracing._row_entries import entries_of

if TYPE_CHECKING:
    from rosenblatt.tracing.step import Step
    from rosenblatt.tracing.trace import Trace

MAX_COLUMNS = 8


def shows_all_columns(trace: Trace) -> bool:
    """Whether rows and weights are short enough to be written as vectors."""
    return bool(trace.X.shape[1] <= MAX_COLUMNS)


def dense_row(trace: Trace, step: Step) -> list[float]:
    """Return the row of a step with its zeros."""
    row = np.zeros(trace.X.shape[1])
    columns, values = entries_of(trace.X, step.row)
    row[columns] = values
    dense: list[float] = row.tolist()
    return dense


@dataclass(frozen=True, slots=True)
class StepText:
    """The text of one step about one class: the only plane of two classes, or that of one class among several."""

    trace: Trace
    step: Step
    place: int | None

    def _of_class(self, numbers: Floats) -> Floats:
        return numbers if self.place is None else numbers[..., self.place]
