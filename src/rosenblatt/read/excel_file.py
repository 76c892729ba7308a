"""Sheets of Excel (``.xlsx``) and OpenDocument (``.ods``)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import date, time, timedelta
from itertools import chain, islice
from typing import IO, TYPE_CHECKING, Any, TypeAlias, cast

import numpy as np
import pyarrow as pa

from rosenblatt.errors import BadData, MissingPackage
from rosenblatt.read._column_kinds import ROWS_INSPECTED, listed, refuse_repeated, refuse_too_many
from rosenblatt.read._convert import Piece
from rosenblatt.read._detect_header import first_line_is_header, with_names
from rosenblatt.read._python_values import sample_array, value_array
from rosenblatt.read._sheet_limits import refuse_large
from rosenblatt.read._spelled_numbers import is_plain_number
from rosenblatt.read._table import Columns
from rosenblatt.read.bad_lines import BadLines
from rosenblatt.read.source import Source
from rosenblatt.read.table_form import TableForm

if TYPE_CHECKING:
    from python_calamine import CalamineSheet

_CELLS_AT_ONCE = 2**17
_ROWS_SHOWN = 100  # of which the first may name the columns

_Row: TypeAlias = "tuple[int, list[Any]]"  # the number of the row in the sheet, and its values


class ExcelFormat:
    """One sheet of a workbook; `lines` are its rows, counted as programs show them.

    Parameters
    ----------
    sheet : its name, or its number from 1; None for the first.

    Attributes
    ----------
    form : whether the first row names the columns, and else their names.
    """

    def __init__(self, sheet: str | None) -> None:
        self._sheet = sheet
        self._passed: set[str] = set()  # workbooks that are not too large
        self._head: list[_Row] = []
        self.form = TableForm()

    def header_place(self, source: Source) -> str:
        return source.name

    def detect_form(
        self, source: Source, given: Mapping[str, Any], asked: Collection[str] = (), may_lack: str | None = None
    ) -> TableForm:
        """Return whether the first row names the columns: as given, and else as the first rows show.

        The parameters are those of `_detect_form.detect_form`.
        """
        with self._rows(source) as rows:
            self._head = list(islice(rows, ROWS_INSPECTED + 1))
        line, first = self._head[0]
        refuse_too_many(first, source.name)
        form = TableForm(**given)
        if "header" not in given:
            shown = [values for _, values in self._head[:_ROWS_SHOWN]]
            is_header = first_line_is_header(_as_texts(shown), asked, form, f"{source.name}:{line}")
            form = replace(form, header=is_header)
        return with_names(form, len(first), may_lack)

    def sample(self, source: Source, *, types_matter: bool = True) -> dict[str, pa.Array]:
        names, rows = self._named(iter(self._head), source)
        some = [values for _, values in islice(rows, ROWS_INSPECTED)] if types_matter else []
        self._head = []
        return {name: sample_array([values[place] for values in some]) for place, name in enumerate(names)}

    def pieces(self, source: Source, columns: Columns, bad: BadLines) -> Iterator[Piece]:
        with self._rows(source) as all_rows:
            names, rows = self._named(all_rows, source)
            columns.refuse_others(names, source.name)
            wanted = {name: place for place, name in enumerate(names) if name in columns.kinds}
            at_once = max(1, _CELLS_AT_ONCE // len(names))
            while some := list(islice(rows, at_once)):
                blank = [line for line, values in some if all(value is None for value in values)]
                bad.add_blank(source.name, np.array(blank, np.int64))
                some = [(line, values) for line, values in some if line not in set(blank)] if blank else some
                arrays = {
                    name: value_array([values[place] for _, values in some], columns.kinds[name])
                    for name, place in wanted.items()
                }
                yield Piece(pa.table(arrays), np.array([line for line, _ in some], np.int64), [])

    def _named(self, rows: Iterator[_Row], source: Source) -> tuple[list[str], Iterator[_Row]]:
        """Return the names of the columns, and the rows below them."""
        line, first = next(rows)
        below = rows if self.form.header else chain([(line, first)], rows)
        where, given = f"{source.name}:{line}", self.form.names
        if given and len(given) != len(first):
            raise BadData(f"{where}: {len(first)} cells, and there are {len(given)} `names=`; each column needs one")
        names = [f"column {place}" if one is None else str(one) for place, one in enumerate(first, 1)]
        names = list(given) or names
        refuse_too_many(names, source.name)
        refuse_repeated(names, where, "pass one for each column with `names=`")
        return names, below

    @contextmanager
    def _rows(self, source: Source) -> Iterator[Iterator[_Row]]:
        """Open the rows of the sheet, from the first one with a value on."""
        if source.compression is not None:
            raise BadData(f"{source.name}: decompress it with {source.compression}; workbooks are read in place")
        with source.open_seekable() as file:
            refuse_large(file, source.name, self._passed)
            sheet, others = self._read(file, source)
            rows = _numbered(sheet)
            first = next(((line, values) for line, values in rows if any(one is not None for one in values)), None)
            if first is None:
                remedy = f"; choose another with `sheet=`: {listed(others)}" if others else ""
                raise BadData(f"{source.name}: the sheet is empty; its first row must name the columns{remedy}")
            yield chain([first], rows)

    def _read(self, file: IO[bytes], source: Source) -> tuple[CalamineSheet, list[str]]:
        """Read the sheet, and the names of the others."""
        try:
            from python_calamine import CalamineWorkbook, SheetTypeEnum  # noqa: PLC0415  an extra
        except ImportError:
            what = 'workbooks are read by python-calamine: pip install "rosenblatt[excel]"'
            raise MissingPackage(f"{source.name}: {what}") from None
        with _damage_named(source.name):
            workbook = CalamineWorkbook.from_filelike(cast("Any", file))
            sheets = [about.name for about in workbook.sheets_metadata if about.typ == SheetTypeEnum.WorkSheet]
        chosen = self._chosen(sheets, source.name)
        with _damage_named(source.name):
            return workbook.get_sheet_by_name(chosen), [name for name in sheets if name != chosen]

    def _chosen(self, names: list[str], path: str) -> str:
        asked = self._sheet
        if asked in names or (asked is None and names):
            return asked or names[0]
        if asked is not None and asked.isdecimal() and 0 < int(asked) <= len(names):
            return names[int(asked) - 1]
        what = f"there is no sheet {asked!r}" if asked is not None else "there is no sheet with cells"
        raise BadData(f"{path}: {what}; there are {listed(names)}")


@contextmanager
def _damage_named(path: str) -> Iterator[None]:
    """Turn errors of the reader into one message with the path."""
    try:
        yield
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # a panic of the reader is no Exception
        raise BadData(f"{path}: this is not a whole workbook: {error}") from None


def _numbered(sheet: CalamineSheet) -> Iterator[_Row]:
    for line, values in enumerate(sheet.iter_rows(), 1):
        yield line, [_plain(value) for value in values]


def _plain(value: Any) -> float | str | None:
    """Return a cell as a number or a string: a whole number without a point, a date as ISO 8601; None if empty."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return int(value) if value.is_integer() else value
    if isinstance(value, (date, time)):
        return value.isoformat()
    if isinstance(value, timedelta):
        return value.total_seconds()
    return None if value == "" else cast("float | str", value)


def _as_texts(rows: Sequence[Sequence[Any]]) -> list[list[str]]:
    """Return rows as a text has them; a name above numbers that looks like one gets a quote, as Excel itself has it."""
    texts = [["" if value is None else str(value) for value in values] for values in rows]
    for place, value in enumerate(rows[0]):
        below = {type(values[place]) for values in rows[1:]} - {type(None)}
        if isinstance(value, str) and is_plain_number(value) and below and below <= {int, float}:
            texts[0][place] = f"'{value}"
    return texts
