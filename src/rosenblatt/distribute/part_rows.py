"""The rows of some parts of files, read on a worker as one machine would read them."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rosenblatt.distribute.plan import Plan
from rosenblatt.read.file_parts import PartSource, refuse_other_version
from rosenblatt.read.label_codes import LabelCodes
from rosenblatt.read.open_batches import Batches, open_batches
from rosenblatt.read.source import Source
from rosenblatt.rows import RawBatch
from rosenblatt.train.progress import Progress
from rosenblatt.train.split import Split, SplitBatch, SplitRule

_LAST = threading.local()


@dataclass(frozen=True)
class Numbering:
    """What a worker must know of the rows before its own, so that it numbers rows and labels as one machine would.

    Attributes
    ----------
    first_rows, n_classes : of each part, the number of rows and of classes before it.
    labels : all labels, in the order in which they first occur.
    n_columns : the number of columns of all rows; of a table, those that were read.
    groups : all groups by which rows are split, in the order in which they first occur.
    """

    first_rows: tuple[int, ...]
    n_classes: tuple[int, ...]
    labels: tuple[Any, ...]
    n_columns: int
    groups: tuple[str | None, ...] = ()


def open_part(plan: Plan, number: int) -> tuple[Batches, Source]:
    """Open the file of a part; the first file decides about names and kinds of columns."""
    part = plan.parts[number]
    names = (plan.files[0],) if part.file == 0 else (plan.files[0], plan.files[part.file])
    batches = _opened(names, plan)
    whole = batches.sources[-1]
    refuse_other_version(batches.sources[0], plan.versions[0])
    refuse_other_version(whole, plan.versions[part.file])
    return batches, whole if part.begin is None else PartSource(whole, part, plan.versions[part.file])


def _opened(names: tuple[str, ...], plan: Plan) -> Batches:
    """Open files, unless this thread has just read another part of the same: to find their form takes long."""
    last: dict[Any, Batches] = _LAST.__dict__
    key = f"{names} {plan.hash}"
    if key not in last:
        last.clear()
        last[key] = open_batches(list(names), every_line=True, **plan.options)
    return last[key]


def rows_of_part(plan: Plan, number: int) -> Iterator[RawBatch]:
    """Yield the rows of a part; bad lines are passed over, since the first pass has found them."""
    batches, source = open_part(plan, number)
    for batch in batches.read_part(source):
        batches.labels_of(batch)  # raises if there are none
        if len(batch):
            yield batch


class PartRows:
    """Some parts of the files, with the part that each row plays: `SplitRows`.

    Parameters
    ----------
    plan : the parts.
    numbers : which of them, in their order.
    rule : which rows choose and which judge.
    numbering : what comes before each part.

    Attributes
    ----------
    n_rows : of each part that was read, how many rows it has.
    share_read : the share of the parts up to the one that is being read, which are of about the same size.
    """

    def __init__(self, plan: Plan, numbers: Sequence[int], rule: SplitRule, numbering: Numbering) -> None:
        self._plan, self._numbers, self._rule, self._numbering = plan, numbers, rule, numbering
        self.batches = open_part(plan, numbers[0])[0]
        self.labels = LabelCodes(numbering.labels)
        self.n_columns = numbering.n_columns
        self.n_rows: list[int] = []
        self.share_read: float | None = None

    def read(self, stage: str, progress: Progress) -> Iterator[SplitBatch]:
        self.labels = LabelCodes(self._numbering.labels)
        self.n_rows = []
        for number in self._numbers:
            self.share_read = (len(self.n_rows) + 1) / len(self._numbers)
            before = self._numbering.first_rows[number], self._numbering.n_classes[number]
            split = Split(self._rule, *before, self._numbering.groups)
            self.n_rows.append(0)
            for batch in rows_of_part(self._plan, number):
                codes = self.labels.codes(np.asarray(batch.labels))
                self.n_rows[-1] += len(batch)
                yield SplitBatch(batch, codes, split.parts(codes, batch))

    def limit_cache(self, most_bytes: int) -> None:
        """Do nothing: nothing is cached."""
