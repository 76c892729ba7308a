"""Labels that are no classes."""

from __future__ import annotations

import numpy as np

from rosenblatt.errors import BadData
from rosenblatt.train.cached_batches import CachedBatches
from rosenblatt.train.left_out import FIRST_ROWS

_FEWEST_ROWS = 20  # of fewer, all may differ by chance
_MOST_FRACTIONS = 20


def refuse_labels(rows: CachedBatches) -> None:
    """Raise if the first rows have a label each, or many fractions as labels: classes repeat.

    Parameters
    ----------
    rows : the rows of the file; its first rows are read, and not again by the next pass.
    """
    batches = rows.batches
    labels = [batches.labels_of(batch) for batch in rows.first_batches(FIRST_ROWS)]
    values = {value for some in labels for value in some.tolist()}
    n_rows = sum(map(len, labels))
    what = "the label" if batches.label is None else f"the label, column {batches.label!r},"
    remedy = "a label must be one of a few classes; name another column with `label=`"
    if len(values) == n_rows >= _FEWEST_ROWS:
        first = "" if n_rows < FIRST_ROWS else "first "
        raise BadData(f"{batches.paths[0]}: {what} is different in each of the {first}{n_rows:,} rows; {remedy}")
    fractions = sorted(value for value in values if isinstance(value, float) and not value.is_integer())
    if len(fractions) > _MOST_FRACTIONS and all(some.dtype.kind in "if" for some in labels):
        shown = ", ".join(f"{value:g}" for value in np.array(fractions)[:3])
        classes = f", or `categorical=[{batches.label!r}]` if each number is a class" if batches.label else ""
        found = f"{what} holds {len(values):,} different numbers, such as {shown}"
        raise BadData(f"{batches.paths[0]}: {found}; {remedy}{classes}")
