"""From the rows of a file to rows of numbers, those to learn from and those held out, in bounded memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from rosenblatt._scikit import clone
from rosenblatt.featurise.table_features import TableFeatures
from rosenblatt.read.label_codes import LabelCodes
from rosenblatt.read.prefetch import Prefetched
from rosenblatt.rows import RawBatch
from rosenblatt.train.progress import Progress
from rosenblatt.train.recipe import Recipe
from rosenblatt.train.reread import Rereading
from rosenblatt.train.row_store import RowStore

# More n-grams than this are hashed, unless the number of bits is said; so the model stays small, whatever the file.
MOST_NGRAMS, BITS_IF_MORE = 2**20, 20
# Names of hashed columns come from so many rows, and of the others from one run in so many: there the common ones are.
ROWS_WITH_NAMES, ONE_NAMED_IN, NAMED_RUN = 5_000, 64, 500
TRANSFORMED_AHEAD = 1  # batches


class Place(NamedTuple):
    """The folder for files that do not last, and what rows may take in memory."""

    folder: Path
    most_bytes: int


@dataclass
class EncodedRows:
    """Rows to learn from and rows held out, the features that made them, and how many rows each label has."""

    features: TableFeatures | None
    learned: RowStore
    held_out: RowStore
    counts: dict[Any, int]
    n_columns: int

    @property
    def classes(self) -> NDArray[Any]:
        """The labels in sorted order."""
        return np.sort(self.learned.labels)

    @property
    def bytes_on_disk(self) -> int:
        """What the rows take on the disk because they do not fit into memory."""
        return sum(store.n_bytes for store in (self.learned, self.held_out) if store.is_filed)


def learn_features(rows: Rereading, recipe: Recipe, progress: Progress) -> TableFeatures | None:
    """Learn words, categories, means and spreads from the rows that are not held out; a matrix has none of these.

    Where all is hashed there is nothing to learn but names, and this is left to `encode`.
    """
    if not rows.batches.kinds:
        return None
    for bits in (recipe.bits, BITS_IF_MORE):
        features = TableFeatures(kinds=rows.batches.kinds, text=recipe.text_features(bits))
        if bits is not None and set(rows.batches.kinds.values()) == {"text"}:
            return features
        split, labels = recipe.split(), LabelCodes()
        for batch in rows.walk("reading", progress):
            held = split.held_out(labels.codes(_labels(batch)))
            if not held.all():
                features.partial_fit(_some(batch, ~held, rows.batches.kinds))
            if bits is None and features.n_ngrams_ > MOST_NGRAMS:
                break
        else:
            return features
    raise AssertionError("hashed n-grams are never too many")


def widen_features(features: TableFeatures, rows: Rereading, recipe: Recipe, progress: Progress) -> None:
    """Take in what is new in the rows that are not held out."""
    split, labels = recipe.split(), LabelCodes()
    for batch in rows.walk("reading", progress):
        held = split.held_out(labels.codes(_labels(batch)))
        if not held.all():
            features.widen(_some(batch, ~held, features.kinds_))


@contextmanager
def encode(
    rows: Rereading, features: TableFeatures | None, recipe: Recipe, place: Place, progress: Progress
) -> Iterator[EncodedRows]:
    """Turn all rows into numbers; what does not fit into memory is in files, which are gone at the end."""
    share = place.most_bytes // recipe.one_in
    with RowStore(place.folder, place.most_bytes - share) as learned, RowStore(place.folder, share) as held_out:
        split, labels = recipe.split(), LabelCodes()
        names = None if features is None or hasattr(features, "kinds_") else _Names(features)
        with Prefetched(_transformed(rows, features, progress), TRANSFORMED_AHEAD) as transformed:
            for batch, X, share_read in transformed:
                codes = labels.codes(_labels(batch))
                held = split.held_out(codes)
                if names is not None:
                    names.learn(batch)
                for store, chosen in ((learned, ~held), (held_out, held)):
                    if chosen.any():
                        store.add(X, codes, chosen, share_read)
        learned.labels = held_out.labels = labels.names()
        n_columns = max(learned.n_columns, held_out.n_columns)
        learned.n_columns = held_out.n_columns = n_columns
        learned.join()
        held_out.join()
        yield EncodedRows(features, learned, held_out, labels.counts, n_columns)


def _transformed(
    rows: Rereading, features: TableFeatures | None, progress: Progress
) -> Iterator[tuple[RawBatch, Any, float | None]]:
    """Batches, their rows of numbers, and how much of the file was read by then."""
    maker = features
    for batch in rows.walk("encoding", progress):
        X: Any = batch.data
        if features is not None and maker is not None:
            if not hasattr(maker, "kinds_"):  # all is hashed, so that one row tells how, while others learn names
                maker = clone(features).partial_fit(X.select(list(features.kinds or ())).slice(0, 1))
            X = maker.transform(X.select(list(maker.kinds_)))
        yield batch, X, rows.share


class _Names:
    """Learns the names of hashed columns: from the first rows, and from some of the others.

    What is held out may be among them: a name changes no guess.
    """

    def __init__(self, features: TableFeatures) -> None:
        self._features = features
        self._n_rows = 0

    def learn(self, batch: RawBatch) -> None:
        """Meet more rows."""
        data: Any = batch.data
        start, self._n_rows = self._n_rows, self._n_rows + len(batch)
        named = []
        for run in range(start // NAMED_RUN * NAMED_RUN, self._n_rows, NAMED_RUN):
            if run < ROWS_WITH_NAMES or run // NAMED_RUN % ONE_NAMED_IN == 0:
                begin, end = max(run, start), min(run + NAMED_RUN, self._n_rows)
                named.append(data.slice(begin - start, end - begin))
        if named:
            self._features.partial_fit(pa.Table.from_batches(named).select(list(self._features.kinds or ())))


def _some(batch: RawBatch, which: NDArray[np.bool_], columns: Iterable[str]) -> Any:
    data: Any = batch.data
    return data.select(list(columns)).filter(pa.array(which))


def _labels(batch: RawBatch) -> NDArray[Any]:
    labels: Any = batch.labels
    return np.asarray(labels)
