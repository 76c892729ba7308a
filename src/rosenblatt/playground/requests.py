"""The requests of the page, validated before any work is done."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, FiniteFloat

from rosenblatt.errors import BadData
from rosenblatt.playground import limits
from rosenblatt.playground.presets import PRESETS
from rosenblatt.rows import Floats
from rosenblatt.tracing.held_out import HeldOutRows

Number = Annotated[FiniteFloat, Field(ge=-1e9, le=1e9)]
Word = Annotated[str, Field(max_length=200)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class LabelledRows(_Strict):
    """Rows with one label each."""

    rows: Annotated[list[list[Number]], Field(min_length=2, max_length=limits.MAX_ROWS)]
    labels: list[Word]

    def matrix(self) -> Floats:
        """Return the rows as an array, after checks of widths and labels."""
        widths = {len(row) for row in self.rows}
        if len(widths) != 1:
            raise BadData(f"all rows must have the same number of columns, got {min(widths)} to {max(widths)}")
        (width,) = widths
        if not 1 <= width <= limits.MAX_COLUMNS:
            raise BadData(f"rows must have 1 to {limits.MAX_COLUMNS} columns, got {width}")
        if len(self.labels) != len(self.rows):
            raise BadData(f"there must be one label per row, got {len(self.labels)} labels for {len(self.rows)} rows")
        n_classes = len(set(self.labels))
        if not 2 <= n_classes <= limits.MAX_CLASSES:
            raise BadData(f"labels must be of 2 to {limits.MAX_CLASSES} classes, got {n_classes}")
        return np.array(self.rows)


class CertifyRequest(LabelledRows):
    """Rows, and the learner that they are to be separable for."""

    learner: Word = "perceptron"
    options: dict[Word, Any] = {}


class TraceRequest(LabelledRows):
    """A learner with options, rows to learn from, and rows to test it with."""

    learner: Word
    options: dict[Word, Any] = {}
    columns: list[Word] | None = None
    names: list[Word] | None = None
    test_rows: Annotated[list[list[Number]], Field(max_length=limits.MAX_ROWS)] = []
    test_labels: list[Word] = []

    def tests(self) -> HeldOutRows | None:
        """Return the test rows, after checks of widths and labels; None if there are none."""
        if not self.test_rows:
            return None
        if {len(row) for row in self.test_rows} != {len(self.rows[0])}:
            raise BadData(f"test rows must have {len(self.rows[0])} columns, as the others have")
        if len(self.test_labels) != len(self.test_rows):
            raise BadData(
                f"there must be one label per test row, got {len(self.test_labels)} labels for "
                f"{len(self.test_rows)} rows"
            )
        return HeldOutRows(np.array(self.test_rows), list(self.test_labels))


class BoundaryRequest(TraceRequest):
    """A traced run, and the window of the board: left, right, bottom and top."""

    window: tuple[Number, Number, Number, Number]


class PageRequest(TraceRequest):
    """A traced run to save, and the window of the board; None for the window that fits the rows."""

    window: tuple[Number, Number, Number, Number] | None = None


class WordsRequest(_Strict):
    """Reviews to count the words of, or the words and the pairs of words."""

    texts: Annotated[list[Word], Field(min_length=2, max_length=limits.MAX_ROWS)]
    pairs: bool = False


class ReviewRequest(WordsRequest):
    """Another review, in the columns of the others."""

    review: Word


class PresetRequest(_Strict):
    """A preset by name."""

    name: Annotated[str, Field(pattern=f"^({'|'.join(PRESETS)})$")]
    noise: Annotated[FiniteFloat, Field(ge=0, le=3)] = 0.0
    seed: Annotated[int, Field(ge=0, lt=2**31)] = 0
