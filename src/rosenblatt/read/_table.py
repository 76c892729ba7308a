"""Files of named columns: what their readers share once a format has parsed tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Protocol

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from rosenblatt.arrow_arrays import from_bools, is_valid, to_numbers
from rosenblatt.checks import shortened
from rosenblatt.errors import BadData
from rosenblatt.read import _column_kinds
from rosenblatt.read._cast import can_be_cast, cast_column
from rosenblatt.read._column_kinds import Kind
from rosenblatt.read._convert import Piece
from rosenblatt.read._label_values import whole_if_possible
from rosenblatt.read._spelled_numbers import is_spelled_number
from rosenblatt.read.bad_lines import BadLines
from rosenblatt.read.read_options import ColumnChoice
from rosenblatt.read.source import Source
from rosenblatt.read.table_form import TableForm
from rosenblatt.rows import FileLabels, RawBatch


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns to read, with their kinds; the kinds of the `chosen` ones were given, the others inferred."""

    kinds: dict[str, Kind]
    chosen: frozenset[str]
    ignored: frozenset[str]
    first_file: str
    only_named: bool = False

    @property
    def types(self) -> dict[str, pa.DataType]:
        """The type of each column in memory."""
        return {name: _column_kinds.TYPES[kind] for name, kind in self.kinds.items()}

    @property
    def may_have_more(self) -> bool:
        """Whether files may have columns that are not read."""
        return self.only_named or bool(self.ignored)

    def types_if_unknown(self, name: str, found: pa.DataType) -> pa.DataType:
        """Return the type that was found, or that of the kind if there was no value."""
        if not pa.types.is_null(found):
            return found
        return _column_kinds.TYPES["number" if self.kinds[name] == "number" else "text"]

    def not_a_number(self, name: str, value: str) -> str:
        """Build the message for a value that is no number in a column of numbers."""
        holds = f"column {name!r} holds {value!r}"
        if name in self.chosen:
            return f"{holds}; a number column must hold numbers"
        other = f"`text=[{name!r}]` or `categorical=[{name!r}]`"
        return f"{holds}, but it began with numbers; pass {other} if it is no column of numbers"

    def refuse_others(self, names: Sequence[str], where: str) -> None:
        """Raise if a later file does not have the columns of the first, in any order."""
        present = set(names)
        missing = [name for name in self.kinds if name not in present]
        more = [name for name in names if name not in self.kinds and name not in self.ignored]
        if missing:
            raise BadData(f"{where}: there is no column {missing[0]!r}, which {self.first_file} has")
        if more and not self.only_named:
            what = f"column {more[0]!r} is not in {self.first_file}"
            raise BadData(f"{where}: {what}; leave it out with `ignore=[{more[0]!r}]`")


class TableFormat(Protocol):
    """A format of named columns: its first rows, and all its rows in pieces."""

    def sample(self, source: Source, *, types_matter: bool = True) -> dict[str, pa.Array]:
        """Return the first rows by column, with the types found in them; only the names if types do not matter."""

    def pieces(self, source: Source, columns: Columns, bad: BadLines) -> Iterator[Piece]:
        """Yield all rows, with the types of the columns."""

    def header_place(self, source: Source) -> str:
        """Return the place to name if a column does not exist, such as ``train.csv:1``."""


