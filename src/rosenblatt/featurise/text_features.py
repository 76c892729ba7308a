"""Texts as sparse rows of counted n-grams."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from rosenblatt import _core, checks
from rosenblatt.errors import BadData, BadParameter
from rosenblatt.estimator import TransformerEstimator, not_fitted
from rosenblatt.featurise._hashed_names import MOST_NGRAMS, hashed_names
from rosenblatt.featurise._texts import Texts, TextsLike, as_texts
from rosenblatt.rows import Csr, Indices

if TYPE_CHECKING:
    import scipy.sparse as sp
    from sklearn.utils import Tags

Self = TypeVar("Self", bound="TextFeatures")

_COUNTS = {"counts": _core.Count.counts, "binary": _core.Count.binary, "log": _core.Count.log}


class TextFeatures(TransformerEstimator):
    r"""Transformer of texts to sparse rows that count words, and runs of words or of characters: a bag of n-grams.

    The words of a text are ``re.findall(r"\w+", text.lower())``. An n-gram is a run of words, joined by one space, or
    a run of characters of the lower-cased text. With ``bits=None`` each n-gram of the texts of ``fit`` has its own
    column, in the order of first occurrence, and others are left out. With ``bits=18``, for example, there are 2^18
    columns, and a fixed hash assigns each n-gram to one: nothing has to be learned, and memory stays bounded.

    Parameters
    ----------
    ngrams : fewest and most words in a run; ``(1, 2)`` for single words and pairs; None for no runs of words.
    char_ngrams : fewest and most characters in a run, across words and spaces; None for no runs of characters.
    bits : None for a vocabulary, or hash into 2^bits columns, from 1 to 30.
    lowercase : lower-case the texts first.
    counts : the value of an n-gram in a row: ``"counts"``, its number of occurrences n; ``"binary"``, 1; ``"log"``,
        1 + ln(n).
    min_count : leave out n-grams with fewer occurrences than this in all texts of ``fit`` together.
    max_features : use at most this number of n-grams, the most frequent; ties go to the earliest.
    normalise : scale each row to length 1, so that long texts do not outweigh short ones; an empty text stays 0.
    n_jobs : threads; None for one, -1 for one per core. Rows do not depend on it.

    Attributes
    ----------
    n_texts_, n_missing_ : the number of texts that were learned from, and of missing ones among them (None, NaN,
        null), which count as empty.

    Notes
    -----
    Rows are ``scipy.sparse.csr_array`` of float32, in which counts up to 2^24 are exact. Texts in pyarrow arrays and
    polars series are read without a copy. ``partial_fit`` of batches learns what ``fit`` of all of them learns;
    columns keep their numbers meanwhile, unless `min_count` or `max_features` changes them.

    Under hashing, ``fit`` learns names only: a column is named by its most frequent n-gram, ``"good (+2)"`` if two more
    share it, ``"hash_123"`` if there is none. Runs of characters are named in quotes: ``"'goo'"``.

    Examples
    --------
    >>> from rosenblatt import TextFeatures
    >>> features = TextFeatures()
    >>> features.fit_transform(["movie good", "movie bad", "not good"]).toarray().tolist()
    [[1.0, 1.0, 0.0, 0.0], [1.0, 0.0, 1.0, 0.0], [0.0, 1.0, 0.0, 1.0]]
    >>> features.get_feature_names_out().tolist()
    ['movie', 'good', 'bad', 'not']
    >>> TextFeatures(ngrams=(1, 2), bits=18).transform(["Not good!"]).nnz
    3

    References
    ----------
    Weinberger et al., "Feature hashing for large scale multitask learning", ICML 2009.
    """

    n_texts_: int
    n_missing_: int
    _vocabulary: _core.Vocabulary
    _columns: NDArray[np.int32]  # of each n-gram of the vocabulary; -1 if it is left out
    _n_columns: int

    def __init__(
        self,
        *,
        ngrams: tuple[int, int] | None = (1, 1),
        char_ngrams: tuple[int, int] | None = None,
        bits: int | None = None,
        lowercase: bool = True,
        counts: str = "counts",
        min_count: int = 1,
        max_features: int | None = None,
        normalise: bool = False,
        n_jobs: int | None = None,
    ) -> None:
        self.ngrams = ngrams
        self.char_ngrams = char_ngrams
        self.bits = bits
        self.lowercase = lowercase
        self.counts = counts
        self.min_count = min_count
        self.max_features = max_features
        self.normalise = normalise
        self.n_jobs = n_jobs

    # Learning

    def fit(self: Self, X: TextsLike, y: Any = None) -> Self:
        """Learn the vocabulary, or under hashing the names of columns.

        Parameters
        ----------
        X : texts: a list or another iterable of strings, a NumPy array, a pandas or polars series, an Arrow array.
        y : ignored.
        """
        self._fit(as_texts(self, X, lowercase=checks.flag(self, "lowercase")))
        return self

    def partial_fit(self: Self, X: TextsLike, y: Any = None) -> Self:
        """Learn n-grams from one more batch of texts.

        Parameters
        ----------
        X : texts, as in ``fit``.
        y : ignored.
        """
        self._learn_batch(X)()
        return self

    def _learn_batch(self, X: TextsLike) -> Callable[[], None]:
        """Do all that can fail; return a function that stores the outcome, so that a batch is learned wholly or not."""
        texts = as_texts(self, X, lowercase=checks.flag(self, "lowercase"))
        batch, most = self._learned(texts), self._most_ngrams()
        n_texts, n_missing = len(texts.views), texts.views.n_missing

        def store() -> None:
            if not hasattr(self, "_vocabulary"):
                self._store(batch, n_texts, n_missing)
                return
            self._vocabulary.add_all(batch, most)
            self._store(self._vocabulary, self.n_texts_ + n_texts, self.n_missing_ + n_missing)

        return store

    def fit_transform(self, X: TextsLike, y: Any = None) -> sp.csr_array:
        """Learn from texts and return their rows.

        Parameters
        ----------
        X : texts, as in ``fit``.
        y : ignored.
        """
        texts = as_texts(self, X, lowercase=checks.flag(self, "lowercase"))
        self._fit(texts)
        return self._rows(texts).to_scipy()

    def _fit(self, texts: Texts) -> None:
        vocabulary = self._learned(texts)
        if self.bits is None and not (self._columns_of(vocabulary) >= 0).any():
            raise BadData(
                f"TextFeatures: no n-gram occurs min_count={self.min_count} times in {len(texts.views)} texts; "
                "at least one must: pass texts with words in them, or a lower `min_count=`"
            )
        self._store(vocabulary, len(texts.views), texts.views.n_missing)

    def _learned(self, texts: Texts) -> _core.Vocabulary:
        options, most, threads = self._ngram_options(), self._most_ngrams(), checks.threads(self, "n_jobs")
        return _core.Vocabulary.of(texts.views, texts.letters, options, most, threads)

    def _store(self, vocabulary: _core.Vocabulary, n_texts: int, n_missing: int) -> None:
        self._columns = self._columns_of(vocabulary)
        self._n_columns = int(self._columns.max(initial=-1)) + 1
        self._vocabulary, self.n_texts_, self.n_missing_ = vocabulary, n_texts, n_missing

    def _columns_of(self, vocabulary: _core.Vocabulary) -> NDArray[np.int32]:
        """Number the n-grams that have a column, in the order of first occurrence; the others are -1."""
        counts = vocabulary.counts()
        is_used = counts >= checks.whole(self, "min_count", 1)
        most = checks.whole_or_none(self, "max_features", 1)
        if most is not None and np.count_nonzero(is_used) > most:
            is_used[np.argsort(-counts, kind="stable")[most:]] = False
        return np.where(is_used, np.cumsum(is_used) - 1, -1).astype(np.int32)

    # Rows

    def transform(self, X: TextsLike) -> sp.csr_array:
        """Return one sparse row per text, with increasing column numbers and no explicit zeros.

        Parameters
        ----------
        X : texts, as in ``fit``.
        """
        return self._to_csr(X).to_scipy()

    def _to_csr(self, X: TextsLike) -> Csr:
        """Transform texts without SciPy."""
        return self._rows(as_texts(self, X, lowercase=checks.flag(self, "lowercase")))

    def _rows(self, texts: Texts) -> Csr:
        options, bits, threads = self._ngram_options(), self._bits(), checks.threads(self, "n_jobs")
        count = _COUNTS[checks.choice(self, "counts", _COUNTS)]
        weighting = _core.Weighting(count, checks.flag(self, "normalise"))
        if bits is not None:
            rows = _core.hashed_rows(texts.views, texts.letters, options, bits, weighting, threads)
            return Csr(*rows, (len(texts.views), 1 << bits))
        self._refuse_unfitted()
        columns, n_columns = self._columns, self._n_columns
        rows = self._vocabulary.rows(texts.views, texts.letters, options, columns, n_columns, weighting, threads)
        return Csr(*rows, (len(texts.views), n_columns))

    def get_feature_names_out(self, input_features: Any = None) -> NDArray[np.object_]:
        """Return the names of the columns, by their n-grams.

        Parameters
        ----------
        input_features : ignored; texts have no columns of their own.
        """
        bits = self._bits()
        self._refuse_unfitted()
        return np.array(self._names_of(np.arange(self._n_columns if bits is None else 1 << bits)), dtype=object)

    def _names_of(self, columns: Indices) -> list[str]:
        """Return the names of some columns, without repetition."""
        bits = self._bits()
        if bits is not None:
            return hashed_names(self._vocabulary, bits, columns)
        return self._vocabulary.names(np.flatnonzero(self._columns >= 0)[columns])

    # Options

    def _ngram_options(self) -> _core.NgramOptions:
        words, characters = (checks.whole_range_or_none(self, name) for name in ("ngrams", "char_ngrams"))
        if words is None and characters is None:
            raise BadParameter("TextFeatures: ngrams or char_ngrams must be given, got None for both")
        return _core.NgramOptions(*(words or (0, 0)), *(characters or (0, 0)), checks.flag(self, "lowercase"))

    def _bits(self) -> int | None:
        if self.bits is None:
            return None
        if not 1 <= checks.whole(self, "bits", 1) <= 30:
            checks.refuse(self, "bits", "a whole number from 1 to 30, or None")
        if self.min_count != 1:
            checks.refuse(self, "min_count", "1 under hashing, which counts no n-gram")
        if self.max_features is not None:
            checks.refuse(self, "max_features", "None under hashing, where bits sets the number of columns")
        return int(self.bits)

    def _most_ngrams(self) -> int | None:
        """Return the most n-grams to learn: bounded under hashing, where they are only names."""
        return None if self._bits() is None else MOST_NGRAMS

    def _refuse_unfitted(self) -> None:
        if not hasattr(self, "_vocabulary"):
            raise not_fitted("This TextFeatures is not fitted yet; call fit with texts first")

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "_vocabulary") or self.bits is not None

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.two_d_array = False
        tags.requires_fit = self.bits is None
        return tags
