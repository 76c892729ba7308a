"""A column of texts, with its own `TextFeatures`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import numpy as np
from numpy.typing import NDArray

from rosenblatt import _core, checks
from rosenblatt.errors import BadData
from rosenblatt.featurise import _text_options
from rosenblatt.featurise._hashed_names import hashed_names, have_names, with_others
from rosenblatt.featurise._learned_texts import columns_of
from rosenblatt.featurise._merge_texts import merge_texts
from rosenblatt.featurise._tables import Column
from rosenblatt.featurise._texts import as_texts
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
        self.n_dropped: int | None = 0  # n-grams that were forgotten; None if they were too many to be counted

    def learn_batch(self, column: Column) -> Callable[[], None]:
        """Do all that can fail; return a function that stores the outcome."""
        with self._named():
            return self.features._learn_batch(column)

    def merge(self, other: TextColumn) -> Callable[[], None]:
        """Do the same with what was learned of other rows."""
        store = merge_texts(self.features, other.features)

        def store_all() -> None:
            store()
            if self.n_dropped is not None:
                self.n_dropped = None if other.n_dropped is None else self.n_dropped + other.n_dropped

        return store_all

    def keep_scales(self) -> Callable[[], None]:
        """Return a function that restores the scales of the columns that have occurred so far."""
        return self.features._keep_scales()

    def set_documents(self, documents: NDArray[np.int64], n_texts: int, n_missing: int) -> None:
        """Replace the document frequencies of hashed columns; these texts count as those that were learned from."""
        learned = self.features._so_far()
        self.features._store(learned._replace(documents=documents, n_texts=n_texts, n_missing=n_missing))

    def keep_at_least(self, least: int) -> None:
        """Forget the n-grams with fewer occurrences than `least`, as if there had been none."""
        learned = self.features._so_far()
        learned.vocabulary.keep_at_least(least)
        self.features._store(learned)

    def keep_frequent(self, most: int) -> None:
        """Forget all but the most frequent n-grams, as if there had been no others."""
        if self.n_ngrams > most:
            learned = self.features._so_far()
            learned.vocabulary.keep_frequent(most)
            self.features._store(learned)

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
    def hash_bits(self) -> int | None:
        """The columns are 2^bits that n-grams are hashed into, or None: one per n-gram."""
        return self.features.bits

    def names_in(self, columns: Indices, text: str) -> list[str]:
        """Return the names of some columns by the n-grams of one text; other n-grams only count as sharing them."""
        if self.hash_bits is None:
            return self.names(columns)
        names = hashed_names(self._ngrams_of(text), self.hash_bits, columns, others=self.features._vocabulary)
        return [f"{self.name}:{ngram}" for ngram in names]

    def find(self, word: str) -> tuple[int, str] | None:
        """Return the column that a word, or a run of words, is hashed into, and its name; None if it is no n-gram."""
        asked = word.removeprefix(f"{self.name}:")
        is_quoted = len(asked) > 2 and asked[0] == asked[-1] == "'"
        words = _text_options.words_of(self.features, asked)
        ngrams = self._ngrams_of(asked[1:-1] if is_quoted else asked)
        ngram, names = asked if is_quoted else " ".join(words), ngrams.names(np.arange(len(ngrams)))
        if self.hash_bits is None or ngram not in names:
            return None
        column = int(ngrams.hashed_columns(self.hash_bits)[names.index(ngram)])
        known = self.features._vocabulary
        sharing = known.names(np.flatnonzero(known.hashed_columns(self.hash_bits) == column))
        return column, f"{self.name}:{with_others(ngram, len({*sharing} - {ngram}))}"

    def unnamed(self, columns: Indices) -> Indices:
        """Return those of the columns that no known n-gram is hashed into."""
        if self.hash_bits is None:
            return columns[:0]
        return columns[~have_names(self.features._vocabulary, self.hash_bits, columns)]

    def ngrams_in(self, texts: Column, columns: Indices) -> _core.Vocabulary:
        """Return the n-grams of texts that are hashed into these columns."""
        features, bits = self.features, self.hash_bits or 0
        given = as_texts(features, texts, lowercase=features.lowercase)
        options, threads = _text_options.ngram_options(features), checks.threads(features, "n_jobs")
        return _core.Vocabulary.in_columns(given.views, given.letters, options, columns.astype(np.int32), bits, threads)

    def add_names(self, ngrams: _core.Vocabulary) -> None:
        """Add n-grams that name hashed columns, and change nothing else."""
        features = self.features
        features._vocabulary.add_all(ngrams, None)
        features._columns = columns_of(features._vocabulary, *_text_options.column_limits(features))

    def _ngrams_of(self, text: str) -> _core.Vocabulary:
        given = as_texts(self.features, [text], lowercase=self.features.lowercase)
        return _core.Vocabulary.of(
            given.views, given.letters, _text_options.ngram_options(self.features), None, None, 1
        )

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
