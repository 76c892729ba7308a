"""Columns that cannot help, found in parts of files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rosenblatt.distribute.engine import Engine
from rosenblatt.distribute.part_rows import rows_of_part
from rosenblatt.distribute.part_tasks import run_parts
from rosenblatt.distribute.plan import Plan
from rosenblatt.featurise.useless_columns import UselessColumns
from rosenblatt.train.cached_batches import CachedBatches
from rosenblatt.train.left_out import reasons_of


@dataclass(frozen=True)
class _Call:
    """The parts, and the kinds of the columns that may be useless."""

    plan: Plan
    kinds: dict[str, str]


def columns_left_out(engine: Engine, plan: Plan, rows: CachedBatches, candidates: Mapping[str, str]) -> dict[str, str]:
    """Find columns that cannot help, as on one machine; parts are read only if the first rows leave it open.

    Parameters
    ----------
    engine, plan : where and what to read.
    rows : the files, of which the first rows were read here.
    candidates : the kinds of the columns of which these say that they cannot help.
    """
    if not candidates:
        return {}
    kinds = dict(candidates)
    useless = UselessColumns(kinds)
    for part in run_parts(engine, plan, _useless_in_part, _Call(plan, kinds)):
        useless.merge(part)
    return reasons_of(useless, rows)


def _useless_in_part(number: int, call: _Call) -> UselessColumns:
    useless = UselessColumns(call.kinds)
    for batch in rows_of_part(call.plan, number):
        data: Any = batch.data
        useless.add(data)
    return useless
