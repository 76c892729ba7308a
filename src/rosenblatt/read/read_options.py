"""How files are read: the parameters of `open_batches`, checked and frozen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rosenblatt import checks
from rosenblatt.errors import BadParameter
from rosenblatt.read._column_kinds import Kind
from rosenblatt.read.endings import FORMATS
from rosenblatt.read.table_form import TableForm, form_of_facts


def name_of(asked: str, names: Sequence[str]) -> str:
    """Return the name of a column that is asked for by name or number; what is neither is returned as it is.

    Examples
    --------
    >>> from rosenblatt.read.read_options import name_of
    >>> [name_of(asked, ["age", "job", "1"]) for asked in ("job", "1", "2", "-1", "7")]
    ['job', '1', 'job', '1', '7']
    """
    if not asked.removeprefix("-").isdecimal() or asked in names:
        return asked
    place = int(asked)
    return names[place - (place > 0)] if 0 < abs(place) <= len(names) else asked


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

    @property
    def names(self) -> tuple[str, ...]:
        """All columns that are asked for."""
        return (*(() if self.label is None else (self.label,)), *self.kinds, *self.ignored)

    def by_name(self, names: Sequence[str]) -> ColumnChoice:
        """Return the choice with names in the place of numbers: 1 is the first column, -1 the last."""
        if self.label is None and not self.kinds and not self.ignored:
            return self
        return replace(
            self,
            label=None if self.label is None else name_of(self.label, names),
            kinds={name_of(name, names): kind for name, kind in self.kinds.items()},
            ignored=tuple(name_of(name, names) for name in self.ignored),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOptions:
    """Parameters of `open_batches`, where each is documented; `format` is None to detect it.

    `form` holds the attributes of `TableForm` that are given; the others are detected. `may_lack` is a column of the
    given names that files without a header line need not have: the label of a model, in rows to predict. `taken` names
    the attributes of `form` that are those of other files.
    """

    columns: ColumnChoice = field(default_factory=ColumnChoice)
    format: str | None = None
    batch_rows: int = 10_000
    encoding: str | None = None
    zero_based: bool = False
    n_features: int | None = None
    skip_bad: int = 0
    every_line: bool = False
    table: str | None = None
    query: str | None = None
    sheet: str | None = None
    skip_unlabelled: bool = False
    map_label: Mapping[str, str] = field(default_factory=dict)
    may_lack: str | None = None
    form: Mapping[str, Any] = field(default_factory=dict)
    taken: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        checks.whole(self, "batch_rows", 1)
        checks.whole(self, "skip_bad", 0)
        checks.whole_or_none(self, "n_features", 1)
        if self.table is not None and self.query is not None:
            raise BadParameter("open_batches: `table=` and `query=` both choose rows; leave out one of them")
        if self.format is not None:
            checks.choice(self, "format", FORMATS)
        TableForm(**self.form)  # raises for attributes that cannot be

    @property
    def parts(self) -> dict[str, str]:
        """The options that choose a part of a file, if any is given."""
        given = {"table": self.table, "query": self.query, "sheet": self.sheet}
        return {name: value for name, value in given.items() if value is not None}

    def like(self, understood: Mapping[str, Any]) -> ReadOptions:
        """Return these options, and where nothing is given those by which other files of the format were read."""
        parts: Mapping[str, Any] = self.parts or understood
        form = form_of_facts(understood)
        return replace(
            self,
            table=parts.get("table"),
            query=parts.get("query"),
            sheet=parts.get("sheet"),
            encoding=self.encoding or understood.get("encoding"),
            zero_based=self.zero_based or bool(understood.get("zero_based")),
            form={**form, **self.form},
            taken=tuple(name for name in form if name not in self.form),
            map_label={**understood.get("map_label", {}), **self.map_label},
            may_lack=understood.get("label") if self.columns.label is None else None,
        )

    def like_other(self, understood: Mapping[str, Any]) -> ReadOptions:
        """Return these options, and of those by which files of another format were read what holds in any format."""
        missing = {"na": tuple(understood["na"])} if understood.get("na") else {}
        mapping = {**understood.get("map_label", {}), **self.map_label}
        return replace(self, form={**missing, **self.form}, map_label=mapping)
