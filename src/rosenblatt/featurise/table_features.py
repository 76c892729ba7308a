"""Tables of numbers, categories and texts as sparse rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from rosenblatt.coded_rows import CodedRows
from rosenblatt.estimator import TransformerEstimator, all_or_nothing, not_fitted
from rosenblatt.featurise._joined_texts import with_joined_texts
from rosenblatt.featurise._make_columns import kinds_of, make_columns
from rosenblatt.featurise._side_by_side import side_by_side
from rosenblatt.featurise._tables import Column, TableLike, as_columns
from rosenblatt.featurise.coding import Block, Coding, Learned, names_in_blocks
from rosenblatt.featurise.date_columns import add_parts_of_dates
from rosenblatt.featurise.products import Products
from rosenblatt.featurise.text_column import TextColumn
from rosenblatt.featurise.text_features import TextFeatures
from rosenblatt.rows import Csr, Indices

if TYPE_CHECKING:
    import scipy.sparse as sp
    from sklearn.utils import Tags

Self = TypeVar("Self", bound="TableFeatures")


class TableFeatures(TransformerEstimator):
    """Transformer of tables to sparse rows: numbers standardised or in bins, categories one-hot, texts as n-grams.

    A number becomes ``(x - mean) / spread``, with the mean and standard deviation of the training rows; a missing one,
    and any in a column that was constant, becomes 0. Or it becomes a 1 in the column of its bin, of which each holds
    about equally many training rows; missing numbers have a bin of their own. A category becomes a 1 in the column of
    its value; a missing one counts as one more value, and an unknown one has no 1. A text becomes a row of
    `TextFeatures`; a missing one is empty.

    Parameters
    ----------
    kinds : a dict from names of columns to ``"number"``, ``"category"``, ``"date"``, ``"text"`` or ``"ignore"``; others
        are inferred from the first rows: numbers are numbers, booleans and pandas categories are categories, strings
        that are all dates are dates, others are texts if they have two words or more on average and more than a tenth
        of the rows differ, else categories. A date becomes its days since 1970, a number, and the categories year,
        month, weekday and hour.
    text : a `TextFeatures` for the columns of text, each of which has its own copy; None for
        ``TextFeatures(normalise=True)``, whose rows of length 1 weigh about as much as one number or category.
    join_text : read all columns of text as one text, with one vocabulary; its name joins theirs: ``title + body``.
    numbers : ``"standard"`` values; ``"products"``, these and the product of each two of them, squares included;
        ``"bins"``; or ``"both"``, standard values and bins.
    bins : about how many bins a number has, at least 2; None for the cube root of the number of rows, from 4 to 254. A
        column with no more different values has one bin per value.
    cross : pairs of columns to cross, ``[("age", "genre")]``: a row has a 1 in the column of its pair of values, so
        that they may mean together what neither means alone. ``"all"`` crosses all numbers and categories; if they have
        over 300 pairs, the 300 are taken that say most about y beyond what each column says alone. None for none.

    Attributes
    ----------
    kinds_ : the kind of each column.
    n_missing_ : the number of missing values of each column in the training rows.
    n_features_in_, feature_names_in_ : the columns.
    crosses_ : the pairs of columns that are crossed; a group of 0/1 columns by the first and last name.

    Notes
    -----
    Tables are pandas or polars frames, Arrow tables or record batches, dicts of columns, or matrices, whose columns are
    named ``x0``, ``x1`` and so on: 2-d arrays, and SciPy's sparse ones of up to 60 columns. Rows are
    ``scipy.sparse.csr_array``: float64 if there is a column of standardised numbers, else float32. ``partial_fit`` of
    batches of any size learns the same bits as ``fit`` of all rows. Neighbouring columns of 0 and 1 that sum to 1 in
    every row are one category in bins and crosses. In crosses a number has about as many bins as the fourth root of the
    number of rows, from 4 to 62, and a category cells for its 62 commonest values and one for all others.

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
    _coding: Coding | None
    _first_row: int = 0  # of a part of the rows; see `merging.part_of`

    def __init__(
        self,
        *,
        kinds: Mapping[str, str] | None = None,
        text: TextFeatures | None = None,
        join_text: bool = False,
        numbers: str = "standard",
        bins: int | None = None,
        cross: str | Iterable[tuple[str, str]] | None = None,
    ) -> None:
        self.kinds = kinds
        self.text = text
        self.join_text = join_text
        self.numbers = numbers
        self.bins = bins
        self.cross = cross

    def fit(self: Self, X: TableLike, y: Any = None) -> Self:
        """Learn means and spreads, bins, categories and words.

        Parameters
        ----------
        X : a table: a pandas or polars frame, an Arrow table, a dict of columns, or a 2-d array.
        y : the labels, by which ``cross="all"`` chooses among more than 300 pairs; otherwise ignored.
        """
        with all_or_nothing(self):
            self._learn(X, y, first_time=True)
            self._settle()
        return self

    def partial_fit(self: Self, X: TableLike, y: Any = None) -> Self:
        """Learn from one more batch of rows; the first batch decides about the kinds of columns.

        Parameters
        ----------
        X : a table, as in ``fit``.
        y : as in ``fit``.
        """
        return self._learn(X, y, first_time=self.needs_fit)

    def _learn(self: Self, X: TableLike, y: Any, *, first_time: bool) -> Self:
        with all_or_nothing(self):
            columns: Mapping[str, Column] = as_columns(self, X, first_time=first_time)
            if first_time:
                self._start(kinds_of(self, columns))
            columns = add_parts_of_dates(with_joined_texts(columns, self._learned), self.kinds_)
            stores = [learned.learn_batch(columns[learned.name]) for learned in self._learned]
            if self._coding is not None:
                stores.append(self._coding.learn_batch(columns, y if self.cross == "all" else None))
        for store in stores:
            store()
        return self

    def _settle(self) -> None:
        """Find bins and crosses for the rows so far."""
        if self._coding is not None:
            self._coding.settle()

    def widen(self: Self, X: TableLike) -> Self:
        """Add new words and categories, and leave numbers and weighted texts scaled and bins as they are.

        So learned weights stay valid, in the columns that `widths_` implies.

        Parameters
        ----------
        X : a table with the columns of ``fit``.
        """
        return self.widen_by_batches([X])

    def widen_by_batches(self: Self, batches: Iterable[TableLike]) -> Self:
        """Widen by several tables; new words are weighted by the document frequencies of all of them.

        Parameters
        ----------
        batches : tables with the columns of ``fit``.
        """
        self._refuse_unfitted()
        self._settle()
        if self._coding is not None:
            self._coding.freeze()
        restores = [one.keep_scales() for one in self._texts]
        try:
            for X in batches:
                columns = self._columns_to_read(X)
                for store in [one.learn_batch(columns[one.name]) for one in self._learned if one.can_widen]:
                    store()
        finally:
            for restore in restores:
                restore()
        return self

    @property
    def needs_fit(self) -> bool:
        """Whether ``fit`` or ``partial_fit`` must be called before ``transform``."""
        return not hasattr(self, "_learned")

    @property
    def has_names(self) -> bool:
        """Whether the columns have names: those of a table do, those of a matrix do not."""
        return hasattr(self, "feature_names_in_")

    @property
    def columns_(self) -> tuple[Learned, ...]:
        """The columns of the table that are not ignored, with what was learned of each."""
        self._settle()
        return tuple(self._learned)

    @property
    def widths_(self) -> list[int]:
        """The number of columns of each block of the rows; new columns are added at the end of each."""
        return [block.width for block in self._blocks]

    @property
    def _blocks(self) -> Sequence[Block]:
        self._settle()
        return [*self._learned, *self._products] if self._coding is None else self._coding.blocks

    @property
    def _products(self) -> list[Products]:
        return [Products(self._learned)] if self.numbers == "products" else []

    def transform(self, X: TableLike) -> sp.csr_array:
        """Return one sparse row per row of the table.

        Parameters
        ----------
        X : a table with the columns of ``fit``.
        """
        return self._to_csr(X).to_scipy()

    def _to_csr(self, X: TableLike) -> Csr:
        """Transform a table without SciPy."""
        rows = self._to_rows(X)
        return rows.to_csr() if isinstance(rows, CodedRows) else rows

    def _to_rows(self, X: TableLike) -> Csr | CodedRows:
        """Transform a table to rows as they are best stored."""
        self._refuse_unfitted()
        columns = self._columns_to_read(X)
        if self._coding is None:
            plain: Sequence[Any] = self._learned
            parts = [learned.rows(columns[learned.name]) for learned in plain]
            return side_by_side([*parts, *(products.rows(parts) for products in self._products)])
        self._settle()
        return self._coding.rows(columns)

    def _columns_to_read(self, X: TableLike) -> Mapping[str, Column]:
        columns = with_joined_texts(as_columns(self, X, first_time=False), self._learned)
        return add_parts_of_dates(columns, self.kinds_)

    def get_feature_names_out(self, input_features: Any = None) -> NDArray[np.object_]:
        """Return the names of the columns: ``minutes``, ``genre=comedy``, ``review:not good``, ``age in [25, 31)``.

        Parameters
        ----------
        input_features : ignored; names come from ``fit``.
        """
        self._refuse_unfitted()
        return np.array(self.names_of(np.arange(sum(self.widths_))), dtype=object)

    def names_of(self, columns: Indices) -> list[str]:
        """Return the names of some columns of the rows, in increasing order."""
        return names_in_blocks(self._blocks, columns)

    @property
    def crosses_(self) -> list[tuple[str, str]]:
        """The pairs of columns that are crossed; a group of 0/1 columns is named by its first and last."""
        self._settle()
        return [] if self._coding is None else self._coding.named_pairs

    @property
    def n_missing_(self) -> dict[str, int]:
        """The number of missing values of each column in the training rows."""
        return {learned.name: learned.n_missing for learned in self._learned}

    @property
    def n_ngrams_(self) -> int:
        """The number of different n-grams in the columns of text; under hashing, of those that name columns."""
        return sum(column.n_ngrams for column in self._texts)

    @property
    def _texts(self) -> list[TextColumn]:
        """The columns of text, for which bins and crosses need not be found."""
        return [column for column in self._learned if isinstance(column, TextColumn)]

    def _start(self, kinds: dict[str, str]) -> None:
        """Begin with columns that have learned nothing."""
        self._learned, self._coding = make_columns(self, kinds)
        self.kinds_ = kinds

    def _refuse_unfitted(self) -> None:
        if self.needs_fit:
            raise not_fitted("This TableFeatures is not fitted yet; call fit with a table first")

    def __sklearn_is_fitted__(self) -> bool:
        return not self.needs_fit

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.categorical = True
        tags.input_tags.allow_nan = True
        tags.input_tags.sparse = True
        if self.numbers == "bins":
            tags.transformer_tags.preserves_dtype = []
        return tags
