"""The first pass over all parts: rows, labels and bad lines, merged in the order of the files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from rosenblatt.distribute.engine import Engine
from rosenblatt.distribute.line_names import LineNames
from rosenblatt.distribute.part_rows import Numbering, open_part
from rosenblatt.distribute.part_tasks import run_parts
from rosenblatt.distribute.plan import Plan
from rosenblatt.distribute.splitting import ColumnCounter, ColumnCounts, SplitColumn, judging_by_part
from rosenblatt.errors import BadData
from rosenblatt.read.bad_lines import BadLines, OddLine
from rosenblatt.read.file_parts import CSV, PartSource
from rosenblatt.read.label_codes import LabelCodes
from rosenblatt.read.open_batches import Batches
from rosenblatt.read.rebatch import batch_bytes
from rosenblatt.train.progress import Progress
from rosenblatt.train.split import SplitRule
from rosenblatt.train.split_by import not_a_time


@dataclass(frozen=True)
class PartFacts:
    """What was found in a part.

    Attributes
    ----------
    n_rows, n_lines : the number of rows, and that of lines by which those of the next part are counted.
    n_bytes : the size of the rows in memory.
    counts, firsts : how often each label occurs, in the order in which they first do, and the row where it first does.
    bad : the lines that cannot be read.
    missing, extras, unlabelled : as of `Batches`.
    n_columns : the number of columns, of a matrix the most of any row.
    split : what the column by which rows are split holds.
    """

    n_rows: int
    n_lines: int
    n_bytes: int
    counts: dict[Any, int]
    firsts: list[int]
    bad: list[OddLine]
    missing: dict[str, int]
    extras: dict[str, str]
    unlabelled: int
    n_columns: int
    split: ColumnCounts


@dataclass(frozen=True)
class FileFacts:
    """What was found in all files together, as on one machine.

    `first_of_labels` are the rows where each label first occurs, `n_bytes` the size of all rows in memory, `bad_lines`
    the lines that were skipped, and `split` what each part holds of the column by which rows are split.
    """

    numbering: Numbering
    first_of_labels: list[int]
    counts: dict[Any, int]
    n_rows: int
    n_bytes: int
    bad_lines: list[str]
    missing: dict[str, int]
    extras: dict[str, str]
    unlabelled: int
    split: list[ColumnCounts]

    def rows_learned_before(self, rule: SplitRule) -> tuple[int, ...]:
        """Return the number of rows before each part that do not judge, and of all."""
        starts = [*self.numbering.first_rows, self.n_rows]
        judging = np.cumsum([0, *judging_by_part(rule, starts, self.first_of_labels, self.split)]).tolist()
        return tuple(start - count for start, count in zip(starts, judging, strict=True))


@dataclass(frozen=True)
class _Call:
    """The parts, and the column by which rows are split."""

    plan: Plan
    column: SplitColumn | None


def read_facts(
    engine: Engine, plan: Plan, names: LineNames, column: SplitColumn | None, progress: Progress
) -> FileFacts:
    """Read all parts once; the first bad line that may not be skipped, in the order of the files, is raised.

    Parameters
    ----------
    engine : where they are read.
    plan : the parts.
    names : of files and lines, for messages.
    column : by which rows are split, if any.
    progress : receives progress updates.
    """
    call = _Call(plan, column)
    n_done = n_rows = 0

    def on_result(found: list[PartFacts | BadData]) -> None:
        nonlocal n_done, n_rows
        n_done += 1
        n_rows += sum(part.n_rows for part in found if isinstance(part, PartFacts))
        progress.update("reading", n_done / plan.n_shards, n_rows)

    return _merged(call, run_parts(engine, plan, read_part_facts, call, on_result), names)


def read_part_facts(number: int, call: _Call) -> PartFacts | BadData:
    """Read a part; an error is returned, because an earlier part may have bad lines to report."""
    plan, split, labels = call.plan, ColumnCounter(call.column), LabelCodes()
    n_rows = n_bytes = n_columns = 0
    bad: list[OddLine] = []
    firsts: list[int] = []
    enough = int(plan.options.get("skip_bad", 0)) + 1
    try:
        batches, source = open_part(plan, number)
        for batch in batches.read_part(source):
            codes = labels.codes(np.asarray(batches.labels_of(batch)))
            firsts += [n_rows + int(np.argmax(codes == new)) for new in range(len(firsts), len(labels.counts))]
            split.add(batch)
            data: Any = batch.data
            n_rows, n_columns = n_rows + len(batch), max(n_columns, data.shape[1])
            n_bytes += batch_bytes(batch)
            bad += _bad_lines(batches)[: enough - len(bad)]
    except BadData as error:
        return error
    bad += _bad_lines(batches)
    # Parts of CSV know their first line.
    n_lines = source.n_newlines if isinstance(source, PartSource) and batches.format not in CSV else 0
    n_lines = plan.parts[number].n_rows or n_lines
    how = batches.missing, batches.extras, batches.n_unlabelled, n_columns, split.result()
    return PartFacts(n_rows, n_lines, n_bytes, labels.counts, firsts, bad[:enough], *how)


def _bad_lines(batches: Batches) -> list[OddLine]:
    bad = [line for line in batches.take_odd_lines() if line.what is not None]
    return sorted(bad, key=lambda line: line.line)


def _merged(call: _Call, facts: list[PartFacts | BadData], names: LineNames) -> FileFacts:
    plan, split = call.plan, list[ColumnCounts]()
    bad, counts = BadLines(int(plan.options.get("skip_bad", 0))), dict[Any, int]()
    missing, extras = dict[str, int](), dict[str, str]()
    first_rows, n_classes, firsts = list[int](), list[int](), dict[Any, int]()
    n_rows = unlabelled = n_columns = 0
    n_lines = [0] * len(plan.files)
    for part, found in zip(plan.parts, facts, strict=True):
        file, before = part.file, n_lines[part.file]
        if isinstance(found, BadData):
            raise BadData(str(found).replace(plan.files[file], names.of_file(file)))
        for odd in found.bad:
            bad.record(f"{names.of_line(file, before + odd.line)}: {odd.what}")
        if found.split.bad is not None and call.column is not None:
            line, value = found.split.bad
            raise not_a_time(names.of_line(file, before + line), call.column.name, value)
        split.append(found.split)
        n_lines[file] += found.n_lines
        first_rows.append(n_rows)
        n_classes.append(len(counts))
        n_rows, unlabelled = n_rows + found.n_rows, unlabelled + found.unlabelled
        n_columns = max(n_columns, found.n_columns)
        for (label, count), row in zip(found.counts.items(), found.firsts, strict=True):
            firsts.setdefault(label, first_rows[-1] + row)
            counts[label] = counts.get(label, 0) + count
        for name, count in found.missing.items():
            missing[name] = missing.get(name, 0) + count
        for name, signs in found.extras.items():
            extras[name] = "".join(sorted({*extras.get(name, ""), *signs}))
    if n_rows == 0:
        raise BadData(f"{names.of_all}: there are no rows to learn from")
    numbering = Numbering(tuple(first_rows), tuple(n_classes), tuple(counts), n_columns)
    sizes = n_rows, sum(found.n_bytes for found in facts if isinstance(found, PartFacts))
    return FileFacts(numbering, list(firsts.values()), counts, *sizes, bad.found, missing, extras, unlabelled, split)
