"""How many rows each label has, and which of two is the rarer."""

from __future__ import annotations

from typing import Any

import numpy as np

from rosenblatt.learn.metrics import Metric
from rosenblatt.read.label_codes import LabelCodes
from rosenblatt.train.cached_batches import CachedBatches
from rosenblatt.train.progress import Progress


def label_counts(rows: CachedBatches, progress: Progress) -> dict[Any, int]:
    """Return the number of rows of each label, in the order of the labels."""
    labels = LabelCodes()
    for batch in rows.read("counting labels", progress):
        labels.codes(np.asarray(batch.labels))
    return {label: labels.counts[label] for label in np.sort(labels.names()).tolist()}


def metric_for(name: str, counts: dict[Any, int]) -> Metric:
    """Return a metric that looks for the rarer of two classes, of equally rare ones for the second.

    Parameters
    ----------
    name : that of the metric.
    counts : the number of rows of each label, in the order of the labels.

    Examples
    --------
    >>> from rosenblatt.train.label_counts import metric_for
    >>> metric_for("f1", {"good": 7, "poor": 93}).positive, metric_for("f1", {"good": 50, "poor": 50}).positive
    (0, 1)
    """
    first, *others = counts.values()
    return Metric(name, 0 if len(others) == 1 and first < others[0] else 1)


def rows_that_count(counts: dict[Any, int]) -> int:
    """Return how many rows a metric depends on that counts all classes the same: as if all were as rare as the rarest.

    Examples
    --------
    >>> from rosenblatt.train.label_counts import rows_that_count
    >>> rows_that_count({"ham": 900, "spam": 100})
    200
    """
    return len(counts) * min(counts.values())
