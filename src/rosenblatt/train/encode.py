"""Rows of a file as rows of numbers, parted into those to learn from and those held out, in bounded memory."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from rosenblatt import _core
from rosenblatt.arrow_arrays import from_bools
from rosenblatt.estimator import unfitted
from rosenblatt.featurise.matrix_tables import columns_of, table_of
from rosenblatt.featurise.table_features import TableFeatures
from rosenblatt.read.prefetch import Prefetched
from rosenblatt.rows import Matrix, RawBatch
from rosenblatt.train._memory_needed import refuse_beyond_memory
from rosenblatt.train.frequent_ngrams import drop_rare, limit_counted
from rosenblatt.train.late_weighting import LateWeighting
from rosenblatt.train.progress import Progress
from rosenblatt.train.recipe import Recipe
from rosenblatt.train.row_store import RowStore
from rosenblatt.train.split import CHOOSE, JUDGE, ONE_IN, SplitBatch
from rosenblatt.train.split_rows import SplitRows

# Names of hashed columns are learned from the first rows, and later from one run of rows in 64: n-grams that are
# missing there are rare.
ROWS_WITH_NAMES, ONE_NAMED_IN, NAMED_RUN = 5_000, 64, 500
TRANSFORMED_AHEAD = 1  # batches


class Storage(NamedTuple):
    """The folder for temporary files, and the bytes that rows may take in memory."""

    folder: Path
    most_bytes: int


@dataclass
class EncodedRows:
    """All rows, those that choose once more on their own, the features, and the number of rows per label.

    The rows that choose are scored after each epoch, so they must not be spread over a file. `missing`, `bad_lines`,
    `extras` and `unlabelled` are those of the whole file: a later pass over it may end early.
    """

    features: TableFeatures | None
    rows: RowStore
    choosing: RowStore
    counts: dict[Any, int]
    missing: dict[str, int] = field(default_factory=dict)
    bad_lines: list[str] = field(default_factory=list)
    extras: dict[str, str] = field(default_factory=dict)
    unlabelled: int = 0

    @property
    def n_rows(self) -> int:
        """The number of all rows."""
        return self.rows.n_rows

    @property
    def classes(self) -> NDArray[Any]:
        """The labels in sorted order."""
        return np.sort(self.rows.labels)

    @property
    def n_columns(self) -> int:
        """The number of columns of all rows."""
        return self.rows.n_columns

    @property
    def n_columns_read(self) -> int:
        """The number of columns of the file, without the label."""
        return self.n_columns if self.features is None else self.features.n_features_in_

    def set_columns(self, n_columns: int) -> None:
        """Set the number of columns of all rows."""
        self.rows.n_columns = self.choosing.n_columns = n_columns

    @property
    def bytes_on_disk(self) -> int:
        """The size of the rows that are in temporary files because they do not fit into memory."""
        return sum(store.n_bytes for store in (self.rows, self.choosing) if store.is_on_disk)


def learn_features(rows: SplitRows, recipe: Recipe, progress: Progress) -> TableFeatures | None:
    """Fit words, categories, means, spreads and bins to the rows that do not judge.

    Return None for a matrix, unless the recipe asks for bins or crosses. Features that hash all columns learn nothing
    but names and document frequencies, which is left to `encode`: they are returned unfitted.
    """
    kinds = {name: kind for name, kind in rows.batches.kinds.items() if name not in recipe.left_out}
    if not kinds:
        return _learn_matrix(rows, recipe, progress) if recipe.codes_numbers else None
    bits = recipe.bits
    features = recipe.table_features(kinds, bits)
    if bits is not None and set(kinds.values()) == {"text"} and len(kinds) << bits <= np.iinfo(np.int32).max:
        return features
    for table, labels in tables_to_learn(rows, list(kinds), progress):
        features.partial_fit(table, labels)
        if bits is None:
            limit_counted(features)
    if bits is None:
        drop_rare(features, recipe.min_count)
    return features


def _learn_matrix(rows: SplitRows, recipe: Recipe, progress: Progress) -> TableFeatures:
    """Fit bins to a matrix; svmlight files must be read once before, because any row may have one more column."""
    for _ in rows.read("reading", progress):
        pass
    features = recipe.table_features(None, None)
    for matrix, labels in tables_to_learn(rows, rows.n_columns, progress):
        features.partial_fit(matrix, labels)
    return features


def widen_features(features: TableFeatures, rows: SplitRows, progress: Progress) -> None:
    """Add the words and categories that are new in the rows that do not judge."""
    features.widen_by_batches(table for table, _ in tables_to_learn(rows, columns_of(features), progress))


def tables_to_learn(
    rows: SplitRows, columns: list[str] | int, progress: Progress
) -> Iterator[tuple[pa.RecordBatch | Matrix, NDArray[Any]]]:
    """Yield some columns of the rows that do not judge, and their labels."""
    for batch, _, parts in rows.read("reading", progress):
        is_used = parts != JUDGE
        if is_used.any():
            table = table_of(batch, columns)
            is_table = isinstance(table, pa.RecordBatch)
            learned = table.filter(from_bools(is_used)) if is_table else table[np.flatnonzero(is_used)]
            yield learned, np.asarray(batch.labels)[is_used]


@contextmanager
def encode(
    rows: SplitRows, features: TableFeatures | None, recipe: Recipe, storage: Storage, progress: Progress
) -> Iterator[EncodedRows]:
    """Encode all rows; those that do not fit into memory are in temporary files, which are deleted at the end."""
    share, path = storage.most_bytes // ONE_IN, rows.batches.paths[0]
    with RowStore(storage.folder, storage.most_bytes - share) as store, RowStore(storage.folder, share) as choosing:
        names = late = None
        transformer = features
        if features is not None and features.needs_fit:
            names = _HashedNames(features)
            if recipe.weighting is not None:
                late = LateWeighting(features)
                transformer = late.plain_features
        with Prefetched(_transformed(rows, transformer, progress), TRANSFORMED_AHEAD) as transformed:
            for (batch, codes, parts), X, share_read in transformed:
                if store.n_rows == 0:  # before the frequencies of as many columns are counted
                    refuse_beyond_memory(path, X.shape[1], len(rows.labels.counts), is_matrix=features is None)
                if names is not None:
                    names.learn(batch)
                if late is not None:
                    late.count(batch, X, parts != JUDGE)
                store.add(X, codes, parts, share=share_read)
                if (parts == CHOOSE).any():
                    choosing.add(X, codes, parts, chosen=parts == CHOOSE, share=share_read)
        batches = rows.batches
        of_file = batches.missing, batches.bad_lines, batches.extras, batches.n_unlabelled
        encoded = EncodedRows(features, store, choosing, rows.labels.counts, *of_file)
        encoded.set_columns(max(store.n_columns, choosing.n_columns))
        store.labels = choosing.labels = rows.labels.names()
        refuse_beyond_memory(path, encoded.n_columns, len(store.labels), is_matrix=features is None)
        store.join()
        choosing.join()
        if late is not None:
            late.apply((store, choosing))
        if recipe.order == "shuffled":
            # Not the stream that shuffles each epoch, but one that is drawn from the same seed.
            store.mix(_core.Random(_core.Random(recipe.seed).below(2**62)))
        yield encoded


def _transformed(
    rows: SplitRows, features: TableFeatures | None, progress: Progress
) -> Iterator[tuple[SplitBatch, Any, float | None]]:
    """Yield batches, their rows of numbers, and the share of the file that was read by then."""
    transformer = features
    for part in rows.read("encoding", progress):
        X: Any = part.batch.data
        if transformer is not None:
            if transformer.needs_fit:  # all is hashed: one row suffices for a copy, while names are learned elsewhere
                transformer = unfitted(transformer).partial_fit(X.select(list(transformer.kinds or ())).slice(0, 1))
            X = transformer._to_rows(table_of(part.batch, columns_of(transformer)))
        yield part, X, rows.share_read


class _HashedNames:
    """Learns the names of hashed columns from the first rows, and from some of the later ones.

    Rows that judge may be among them: a name changes no prediction.
    """

    def __init__(self, features: TableFeatures) -> None:
        self._features = features
        self._n_rows = 0

    def learn(self, batch: RawBatch) -> None:
        """Learn names from some rows of the next batch."""
        data: Any = batch.data
        start, self._n_rows = self._n_rows, self._n_rows + len(batch)
        named = []
        for run in range(start // NAMED_RUN * NAMED_RUN, self._n_rows, NAMED_RUN):
            if run < ROWS_WITH_NAMES or run // NAMED_RUN % ONE_NAMED_IN == 0:
                begin, end = max(run, start), min(run + NAMED_RUN, self._n_rows)
                named.append(data.slice(begin - start, end - begin))
        if named:
            self._features.partial_fit(pa.Table.from_batches(named).select(list(self._features.kinds or ())))
