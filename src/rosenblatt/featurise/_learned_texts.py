"""What is learned of texts: their n-grams, and how often these occur."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rosenblatt import _core
from rosenblatt.featurise._texts import Texts


class LearnedTexts(NamedTuple):
    """N-grams, the number of texts that each hashed column occurs in if it is needed, and the number of texts."""

    vocabulary: _core.Vocabulary
    documents: NDArray[np.int64] | None
    n_texts: int
    n_missing: int

    def add(self, batch: LearnedTexts, most: int | None) -> LearnedTexts:
        """Add a batch, in place, and return the sum; `most` limits the number of n-grams."""
        self.vocabulary.add_all(batch.vocabulary, most)
        if self.documents is not None and batch.documents is not None:
            np.add(self.documents, batch.documents, out=self.documents)
        return self._replace(n_texts=self.n_texts + batch.n_texts, n_missing=self.n_missing + batch.n_missing)

    def scales(self, columns: NDArray[np.int32]) -> NDArray[np.float32]:
        """Return the inverse document frequency of each column; `columns` are those of the n-grams."""
        documents = self.vocabulary.documents()[columns >= 0] if self.documents is None else self.documents
        return _core.inverse_frequencies(documents, self.n_texts)


def learn_texts(
    texts: Texts, options: _core.NgramOptions, most: int | None, counted_bits: int | None, threads: int
) -> LearnedTexts:
    """Learn n-grams in one walk, which also counts the texts of 2^counted_bits hashed columns unless that is None."""
    documents = None if counted_bits is None else np.zeros(1 << counted_bits, np.int64)
    vocabulary = _core.Vocabulary.of(texts.views, texts.letters, options, most, documents, threads)
    return LearnedTexts(vocabulary, documents, len(texts.views), texts.views.n_missing)


def columns_of(vocabulary: _core.Vocabulary, min_count: int, max_features: int | None) -> NDArray[np.int32]:
    """Number the n-grams that have a column, in the order of first occurrence; the others are -1."""
    counts = vocabulary.counts()
    is_used = counts >= min_count
    if max_features is not None and np.count_nonzero(is_used) > max_features:
        is_used[np.argsort(-counts, kind="stable")[max_features:]] = False
    return np.where(is_used, np.cumsum(is_used) - 1, -1).astype(np.int32)
