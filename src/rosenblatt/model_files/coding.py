"""Bins of numbers, groups of 0/1 columns and crosses in a model file.

Not the sample of rows that they were found in: those of a loaded model are settled.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from rosenblatt import _core
from rosenblatt.featurise.binned_column import BinnedColumn
from rosenblatt.featurise.bins import Bins
from rosenblatt.featurise.category_column import CategoryColumn
from rosenblatt.featurise.coding import Coding
from rosenblatt.featurise.crosses import Crosses
from rosenblatt.featurise.one_hot_group import OneHotGroup
from rosenblatt.model_files.reader import SectionReader
from rosenblatt.model_files.writer import SectionWriter


def write_bins(column: BinnedColumn) -> SectionWriter:
    """Write the bins of a column."""
    writer = SectionWriter({"missing": column.n_missing})
    writer.number("first", column.bins.first)
    writer.array("edges", column.bins.edges, np.float64)
    writer.array("cells", column.bins.cells, np.int64)
    return writer


def read_bins(column: BinnedColumn, reader: SectionReader) -> None:
    """Read the bins of a column."""
    edges = reader.array("edges", np.float64, (None,))
    first = reader.number("first")
    rising = edges if math.isnan(first) else np.concatenate([[first], edges])
    if not np.isfinite(rising).all() or (np.diff(rising) <= 0).any():
        reader.refuse("edges", "finite numbers that rise", "others")
    cells = reader.array("cells", np.int64, (len(edges) + 2,))
    if cells[0] != 0 or not np.isin(np.diff(cells), (0, 1)).all() or cells[-1] == cells[-2]:
        reader.refuse("cells", "numbers that rise by 0 or 1, and by 1 at the end", "others")
    column.bins = Bins(edges, first, cells)
    column._counts = _core.DistinctCounts.__new__(_core.DistinctCounts)
    column._counts.__setstate__(([], reader.whole("missing"), True))


def write_coding(coding: Coding) -> SectionWriter:
    """Write the groups, the pairs that are crossed, and the categories that have cells of their own."""
    writer = SectionWriter()
    groups = ({"members": list(group.members), "kept": group.kept} for group in coding.groups)
    writer.sections("groups", map(SectionWriter, groups))
    writer.array("pairs", np.array(coding.crosses.pairs, np.int64).reshape(-1, 2), np.int64)
    categories = (one for one in coding.columns if isinstance(one, CategoryColumn))
    writer.sections("categories", (SectionWriter({"kept": one.kept}) for one in categories))
    return writer


def read_coding(coding: Coding, reader: SectionReader) -> None:
    """Read the groups, whose members are columns in bins, the pairs, and the categories that have cells."""
    binned = [column.name for column in coding.columns if isinstance(column, BinnedColumn)]
    groups: Any = reader.facts.get("groups")
    for one in reader.sections("groups", len(groups) if isinstance(groups, list) else 0):
        members = one.strings("members")
        if not members or members != [name for name in binned if name in members]:
            one.refuse("members", "columns of numbers, in the order of the table")
        binned = [name for name in binned if name not in members]
        coding.groups.append(OneHotGroup(members, _read_kept(one, len(members))))
    categories = [one for one in coding.columns if isinstance(one, CategoryColumn)]
    for category, section in zip(categories, reader.sections("categories", len(categories)), strict=True):
        category.kept = _read_kept(section, category.width)
    pairs = reader.array("pairs", np.int64, (None, 2)).tolist()
    if any(not 0 <= first < second < len(coding.coded) for first, second in pairs):
        reader.refuse("pairs", f"pairs of different numbers below {len(coding.coded)}", "others")
    coding.crosses = Crosses(coding.coded, [(first, second) for first, second in pairs])
    coding.freeze()


def _read_kept(reader: SectionReader, width: int) -> list[int]:
    """Read which of `width` columns have cells of their own in crosses."""
    given: Any = reader.facts.get("kept")
    kept = reader.wholes("kept", len(given) if isinstance(given, list) else 0, width - 1)
    if kept != sorted(set(kept)):
        reader.refuse("kept", "numbers that rise")
    return kept