class TableReader:
    """Reads batches of named columns, in any `TableFormat`."""

    def __init__(
        self,
        table_format: TableFormat,
        first: Source,
        asked: ColumnChoice,
        form: TableForm,
        *,
        skip_unlabelled: bool = False,
    ) -> None:
        all_are_chosen = asked.only_named and (asked.label is None or asked.label in asked.kinds)
        sample = table_format.sample(first, types_matter=not all_are_chosen)
        where = table_format.header_place(first)
        asked = asked.by_name(list(sample))
        label, chosen, ignored, only_named = asked.label, asked.kinds, asked.ignored, asked.only_named
        _column_kinds.refuse_unknown([*([] if label is None else [label]), *chosen, *ignored], sample, where)
        if label in ignored:
            raise BadData(f"{where}: column {label!r} is the label; it cannot be ignored")
        kinds = {
            name: chosen.get(name) or _column_kinds.infer_kind(_plain(column, name, where))
            for name, column in sample.items()
            if name not in ignored and (not only_named or name in chosen or name == label)
        }
        if list(kinds) == [label]:
            remedy = "name a file with more, or leave out fewer with `ignore=`" if ignored else "name a file with more"
            raise BadData(f"{where}: there is no column but the label, {label!r}; {remedy}")
        if label is not None and kinds.get(label) in ("text", "date"):
            kinds[label] = "category"
        self._format = table_format
        self.form = form
        self._skips_unlabelled = skip_unlabelled
        self.label = label
        self.names = list(sample)
        self.examples = {name: _example(column) for name, column in sample.items()}
        self._columns = Columns(kinds, frozenset(chosen), frozenset(ignored), first.name, only_named)
        self.kinds = {name: kind for name, kind in kinds.items() if name != label}
        self.codes: dict[str, str] = {}
        self.start()

    def start(self) -> None:
        """Begin a new pass over the files."""
        self.missing = dict.fromkeys(self.kinds, 0)
        self.extras: dict[str, str] = {}
        self.n_unlabelled = 0

    def pieces(self, source: Source, bad: BadLines) -> Iterator[RawBatch]:
        """Yield all rows of a file."""
        for piece in self._format.pieces(source, self._columns, bad):
            if piece.table is not None:
                batch = self._cast(piece.table, piece, source.name, bad)
            else:
                bad.add(source.name, piece.faults)
                batch = self._no_rows(source.name)
            if len(batch) or bad.keeps_all:
                yield batch

    def _cast(self, table: pa.Table, piece: Piece, path: str, bad: BadLines) -> RawBatch:
        """Cast every column to its kind, leave out bad rows, and part the label from the features."""
        rejected = _RejectedRows(piece)
        columns = {}
        for name, kind in self._columns.kinds.items():
            columns[name], is_bad, extras = cast_column(table[name], kind, self.form)
            if extras:
                self.extras[name] = "".join(sorted({*self.extras.get(name, ""), *extras}))
            if is_bad is not None:
                values = map(str, table[name].filter(from_bools(is_bad)).to_pylist())
                lines = piece.lines[is_bad].tolist()
                rejected.add(is_bad, [self._not_a_number(name, *bad) for bad in zip(values, lines, strict=True)])
            if kind == "number":
                infinite = np.isinf(to_numbers(columns[name]))
                rejected.add(infinite, f"column {name!r} is infinite; numbers must be finite")
            if name == self.label and columns[name].null_count:
                self._reject_unlabelled(rejected, ~is_valid(columns[name]))
        bad.add(path, rejected.faults)
        lines, files = piece.lines, piece.files
        if not rejected.is_good.all():
            columns = {name: column.filter(from_bools(rejected.is_good)) for name, column in columns.items()}
            lines = lines[rejected.is_good]
            files = files and tuple(compress(files, rejected.is_good))
        for name in self.kinds:
            self.missing[name] += columns[name].null_count
        data = pa.record_batch([columns[name] for name in self.kinds], names=list(self.kinds))
        return RawBatch(data, self._labels(columns), path, lines, files)

    def _not_a_number(self, name: str, value: str, line: int) -> str:
        what, other = self._columns.not_a_number(name, shortened(value)), "," if self.form.decimal == "." else "."
        if line == 1 and not self.form.header:
            return f"{what}; pass `header=True` if this line names the columns"
        if is_spelled_number(value, other):
            return f"{what}; pass `decimal={other!r}` if {value!r} is one"
        return what

    def _reject_unlabelled(self, rejected: _RejectedRows, is_missing: NDArray[np.bool_]) -> None:
        if not self._skips_unlabelled:
            rejected.add(is_missing, f"the label, column {self.label!r}, is missing")
            return
        self.n_unlabelled += int(np.count_nonzero(is_missing & rejected.is_good))
        rejected.is_good[is_missing] = False

    def _no_rows(self, path: str) -> RawBatch:
        empty = [pa.nulls(0, _column_kinds.TYPES[kind]) for kind in self.kinds.values()]
        data = pa.record_batch(empty, names=list(self.kinds))
        return RawBatch(data, None if self.label is None else np.empty(0), path, np.empty(0, np.int64))

    def _labels(self, columns: Mapping[str, pa.Array]) -> FileLabels | None:
        if self.label is None:
            return None
        column = columns[self.label]
        if self._columns.kinds[self.label] == "number":
            return whole_if_possible(to_numbers(column))
        names: NDArray[np.str_] = np.array(column.dictionary.to_pylist() or [""], dtype=np.str_)
        labels: NDArray[np.str_] = names[to_numbers(column.indices)]
        return labels


def _plain(column: pa.Array, name: str, where: str) -> pa.Array:
    """Return the column; raise if its values can become neither numbers nor strings."""
    if not can_be_cast(column.type):
        values = "objects or lists" if column.type == pa.struct([]) else str(column.type)  # the former, of JSON
        what = f"column {name!r} holds {values}, which is neither a number nor text"
        raise BadData(f"{where}: {what}; leave it out with `ignore=[{name!r}]`")
    return column


def _example(column: pa.Array) -> str:
    """Return the first value that is not missing, or an empty string."""
    present = column.drop_null().slice(0, 1) if column.null_count else column.slice(0, 1)
    return shortened(str(present[0].as_py())) if len(present) else ""


class _RejectedRows:
    """The bad rows of a piece, each with the first reason found."""

    def __init__(self, piece: Piece) -> None:
        self._lines = piece.lines
        self.faults = list(piece.faults)
        self.is_good = np.ones(len(piece.lines), np.bool_)

    def add(self, are_bad: NDArray[np.bool_], why: str | list[str]) -> None:
        """Reject rows, for one reason or for one per row."""
        places = np.flatnonzero(are_bad)
        reasons = [why] * len(places) if isinstance(why, str) else why
        for place, reason in zip(places, reasons, strict=True):
            if self.is_good[place]:
                self.faults.append((int(self._lines[place]), reason))
        self.is_good[places] = False
