"""Tables of numbers, categories and texts as sparse rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from rosenblatt import checks
from rosenblatt.errors import BadData
from rosenblatt.estimator import TransformerEstimator, not_fitted, unfitted
from rosenblatt.featurise._infer_kind import KINDS, infer_kind
from rosenblatt.featurise._side_by_side import side_by_side
from rosenblatt.featurise._tables import Column, TableLike, as_columns
from rosenblatt.featurise.category_column import CategoryColumn
from rosenblatt.featurise.number_column import NumberColumn
from rosenblatt.featurise.text_column import TextColumn
from rosenblatt.featurise.text_features import TextFeatures
from rosenblatt.rows import Csr, Indices

if TYPE_CHECKING:
    import scipy.sparse as sp
    from sklearn.utils import Tags

Self = TypeVar("Self", bound="TableFeatures")
Learned: TypeAlias = NumberColumn | CategoryColumn | TextColumn


class TableFeatures(TransformerEstimator):
    """Transformer of tables to sparse rows: numbers standardised, categories one-hot, texts as bags of n-grams.

    A number becomes ``(x - mean) / spread``, with the mean and standard deviation of the training rows; a missing one,
    and any in a column that was constant, becomes 0. A category becomes a 1 in the column of its value; a missing one
    counts as one more value, and an unknown one has no 1. A text becomes a row of `TextFeatures`; a missing one is
    empty.

    Parameters
    ----------
    kinds : a dict from names of columns to ``"number"``, ``"category"``, ``"text"`` or ``"ignore"``; others are
        inferred from the first rows: numbers are numbers, booleans and pandas categories are categories, strings are
        texts if they have two words or more on average and more than a tenth of the rows differ, else categories.
    text : a `TextFeatures` for the columns of text, each of which has its own copy; None for
        ``TextFeatures(normalise=True)``, whose rows of length 1 weigh about as much as one number or category.

    Attributes
    ----------
    kinds_ : the kind of each column.
    n_missing_ : the number of missing values of each column in the training rows.
    n_features_in_, feature_names_in_ : the columns.

    Notes
    -----
    Tables are pandas or polars frames, Arrow tables or record batches, dicts of columns, or 2-d arrays, whose columns
    are named ``x0``, ``x1`` and so on. Rows are ``scipy.sparse.csr_array``: float64 if there is a column of numbers,
    else float32. ``partial_fit`` of batches of any size learns the same bits as ``fit`` of all rows.

    Examples
    --------
    >>> from rosenblatt import TableFeatures
    >>> films = {"minutes": [90, 110, None], "genre": ["drama", "comedy", None], "review": ["a joy", "no joy", "dull"]}
    >>> features = TableFeatures(kinds={"review": "text"}).fit(films)
    >>> features.get_feature_names_out().tolist()[:4]
    ['minutes', 'genre=drama', 'genre=comedy', 'genre is missing']
    >>> features.get_feature_names_out().tolist()[4:]
    ['review:a', 'review:joy', 'review:no', 'review:dull']
    >>> features.transform({"minutes": [120], "genre": ["war"], "review": ["dull"]}).toarray().tolist()
    [[2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]]
    >>> features.n_missing_
    {'minutes': 1, 'genre': 1, 'review': 0}
    """

    kinds_: dict[str, str]
    n_features_in_: int
    feature_names_in_: NDArray[np.object_]
    _learned: list[Learned]

    def __init__(self, *, kinds: Mapping[str, str] | None = None, text: TextFeatures | None = None) -> None:
        self.kinds = kinds
        self.text = text

    def fit(self: Self, X: TableLike, y: Any = None) -> Self:
        """Learn means and spreads, categories and words.

        Parameters
        ----------
        X : a table: a pandas or polars frame, an Arrow table, a dict of columns, or a 2-d array.
        y : ignored.
        """
        return self._learn(X, first_time=True)

    def partial_fit(self: Self, X: TableLike, y: Any = None) -> Self:
        """Learn from one more batch of rows; the first batch decides about the kinds of columns.

        Parameters
        ----------
        X : a table, as in ``fit``.
        y : ignored.
        """
        return self._learn(X, first_time=self.needs_fit)

    def _learn(self: Self, X: TableLike, *, first_time: bool) -> Self:
        before = self.__dict__.copy()
        try:
            columns = as_columns(self, X, first_time=first_time)
            if first_time:
                kinds = self._kinds_of(columns)
                self._learned = [self._make(name, kind) for name, kind in kinds.items() if kind != "ignore"]
                self.kinds_ = kinds
            stores = [learned.learn_batch(columns[learned.name]) for learned in self._learned]
        except BaseException:
            self.__dict__.clear()
            self.__dict__.update(before)
            raise
        for store in stores:
            store()
        return self

    def widen(self: Self, X: TableLike) -> Self:
        """Add new words and categories, and leave numbers scaled as they are.

        So learned weights stay valid, in the columns that `widths_` implies.

        Parameters
        ----------
        X : a table with the columns of ``fit``.
        """
        self._refuse_unfitted()
        columns = as_columns(self, X, first_time=False)
        for store in [one.learn_batch(columns[one.name]) for one in self._learned if one.can_widen]:
            store()
        return self

    @property
    def needs_fit(self) -> bool:
        """Whether ``fit`` or ``partial_fit`` must be called before ``transform``."""
        return not hasattr(self, "_learned")

    @property
    def columns_(self) -> tuple[Learned, ...]:
        """The columns of the table that are not ignored, with what was learned of each."""
        return tuple(self._learned)

    @property
    def widths_(self) -> list[int]:
        """The number of columns of the rows per column of the table; new ones are added at the end of each group."""
        return [learned.width for learned in self._learned]

    def transform(self, X: TableLike) -> sp.csr_array:
        """Return one sparse row per row of the table.

        Parameters
        ----------
        X : a table with the columns of ``fit``.
        """
        return self._to_csr(X).to_scipy()

    def _to_csr(self, X: TableLike) -> Csr:
        """Transform a table without SciPy."""
        self._refuse_unfitted()
        columns = as_columns(self, X, first_time=False)
        return side_by_side([learned.rows(columns[learned.name]) for learned in self._learned])

    def get_feature_names_out(self, input_features: Any = None) -> NDArray[np.object_]:
        """Return the names of the columns: ``minutes``, ``genre=comedy``, ``genre is missing``, ``review:not good``.

        Parameters
        ----------
        input_features : ignored; names come from ``fit``.
        """
        self._refuse_unfitted()
        return np.array(self.names_of(np.arange(sum(self.widths_))), dtype=object)

    def names_of(self, columns: Indices) -> list[str]:
        """Return the names of some columns of the rows, in increasing order."""
        ends = np.cumsum(self.widths_)
        parts = np.split(columns, np.searchsorted(columns, ends[:-1]))
        starts = [0, *ends[:-1].tolist()]
        named = (one.names(part - start) for one, part, start in zip(self._learned, parts, starts, strict=True))
        return [name for names in named for name in names]

    @property
    def n_missing_(self) -> dict[str, int]:
        """The number of missing values of each column in the training rows."""
        return {learned.name: learned.n_missing for learned in self._learned}

    @property
    def n_ngrams_(self) -> int:
        """The number of different n-grams in the columns of text; under hashing, of those that name columns."""
        return sum(learned.n_ngrams for learned in self._learned if isinstance(learned, TextColumn))

    def _kinds_of(self, columns: Mapping[str, Column]) -> dict[str, str]:
        given = {} if self.kinds is None else self.kinds
        if not isinstance(given, Mapping) or any(kind not in KINDS for kind in given.values()):
            checks.refuse(self, "kinds", f"a dict from names of columns to one of {', '.join(map(repr, KINDS))}")
        for name in given:
            if name not in columns:
                raise BadData(f"TableFeatures: there is no column {name!r}; there are {', '.join(map(repr, columns))}")
        kinds = {name: given[name] if name in given else infer_kind(name, values) for name, values in columns.items()}
        if set(kinds.values()) == {"ignore"}:
            checks.refuse(self, "kinds", "something else than 'ignore' for one column at least")
        return kinds

    def _make(self, name: str, kind: str) -> Learned:
        if kind == "number":
            return NumberColumn(name)
        if kind == "category":
            return CategoryColumn(name)
        if self.text is None:
            return TextColumn(name, TextFeatures(normalise=True))
        if not isinstance(self.text, TextFeatures):
            checks.refuse(self, "text", "a TextFeatures, or None")
        return TextColumn(name, unfitted(self.text))

    def _refuse_unfitted(self) -> None:
        if self.needs_fit:
            raise not_fitted("This TableFeatures is not fitted yet; call fit with a table first")

    def __sklearn_is_fitted__(self) -> bool:
        return not self.needs_fit

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.categorical = True
        tags.input_tags.allow_nan = True
        return tags
