"""Texts as sparse rows of counted n-grams."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from rosenblatt import _core, checks
from rosenblatt.errors import BadData
from rosenblatt.estimator import TransformerEstimator, not_fitted
from rosenblatt.featurise import _text_options
from rosenblatt.featurise._hashed_names import hashed_names
from rosenblatt.featurise._learned_texts import LearnedTexts, columns_of, learn_texts
from rosenblatt.featurise._texts import Texts, TextsLike, as_texts
from rosenblatt.rows import Csr, Indices

if TYPE_CHECKING:
    import scipy.sparse as sp
    from sklearn.utils import Tags

Self = TypeVar("Self", bound="TextFeatures")


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
    punctuation : count as a word each character that is neither part of a word nor a space: ``r"\w+|[^\w\s]"``.
    counts : the value of an n-gram in a row: ``"counts"``, its number of occurrences n; ``"binary"``, 1; ``"log"``,
        1 + ln(n).
    weighting : None, or ``"idf"`` to multiply each column by its inverse document frequency: ln((1 + n) / (1 + df)) + 1
        for a column that occurs in df of the n texts of ``fit``, so that rare n-grams outweigh common ones.
    min_count : leave out n-grams with fewer occurrences than this in all texts of ``fit`` together.
    max_features : use at most this number of n-grams, the most frequent; ties go to the earliest.
    normalise : scale each row to length 1, after `weighting`, so that long texts do not outweigh short ones; an empty
        text stays 0.
    n_jobs : threads; None for one, -1 for one per core. Rows do not depend on it.

    Attributes
    ----------
    n_texts_, n_missing_ : the number of texts that were learned from, and of missing ones among them (None, NaN,
        null), which count as empty.

    Notes
    -----
    Rows are ``scipy.sparse.csr_array`` of float32, in which counts up to 2^24 are exact. Columns keep their numbers in
    ``partial_fit``, unless `min_count` or `max_features` changes them. Under ``weighting="idf"`` every batch changes
    the scales of columns, and with them the meaning of learned weights: use ``widen`` for a stream that a learner
    follows.

    Under hashing, ``fit`` learns names: a column is named by its most frequent n-gram, ``"good (+2)"`` if two more
    share it, ``"hash_123"`` if there is none. With ``weighting="idf"`` it learns document frequencies too, which take
    12 bytes per column; without, ``transform`` needs no ``fit``. Runs of characters are named in quotes: ``"'goo'"``.

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
    Spärck Jones, "A statistical interpretation of term specificity and its application in retrieval", 1972.
    """

    n_texts_: int
    n_missing_: int
    _vocabulary: _core.Vocabulary
    _columns: NDArray[np.int32]  # of each n-gram of the vocabulary; -1 if it is left out
    _n_columns: int
    _documents: NDArray[np.int64]  # of each hashed column: the number of texts it occurs in; only with weighting
    _scales: NDArray[np.float32]  # of each column; only with weighting
    _is_slim: bool = False  # for prediction only: without counts and document frequencies

    def __init__(
        self,
        *,
        ngrams: tuple[int, int] | None = (1, 1),
        char_ngrams: tuple[int, int] | None = None,
        bits: int | None = None,
        lowercase: bool = True,
        punctuation: bool = False,
        counts: str = "counts",
        weighting: str | None = None,
        min_count: int = 1,
        max_features: int | None = None,
        normalise: bool = False,
        n_jobs: int | None = None,
    ) -> None:
        self.ngrams = ngrams
        self.char_ngrams = char_ngrams
        self.bits = bits
        self.lowercase = lowercase
        self.punctuation = punctuation
        self.counts = counts
        self.weighting = weighting
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
        """Learn from one more batch of texts; after all batches the same is learned as by ``fit`` of all texts.

        Parameters
        ----------
        X : texts, as in ``fit``.
        y : ignored.
        """
        self._learn_batch(X)()
        return self

    def widen(self: Self, X: TextsLike) -> Self:
        """Learn new n-grams, and leave the scales of columns that occurred before as they are.

        So learned weights stay valid. Document frequencies continue to count, and scale the columns that are new.

        Parameters
        ----------
        X : texts, as in ``fit``.
        """
        _text_options.refuse_renumbering(self)
        self._refuse_unfitted()
        store, restore = self._learn_batch(X), self._keep_scales()
        store()
        restore()
        return self

    def _learn_batch(self, X: TextsLike) -> Callable[[], None]:
        """Do all that can fail; return a function that stores the outcome, so that a batch is learned wholly or not."""
        is_first = not hasattr(self, "_vocabulary")
        if not is_first:
            _text_options.refuse_slim(self)
            self._scales_in_use()
        texts = as_texts(self, X, lowercase=checks.flag(self, "lowercase"))
        batch, most = self._learned(texts), _text_options.most_ngrams(self)

        def store() -> None:
            self._store(batch if is_first else self._so_far().add(batch, most))

        return store

    def _keep_scales(self) -> Callable[[], None]:
        """Return a function that restores the scales of the columns that have occurred so far."""
        _text_options.refuse_slim(self)
        scales = self._scales_in_use()
        if scales is None:
            return lambda: None
        known = np.arange(len(scales)) if self.bits is None else np.flatnonzero(self._documents)

        def restore() -> None:
            self._scales[known] = scales[known]

        return restore

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
        learned = self._learned(texts)
        if self.bits is None and not (columns_of(learned.vocabulary, *_text_options.column_limits(self)) >= 0).any():
            raise BadData(
                f"TextFeatures: no n-gram occurs min_count={self.min_count} times in {len(texts.views)} texts; "
                "at least one must: pass texts with words in them, or a lower `min_count=`"
            )
        self._store(learned)

    def _learned(self, texts: Texts) -> LearnedTexts:
        counted_bits = _text_options.hash_bits(self) if _text_options.weighs_columns(self) else None
        options, most = _text_options.ngram_options(self), _text_options.most_ngrams(self)
        return learn_texts(texts, options, most, counted_bits, checks.threads(self, "n_jobs"))

    def _so_far(self) -> LearnedTexts:
        return LearnedTexts(self._vocabulary, getattr(self, "_documents", None), self.n_texts_, self.n_missing_)

    def _store(self, learned: LearnedTexts) -> None:
        self._columns = columns_of(learned.vocabulary, *_text_options.column_limits(self))
        self._n_columns = int(self._columns.max(initial=-1)) + 1
        self._vocabulary, self.n_texts_, self.n_missing_ = learned.vocabulary, learned.n_texts, learned.n_missing
        for name in ("_documents", "_scales", "_is_slim"):
            vars(self).pop(name, None)
        if _text_options.weighs_columns(self):
            self._scales = learned.scales(self._columns)
            if learned.documents is not None:
                self._documents = learned.documents

    # Rows

    def transform(self, X: TextsLike) -> sp.csr_array:
        """Return one sparse row per text of `X`, with increasing column numbers and no explicit zeros."""
        return self._to_csr(X).to_scipy()

    def transform_one(self, text: str) -> sp.csr_array:
        """Return the row of one text, for ``predict_one`` and ``learn_one`` of a learner."""
        return self.transform([text])

    def _to_csr(self, X: TextsLike) -> Csr:
        """Transform texts without SciPy."""
        return self._rows(as_texts(self, X, lowercase=checks.flag(self, "lowercase")))

    def _rows(self, texts: Texts) -> Csr:
        options, bits = _text_options.ngram_options(self), _text_options.hash_bits(self)
        threads = checks.threads(self, "n_jobs")
        values, scales = _text_options.row_values(self), self._scales_in_use()
        if bits is not None:
            rows = _core.hashed_rows(texts.views, texts.letters, options, bits, values, scales, threads)
            return Csr(*rows, (len(texts.views), 1 << bits))
        self._refuse_unfitted()
        columns, n_columns = self._columns, self._n_columns
        rows = self._vocabulary.rows(texts.views, texts.letters, options, columns, n_columns, values, scales, threads)
        return Csr(*rows, (len(texts.views), n_columns))

    def _scales_in_use(self) -> NDArray[np.float32] | None:
        if not _text_options.weighs_columns(self):
            return None
        self._refuse_unfitted()
        if not hasattr(self, "_scales"):
            raise not_fitted("This TextFeatures was fitted without weighting; call fit with texts again")
        return self._scales

    def get_feature_names_out(self, input_features: Any = None) -> NDArray[np.object_]:
        """Return the names of the columns, by their n-grams.

        Parameters
        ----------
        input_features : ignored; texts have no columns of their own.
        """
        bits = _text_options.hash_bits(self)
        self._refuse_unfitted()
        return np.array(self._names_of(np.arange(self._n_columns if bits is None else 1 << bits)), dtype=object)

    def _names_of(self, columns: Indices) -> list[str]:
        """Return the names of some columns, without repetition."""
        bits = _text_options.hash_bits(self)
        if bits is not None:
            return hashed_names(self._vocabulary, bits, columns)
        return self._vocabulary.names(np.flatnonzero(self._columns >= 0)[columns])

    # State

    def _refuse_unfitted(self) -> None:
        if not hasattr(self, "_vocabulary"):
            raise not_fitted("This TextFeatures is not fitted yet; call fit with texts first")

    @property
    def _needs_fit(self) -> bool:
        return self.bits is None or self.weighting is not None

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "_vocabulary") or not self._needs_fit

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.two_d_array = False
        tags.requires_fit = self._needs_fit
        return tags
