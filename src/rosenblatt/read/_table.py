"""Files of named columns: what all of them share once a format has made tables of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Protocol

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from rosenblatt.errors import BadData
from rosenblatt.read import _column_kinds
from rosenblatt.read._column_kinds import Kind
from rosenblatt.read._convert import Piece
from rosenblatt.read._label_values import whole_if_possible
from rosenblatt.read._messages import shortened
from rosenblatt.read._settle import can_be_settled, settle
from rosenblatt.read.bad_lines import BadLines
from rosenblatt.read.read_options import ColumnChoice
from rosenblatt.read.source import Source
from rosenblatt.rows import Labels, RawBatch


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns that are wanted, with their kinds; `chosen` are those whose kind the user said."""

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
        """Whether files may have columns that are not wanted."""
        return self.only_named or bool(self.ignored)

    def types_if_unknown(self, name: str, found: pa.DataType) -> pa.DataType:
        """The type that was found, or that of the kind if no value was."""
        if not pa.types.is_null(found):
            return found
        return _column_kinds.TYPES["number" if self.kinds[name] == "number" else "text"]

    def not_a_number(self, name: str, value: str) -> str:
        """Say that a column of numbers holds something else."""
        holds = f"column {name!r} holds {value!r}"
        if name in self.chosen:
            return f"{holds}; a number column must hold numbers"
        return f"{holds}, but it began with numbers; say text=[{name!r}] or categorical=[{name!r}] if it is none"

    def refuse_others(self, names: Sequence[str], where: str) -> None:
        """A later file must have the columns of the first, in any order."""
        missing = [name for name in self.kinds if name not in names]
        more = [name for name in names if name not in self.kinds and name not in self.ignored]
        if missing:
            raise BadData(f"{where}: there is no column {missing[0]!r}, which {self.first_file} has")
        if more and not self.only_named:
            what = f"column {more[0]!r} is not in {self.first_file}"
            raise BadData(f"{where}: {what}; name it in ignore= to leave it out")


class TableFormat(Protocol):
    """What a format must know: its first rows, and all its rows as pieces."""

    def sample(self, source: Source, *, types_matter: bool = True) -> dict[str, pa.Array]:
        """The first rows by column, with the types that were found in them; only their names if no type matters."""

    def pieces(self, source: Source, columns: Columns, bad: BadLines) -> Iterator[Piece]:
        """All rows, with the types of the columns."""

    def where_names_stand(self, source: Source) -> str:
        """The place to blame if a column is not there."""


class TableReader:
    """Reads batches of columns, in any format that can be made tables of."""

    def __init__(self, table_format: TableFormat, first: Source, asked: ColumnChoice) -> None:
        label, chosen, ignored, only_named = asked.label, asked.kinds, asked.ignored, asked.only_named
        all_are_chosen = only_named and (label is None or label in chosen)
        sample = table_format.sample(first, types_matter=not all_are_chosen)
        where = table_format.where_names_stand(first)
        _column_kinds.refuse_unknown([*([] if label is None else [label]), *chosen, *ignored], sample, where)
        if label in ignored:
            raise BadData(f"{where}: column {label!r} is the label; it cannot be ignored")
        kinds = {
            name: chosen.get(name) or _column_kinds.decide(_plain(column, name, where))
            for name, column in sample.items()
            if name not in ignored and (not only_named or name in chosen or name == label)
        }
        if label is not None and kinds.get(label) == "text":
            kinds[label] = "category"
        self._format = table_format
        self._label = label
        self._columns = Columns(kinds, frozenset(chosen), frozenset(ignored), first.name, only_named)
        self.kinds = {name: kind for name, kind in kinds.items() if name != label}
        self.missing = dict.fromkeys(self.kinds, 0)

    def start(self) -> None:
        """Begin a new walk over the files."""
        self.missing = dict.fromkeys(self.kinds, 0)

    def pieces(self, source: Source, bad: BadLines) -> Iterator[RawBatch]:
        """All rows of a file, as they come."""
        for piece in self._format.pieces(source, self._columns, bad):
            if piece.table is not None:
                batch = self._settle(piece.table, piece, source.name, bad)
            else:
                bad.add(source.name, piece.faults)
                batch = self._no_rows(source.name)
            if len(batch) or bad.notes_all:
                yield batch

    def _settle(self, table: pa.Table, piece: Piece, path: str, bad: BadLines) -> RawBatch:
        """Tell missing values from bad ones, and the label from the features."""
        blame = _Blame(piece)
        columns = {}
        for name, kind in self._columns.kinds.items():
            columns[name], is_bad = settle(table[name], kind)
            if is_bad is not None:
                shown = [shortened(str(value)) for value in table[name].filter(pa.array(is_bad)).to_pylist()]
                blame.rows(is_bad, [self._columns.not_a_number(name, value) for value in shown])
            if kind == "number":
                infinite = np.isinf(columns[name].to_numpy(zero_copy_only=False))
                blame.rows(infinite, f"column {name!r} is infinite; numbers must be finite")
            if name == self._label and columns[name].null_count:
                blame.rows(np.asarray(columns[name].is_null()), f"the label, column {name!r}, is missing")
        bad.add(path, blame.faults)
        lines, files = piece.lines, piece.files
        if not blame.is_good.all():
            columns = {name: column.filter(pa.array(blame.is_good)) for name, column in columns.items()}
            lines = lines[blame.is_good]
            files = files and tuple(compress(files, blame.is_good))
        for name in self.kinds:
            self.missing[name] += columns[name].null_count
        data = pa.record_batch([columns[name] for name in self.kinds], names=list(self.kinds))
        return RawBatch(data, self._labels(columns), path, lines, files)

    def _no_rows(self, path: str) -> RawBatch:
        empty = [pa.nulls(0, _column_kinds.TYPES[kind]) for kind in self.kinds.values()]
        data = pa.record_batch(empty, names=list(self.kinds))
        return RawBatch(data, None if self._label is None else np.empty(0), path, np.empty(0, np.int64))

    def _labels(self, columns: Mapping[str, pa.Array]) -> Labels | None:
        if self._label is None:
            return None
        column = columns[self._label]
        if self._columns.kinds[self._label] == "number":
            return whole_if_possible(column.to_numpy(zero_copy_only=False))
        names: NDArray[np.str_] = np.array(column.dictionary.to_pylist() or [""], dtype=np.str_)
        labels: NDArray[np.str_] = names[np.asarray(column.indices)]
        return labels


def _plain(column: pa.Array, name: str, where: str) -> pa.Array:
    """Refuse a column that cannot be made numbers or strings."""
    if not can_be_settled(column.type):
        what = f"column {name!r} holds {column.type}, which is neither a number nor text"
        raise BadData(f"{where}: {what}; name it in ignore= to leave it out")
    return column


class _Blame:
    """Which rows of a piece are bad, and why: the first reason counts."""

    def __init__(self, piece: Piece) -> None:
        self._lines = piece.lines
        self.faults = list(piece.faults)
        self.is_good = np.ones(len(piece.lines), np.bool_)

    def rows(self, are_bad: NDArray[np.bool_], why: str | list[str]) -> None:
        """Blame rows, for one reason or for one each."""
        places = np.flatnonzero(are_bad)
        reasons = [why] * len(places) if isinstance(why, str) else why
        for place, reason in zip(places, reasons, strict=True):
            if self.is_good[place]:
                self.faults.append((int(self._lines[place]), reason))
        self.is_good[places] = False
