"""A column of texts, with its own `TextFeatures`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import scipy.sparse as sp

from rosenblatt.errors import BadData
from rosenblatt.featurise._tables import Column
from rosenblatt.featurise.text_features import TextFeatures
from rosenblatt.rows import Indices


class TextColumn:
    """The n-grams of a column; a missing text is empty."""

    def __init__(self, name: str, features: TextFeatures) -> None:
        self.name = name
        self.features = features

    def learn_batch(self, column: Column) -> Callable[[], None]:
        """Do all that can fail; what is returned keeps the outcome."""
        with self._named():
            return self.features._learn_batch(column)

    def rows(self, column: Column) -> sp.csr_array:
        """Give the rows of the texts."""
        with self._named():
            return self.features.transform(column)

    @contextmanager
    def _named(self) -> Iterator[None]:
        """Say in which column a refused text was."""
        try:
            yield
        except BadData as error:
            sentence = str(error).removeprefix("TextFeatures: ")
            raise BadData(f"TableFeatures: column {self.name!r}: {sentence}") from None

    def names(self, columns: Indices) -> list[str]:
        """Name some columns by their n-grams."""
        return [f"{self.name}:{ngram}" for ngram in self.features._names_of(columns)]

    @property
    def n_missing(self) -> int:
        """How many texts were missing in the training rows."""
        return self.features.n_missing_

    @property
    def width(self) -> int:
        """How many columns there are."""
        bits = self.features.bits
        return self.features._n_columns if bits is None else 1 << bits

    @property
    def can_widen(self) -> bool:
        """Whether columns stay where they are when new n-grams come."""
        return self.features.min_count == 1 and self.features.max_features is None

    @property
    def n_ngrams(self) -> int:
        """How many different n-grams were met."""
        return len(self.features._columns)
