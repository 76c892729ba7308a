"""All texts of a file, for commands that need them in memory."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from rosenblatt.errors import BadData
from rosenblatt.read.open_batches import open_batches
from rosenblatt.rows import FileLabels


class AllTexts(NamedTuple):
    """Texts and their labels; a missing text is empty."""

    texts: list[str]
    y: FileLabels


def read_texts(path: str, label: str | None, text: str, how: Mapping[str, Any]) -> AllTexts:
    """Read one column of texts and the labels, with parameters of `open_batches`."""
    texts: list[str] = []
    labels: list[Any] = []
    batches = open_batches(path, label=label, text=text, **how)
    for batch in batches:
        if not isinstance(batch.data, pa.RecordBatch):
            raise BadData(f"{path}: --text must name a column of texts, and this file holds a matrix of numbers")
        labels.append(batches.labels_of(batch))
        texts += ["" if one is None else one for one in batch.data[text].to_pylist()]
    if not texts:
        raise BadData(f"{path}: there are no rows")
    return AllTexts(texts, np.concatenate(labels))
