"""One prediction per line of a file, including lines that are not rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from rosenblatt.evaluate.loaded_model import LoadedModel, rows_ahead
from rosenblatt.evaluate.unknown_values import Unknown, UnknownValues
from rosenblatt.read.bad_lines import OddLine
from rosenblatt.read.open_batches import Batches
from rosenblatt.rows import Floats, RawBatch


class Predictions(NamedTuple):
    """Predicted labels, None for a line that cannot be read, and one row of numbers for each of the others.

    There are numbers per class only if they were asked for.
    """

    labels: list[Any]
    numbers: Floats | None

    def part(self, begin: int, end: int | None = None) -> Predictions:
        """Return consecutive ones; all of their lines must be rows."""
        return Predictions(self.labels[begin:end], None if self.numbers is None else self.numbers[begin:end])


def joined(parts: list[Predictions]) -> Predictions:
    """Return predictions one after another."""
    numbers = [part.numbers for part in parts if part.numbers is not None]
    labels = [label for part in parts for label in part.labels]
    return Predictions(labels, np.concatenate(numbers) if numbers else None)


NO_PREDICTION = Predictions([None], None)


@dataclass
class FilePredictions:
    """Predictions for a file, one per line, in order; each iteration has those of some lines.

    A blank line is a row whose values are all missing.

    Attributes
    ----------
    model, batches : the model and the file.
    numbers : see `LoadedModel.predict`.
    n_bad, first_bad : number of lines that could not be read, and the error of the first.
    unknown : of each column with values that the model does not know, how many, at the end.
    """

    model: LoadedModel
    batches: Batches
    numbers: str | None = None
    n_bad: int = 0
    first_bad: str | None = None
    _odd: list[OddLine] = field(default_factory=list)
    _blank: Predictions | None = None
    unknown: dict[str, Unknown] = field(default_factory=dict)

    def __iter__(self) -> Iterator[Predictions]:
        unknown = UnknownValues(self.model.features)
        with rows_ahead(self.model, self.batches) as ahead:
            for batch, odd, X in ahead:
                self._odd += odd
                if len(batch):
                    unknown.add(batch, X)
                predictions = self._of_rows(X) if len(batch) else Predictions([], None)
                yield self._with_odd_lines(predictions, batch) if self._odd else predictions
        self.unknown = unknown.columns
        self._odd += self.batches.take_odd_lines()
        yield joined([self._of_odd(line) for line in self._in_order(self._odd)])

    def _of_rows(self, X: Any) -> Predictions:
        labels, numbers = self.model.predict(X, self.numbers)
        return Predictions(labels.tolist(), numbers)

    def _with_odd_lines(self, predictions: Predictions, batch: RawBatch) -> Predictions:
        """Merge the odd lines before the last row of a batch into its predictions, in the order of lines."""
        last = batch.lines[-1] if len(batch) else np.inf
        before = [odd for odd in self._odd if odd.path != batch.path or odd.line < last]
        self._odd = [odd for odd in self._odd if odd.path == batch.path and odd.line > last]
        merged: list[Predictions] = []
        done = 0
        for odd in self._in_order(before):
            place = int(np.searchsorted(batch.lines, odd.line)) if odd.path == batch.path else 0
            merged += [predictions.part(done, place), self._of_odd(odd)]
            done = place
        return joined([*merged, predictions.part(done)])

    def _of_odd(self, odd: OddLine) -> Predictions:
        if odd.what is not None:
            self.n_bad += 1
            self.first_bad = self.first_bad or f"{odd.path}:{odd.line}: {odd.what}"
            return NO_PREDICTION
        if self._blank is None:
            self._blank = self._of_rows(self.model.row_of({}))
        return self._blank

    def _in_order(self, lines: list[OddLine]) -> list[OddLine]:
        return sorted(lines, key=lambda odd: (self.batches.paths.index(odd.path), odd.line))
