"""A column of texts, with its own `TextFeatures`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import numpy as np
from numpy.typing import NDArray

from rosenblatt.errors import BadData
from rosenblatt.featurise._tables import Column
from rosenblatt.featurise.text_features import TextFeatures
from rosenblatt.rows import Csr, Indices


class TextColumn:
    """A column of texts as n-grams; a missing text is empty.

    Parameters
    ----------
    name : its name.
    features : the features of its texts.
    sources : the columns of the table that it is joined from; None for the one of its name.
    """

    def __init__(self, name: str, features: TextFeatures, sources: Sequence[str] | None = None) -> None:
        self.name = name
        self.features = features
        self.sources = (name,) if sources is None else tuple(sources)

    def learn_batch(self, column: Column) -> Callable[[], None]:
        """Do all that can fail; return a function that stores the outcome."""
        with self._named():
            return self.features._learn_batch(column)

    def keep_scales(self) -> Callable[[], None]:
        """Return a function that restores the scales of the columns that have occurred so far."""
        return self.features._keep_scales()

    def set_documents(self, documents: NDArray[np.int64], n_texts: int, n_missing: int) -> None:
        """Replace the document frequencies of hashed columns; these texts count as those that were learned from."""
        learned = self.features._so_far()
        self.features._store(learned._replace(documents=documents, n_texts=n_texts, n_missing=n_missing))

    @property
    def scales(self) -> NDArray[np.float32] | None:
        """The scale of each column; None without weighting."""
        return self.features._scales_in_use()

    def rows(self, column: Column) -> Csr:
        """Return one row per text."""
        with self._named():
            return self.features._to_csr(column)

    @contextmanager
    def _named(self) -> Iterator[None]:
        """Name the column in errors about its texts."""
        try:
            yield
        except BadData as error:
            message = str(error).removeprefix("TextFeatures: ")
            raise BadData(f"TableFeatures: column {self.name!r}: {message}") from None

    def names(self, columns: Indices) -> list[str]:
        """Return the names of some columns, by their n-grams."""
        return [f"{self.name}:{ngram}" for ngram in self.features._names_of(columns)]

    @property
    def n_missing(self) -> int:
        """The number of missing texts in the training rows."""
        return self.features.n_missing_

    @property
    def width(self) -> int:
        """The number of columns."""
        bits = self.features.bits
        return self.features._n_columns if bits is None else 1 << bits

    @property
    def can_widen(self) -> bool:
        """Whether columns keep their numbers when n-grams are added."""
        return self.features.min_count == 1 and self.features.max_features is None

    @property
    def n_ngrams(self) -> int:
        """The number of different n-grams that were learned."""
        return len(self.features._columns)
