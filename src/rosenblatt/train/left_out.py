"""Columns of a file that are left out because they cannot help."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from rosenblatt.errors import BadData
from rosenblatt.featurise.useless_columns import UselessColumns
from rosenblatt.rows import RawBatch
from rosenblatt.train.cached_batches import CachedBatches
from rosenblatt.train.progress import Progress

FIRST_ROWS = 10_000


def columns_left_out(rows: CachedBatches, keep: Collection[str], progress: Progress) -> dict[str, str]:
    """Find columns that cannot help; return the reason by name, none if that would leave out all.

    Labels are not looked at, so rows that judge may be among the others. The file is read only if its first rows leave
    the question open.

    Parameters
    ----------
    rows : the rows of the file.
    keep : columns that stay, whatever they hold.
    progress : receives progress updates.
    """
    kinds = candidates_of(rows, keep)
    if not kinds:
        return {}
    useless = UselessColumns(kinds)
    _add(useless, rows.read("reading", progress))
    return reasons_of(useless, rows)


def candidates_of(rows: CachedBatches, keep: Collection[str]) -> dict[str, str]:
    """Return the kinds of the columns of which the first rows say that they cannot help."""
    kinds = rows.batches.kinds
    for name in keep:
        if kinds and name not in kinds:
            raise BadData(f"{rows.batches.paths[0]}: `keep=[{name!r}]` names no column; there are {', '.join(kinds)}")
    useless = UselessColumns({name: kind for name, kind in kinds.items() if name not in keep})
    if useless.may_be_found:
        _add(useless, rows.first_batches(FIRST_ROWS))
    return {name: kinds[name] for name in useless.candidates}


def reasons_of(useless: UselessColumns, rows: CachedBatches) -> dict[str, str]:
    """Return why columns are left out; none are if that would leave out all."""
    reasons = useless.reasons
    return reasons if len(reasons) < len(rows.batches.kinds) else {}


def _add(useless: UselessColumns, batches: Iterable[RawBatch]) -> None:
    for batch in batches:
        data: Any = batch.data
        useless.add(data)
