"""One prediction per line of a file, including lines that are not rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np

from rosenblatt.evaluate.loaded_model import LoadedModel, rows_ahead
from rosenblatt.read.bad_lines import OddLine
from rosenblatt.read.open_batches import Batches
from rosenblatt.rows import RawBatch

# A predicted label, and one score per class if requested; both None for a line that cannot be read.
Prediction: TypeAlias = "tuple[Any, list[float] | None]"

NO_PREDICTION: Prediction = (None, None)


@dataclass
class FilePredictions:
    """Lists of predictions, one prediction per line of a file, in order.

    A blank line is a row whose values are all missing.

    Attributes
    ----------
    n_bad, first_bad : number of lines that could not be read, and the error of the first.
    """

    model: LoadedModel
    batches: Batches
    with_scores: bool
    n_bad: int = 0
    first_bad: str | None = None
    _odd: list[OddLine] = field(default_factory=list)
    _blank: Prediction | None = None

    def __iter__(self) -> Iterator[list[Prediction]]:
        with rows_ahead(self.model, self.batches) as ahead:
            for batch, odd, X in ahead:
                self._odd += odd
                predictions = self._of_rows(X) if len(batch) else []
                yield self._with_odd_lines(predictions, batch) if self._odd else predictions
        self._odd += self.batches.take_odd_lines()
        yield [self._of_odd(line) for line in self._in_order(self._odd)]

    def _of_rows(self, X: Any) -> list[Prediction]:
        labels = self.model.learner.predict(X).tolist()
        scores = self.model.scores(X).tolist() if self.with_scores else [None] * len(labels)
        return list(zip(labels, scores, strict=True))

    def _with_odd_lines(self, predictions: list[Prediction], batch: RawBatch) -> list[Prediction]:
        """Merge the odd lines before the last row of a batch into its predictions, in the order of lines."""
        last = batch.lines[-1] if len(batch) else np.inf
        before = [odd for odd in self._odd if odd.path != batch.path or odd.line < last]
        self._odd = [odd for odd in self._odd if odd.path == batch.path and odd.line > last]
        merged: list[Prediction] = []
        done = 0
        for odd in self._in_order(before):
            place = int(np.searchsorted(batch.lines, odd.line)) if odd.path == batch.path else 0
            merged += [*predictions[done:place], self._of_odd(odd)]
            done = place
        return merged + predictions[done:]

    def _of_odd(self, odd: OddLine) -> Prediction:
        if odd.what is not None:
            self.n_bad += 1
            self.first_bad = self.first_bad or f"{odd.path}:{odd.line}: {odd.what}"
            return NO_PREDICTION
        if self._blank is None:
            (self._blank,) = self._of_rows(self.model.row_of({}))
        return self._blank

    def _in_order(self, lines: list[OddLine]) -> list[OddLine]:
        return sorted(lines, key=lambda odd: (self.batches.paths.index(odd.path), odd.line))
