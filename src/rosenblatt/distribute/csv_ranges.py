"""Parts of CSV files that begin with records: one pass over the files, on workers, finds where quotes are open."""

from __future__ import annotations

from itertools import groupby

from rosenblatt.distribute.engine import Engine
from rosenblatt.distribute.part_rows import open_part
from rosenblatt.distribute.plan import Plan
from rosenblatt.distribute.tasks import run_all
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
    numbers = [number for number, part in enumerate(plan.parts) if part.begin is not None]
    if batches.format not in CSV or not numbers:
        return plan
    found = run_all(engine, _facts_of_range, numbers, plan, name_of=lambda place: plan.name_of_part(numbers[place]))
    facts = dict(zip(numbers, found, strict=True))
    parts: list[FilePart] = []
    for _, of_file in groupby(enumerate(plan.parts), key=lambda one: one[1].file):
        own = dict(of_file)
        is_whole = not own.keys() & facts.keys()
        parts += own.values() if is_whole else chained(list(own.values()), [facts[number] for number in own])
    return plan.with_parts(parts)


def _facts_of_range(number: int, plan: Plan) -> RangeFacts:
    batches, source = open_part(plan, number)
    assert batches.form is not None, "CSV has a form"
    part = plan.parts[number]
    data = source.first_bytes(part.n_bytes, lambda _: False)
    return range_facts(data, batches.form, is_first=part.begin == 0)
