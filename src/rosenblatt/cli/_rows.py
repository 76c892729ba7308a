"""All labelled rows of a file, with what was found on the way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from rosenblatt.batch import Labels, Matrix
from rosenblatt.cli._all_rows import no_label, stacked
from rosenblatt.errors import BadData
from rosenblatt.read.open_batches import Batches


@dataclass(frozen=True, slots=True, eq=False)
class LabelledRows:
    """Rows as a table or a matrix, and a label each."""

    data: pa.Table | Matrix
    labels: Labels

    def part(self, which: NDArray[np.bool_]) -> LabelledRows:
        """Some of the rows."""
        data: Any = self.data
        some = data.filter(pa.array(which)) if isinstance(data, pa.Table) else data[which]
        return LabelledRows(some, self.labels[which])


def read_labelled(batches: Batches) -> LabelledRows:
    """Read all rows; there must be one, and each must have a label."""
    parts: list[Any] = []
    labels: list[Any] = []
    for batch in batches:
        if batch.labels is None:
            raise no_label(batches)
        parts.append(batch.data)
        labels.append(batch.labels)
    if not parts:
        raise BadData(f"{batches.paths[0]}: there are no rows to learn from")
    data = pa.Table.from_batches(parts).unify_dictionaries() if batches.kinds else stacked(parts)
    return LabelledRows(data, cast("Labels", np.concatenate(labels)))
