"""Parts of CSV files that begin with records: one pass over the files, on workers, finds where quotes are open."""

from __future__ import annotations

from itertools import groupby

from rosenblatt.distribute.engine import Engine
from rosenblatt.distribute.part_rows import open_part
from rosenblatt.distribute.part_tasks import run_parts
from rosenblatt.distribute.plan import Plan
from rosenblatt.read.csv_parts import RangeFacts, chained, range_facts
from rosenblatt.read.file_parts import CSV, FilePart
from rosenblatt.read.open_batches import Batches


def begun_with_records(engine: Engine, plan: Plan, batches: Batches) -> Plan:
    """Return a plan whose parts of CSV begin with records; other plans stay as they are.

    Parameters
    ----------
    engine : where the files are read.
    plan : with parts that begin after line ends.
    batches : the files.
    """
    if batches.format not in CSV or all(part.begin is None for part in plan.parts):
        return plan
    facts = run_parts(engine, plan, _facts_of_range, plan)
    parts: list[FilePart] = []
    for _, of_file in groupby(zip(plan.parts, facts, strict=True), key=lambda one: one[0].file):
        ranges, found = zip(*of_file, strict=True)
        parts += ranges if found[0] is None else chained(ranges, found)
    return plan.with_parts(parts)


def _facts_of_range(number: int, plan: Plan) -> RangeFacts | None:
    """Read a range of a file; a whole file needs not be read."""
    part = plan.parts[number]
    if part.begin is None:
        return None
    batches, source = open_part(plan, number)
    assert batches.form is not None, "CSV has a form"
    data = source.first_bytes(part.n_bytes, lambda _: False)
    return range_facts(data, batches.form, is_first=part.begin == 0)
