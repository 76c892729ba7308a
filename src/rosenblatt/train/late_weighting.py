"""Weigh rows of texts after they are stored, so that no text is read twice.

The scale of a column depends on all texts. If every column is hashed, rows can be stored before it is known: they hold
plain values, their columns are counted meanwhile, and in the end the stored values are scaled where they lie.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt import _core, checks
from rosenblatt.arrow_arrays import is_valid
from rosenblatt.estimator import unfitted
from rosenblatt.featurise.table_features import TableFeatures
from rosenblatt.rows import Csr, RawBatch
from rosenblatt.train.row_store import RowStore


class LateWeighting:
    """Document frequencies of hashed columns, counted while rows are encoded, and then applied to the stored rows.

    Parameters
    ----------
    features : features that hash texts and nothing else, and weigh them by document frequency; names of columns must be
        learned from a batch before it is counted.
    """

    def __init__(self, features: TableFeatures) -> None:
        self._features = features
        self._documents = np.zeros(0, np.int64)
        self._n_rows = 0
        self._n_missing: Counter[str] = Counter()

    @property
    def plain_features(self) -> TableFeatures:
        """Features that are not fitted, and encode the same texts without weighting."""
        return unfitted(self._features).set_params(text__weighting=None, text__normalise=False)

    def count(self, batch: RawBatch, X: Csr, chosen: NDArray[np.bool_]) -> None:
        """Count the columns of the chosen rows of a batch."""
        if not len(self._documents):
            self._documents = np.zeros(X.shape[1], np.int64)
        _core.count_columns(X.indices, X.indptr, chosen, self._documents)
        self._n_rows += int(np.count_nonzero(chosen))
        data: Any = batch.data
        for column in self._features._texts:
            is_missing = ~np.any([is_valid(data.column(name)) for name in column.sources], axis=0)
            self._n_missing[column.name] += int(np.count_nonzero(chosen & is_missing))

    def apply(self, stores: Iterable[RowStore]) -> None:
        """Weigh the features by what was counted, and scale the stored rows as the features would."""
        texts = self._features._texts
        ends = np.cumsum([column.width for column in texts])
        for column, documents in zip(texts, np.split(self._documents, ends[:-1]), strict=True):
            column.set_documents(documents, self._n_rows, self._n_missing[column.name])
        scales = np.concatenate([column.scales for column in texts if column.scales is not None])
        options = texts[0].features
        for store in stores:
            store.scale(scales, ends, normalise=options.normalise, n_workers=checks.threads(options, "n_jobs"))
