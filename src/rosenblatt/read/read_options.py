"""How files are read: the parameters of `open_batches`, checked and frozen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rosenblatt import checks
from rosenblatt.errors import BadParameter
from rosenblatt.read._column_kinds import Kind
from rosenblatt.read.endings import FORMATS


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnChoice:
    """Which columns to read, and those whose kind is given.

    Attributes
    ----------
    label : the column that holds the label, if one does.
    kinds : the given kind of each column; the others are inferred.
    ignored : columns to leave out.
    only_named : leave out every column but the label and those in `kinds`.
    """

    label: str | None = None
    kinds: Mapping[str, Kind] = field(default_factory=dict)
    ignored: tuple[str, ...] = ()
    only_named: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOptions:
    """Parameters of `open_batches`, where each is documented; `format` is None to detect it."""

    columns: ColumnChoice = field(default_factory=ColumnChoice)
    format: str | None = None
    batch_rows: int = 10_000
    encoding: str = "utf-8"
    zero_based: bool = False
    n_features: int | None = None
    skip_bad: int = 0
    every_line: bool = False
    table: str | None = None
    query: str | None = None

    def __post_init__(self) -> None:
        checks.whole(self, "batch_rows", 1)
        checks.whole(self, "skip_bad", 0)
        checks.whole_or_none(self, "n_features", 1)
        if self.table is not None and self.query is not None:
            raise BadParameter("open_batches: `table=` and `query=` both choose rows; leave out one of them")
        if self.format is not None:
            checks.choice(self, "format", FORMATS)
