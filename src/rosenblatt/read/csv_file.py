"""CSV and its relatives: records are found first, so that each row knows its line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import pyarrow as pa

from rosenblatt.errors import BadData
from rosenblatt.read._cast import as_one, cast_column
from rosenblatt.read._column_kinds import ROWS_INSPECTED, is_number, refuse_repeated, refuse_too_many
from rosenblatt.read._convert import EVERY_LINE, Piece, attempt, convert
from rosenblatt.read._csv_layout import SEPARATOR_LINE, Layout, fields_of
from rosenblatt.read._decoded import ByteStream
from rosenblatt.read._messages import not_utf8
from rosenblatt.read._records import RecordBlock, csv_records, whole_records
from rosenblatt.read._spelled_numbers import is_spelled_number
from rosenblatt.read._table import Columns
from rosenblatt.read.bad_lines import BadLines, Faults
from rosenblatt.read.source import Source
from rosenblatt.read.table_form import TableForm

_CODE = re.compile("0[0-9]+")
_ROWS_TRIED = 100  # of a column of strings, before all of them are taken for numbers


class CsvFormat:
    """Records of fields; quoted fields may hold anything, also line ends."""

    def __init__(self, form: TableForm) -> None:
        self._form = form
        self.codes: dict[str, str] = {}  # columns of numbers that begin with 0, each with one of them
        self._layouts: dict[str, Layout] = {}  # of files whose later parts were read

    def header_place(self, source: Source) -> str:
        return f"{source.name}:1"

    def sample(self, source: Source, *, types_matter: bool = True) -> dict[str, pa.Array]:
        """Return the first rows, with the types that pyarrow infers: numbers, or else strings."""
        with source.inspect() as stream:
            layout, head = self._first_rows(stream, source)
            if not types_matter:
                return {name: pa.nulls(0) for name in layout.names}
            refuse_too_many(layout.names, self.header_place(source))
            table = None if not len(head) else layout.parse(None, head)
            found = {} if table is None else {field.name: _value_type(field.type) for field in table.schema}
            types = {name: kind if is_number(kind) else pa.string() for name, kind in found.items()}
            is_other = types != found  # dates, for example
            if table is not None and (is_other or len(table) < len(head)):
                table = convert(head, partial(layout.parse, types), lambda _: "", EVERY_LINE).table
            if table is None:
                return {name: pa.nulls(0) for name in layout.names}
            sample = {name: self._numbers_if_all_are(table[name]) for name in layout.names}
            self.codes = _codes(layout, head, [name for name, values in sample.items() if is_number(values.type)])
            return sample

    def _numbers_if_all_are(self, column: pa.ChunkedArray) -> pa.Array:
        """Return a column as numbers if it is strings and all of them are numbers with extras, else as it is."""
        array = as_one(column)
        if is_number(_value_type(array.type)) or not len(array):
            return array
        missing = self._form.null_values
        tried = [
            value for value in array.slice(0, _ROWS_TRIED).to_pylist() if value is not None and value not in missing
        ]
        if not all(is_spelled_number(value, self._form.decimal) for value in tried):
            return array
        numbers, is_bad, _ = cast_column(column, "number", self._form)
        is_wanted = (is_bad is None or not is_bad.any()) and numbers.null_count < len(numbers)
        return numbers if is_wanted else array

    def _first_rows(self, stream: ByteStream, source: Source) -> tuple[Layout, RecordBlock]:
        """Return the rows of the first block that has any."""
        for layout, records in self._blocks(stream, source):
            head = records.where(records.fields == len(layout.names))
            if len(head):
                break
        return layout, head.part(0, min(len(head), ROWS_INSPECTED))

    def pieces(self, source: Source, columns: Columns, bad: BadLines) -> Iterator[Piece]:
        with source.open() as stream:
            for number, (layout, block) in enumerate(self._blocks(stream, source)):
                if number == 0:
                    columns.refuse_others(layout.names, f"{source.name}:1")
                bad.add_blank(source.name, block.blank)
                is_whole = block.fields == len(layout.names)
                faults = layout.wrong_lengths(block.where(~is_whole), bad)
                yield _piece(layout, block.where(is_whole), columns, bad, faults)

    def _blocks(self, stream: ByteStream, source: Source) -> Iterator[tuple[Layout, RecordBlock]]:
        path, layout = source.name, self._layout_before(source)
        how = {"batch_rows": source.batch_rows, "line": source.first_line}
        n_before = 1 if self._form.header and layout is None else 0
        for records in whole_records(stream, path, csv_records(self._form), n_before=n_before, **how):
            if layout is not None:
                yield layout, records
                continue
            if len(records) and records.lines[0] == 1 and SEPARATOR_LINE.match(records.part(0, 1).data.tobytes()):
                records = replace(records.part(1, len(records)), blank=records.blank)  # noqa: PLW2901  the rest
            if len(records):
                layout = Layout(self._form, self._names(records.part(0, 1), path))
                if not self._form.header:
                    yield layout, records
                    continue
                later = records.blank[records.blank > records.lines[0]]
                yield layout, replace(records.part(1, len(records)), blank=later)
        if layout is None:
            what = "its first line must name the columns" if self._form.header else "there are no rows"
            raise BadData(f"{path}: the file is empty; {what}")

    def _layout_before(self, source: Source) -> Layout | None:
        """Return the layout that the start of a file has settled, of a later part of it."""
        whole = source.before
        if whole is None:
            return None
        if whole.name not in self._layouts:
            with whole.inspect() as stream:
                self._layouts[whole.name], _ = next(self._blocks(stream, whole))
        return self._layouts[whole.name]

    def _names(self, record: RecordBlock, path: str) -> list[str]:
        """Return the names of the columns: those that are given, or the fields of the first record."""
        where, given, width = f"{path}:{record.lines[0]}", self._form.names, int(record.fields[0])
        if given:
            if len(given) != width:
                raise BadData(f"{where}: {width} fields, and there are {len(given)} `names=`; each column needs one")
            return list(given)
        try:
            names = [name.decode() for name in fields_of(self._form, record)]
        except UnicodeDecodeError as error:
            raise BadData(f"{where}: {not_utf8(error)}") from None
        names = [name or f"column {place}" for place, name in enumerate(names, 1)]
        refuse_repeated(names, where, "pass one for each column with `names=`")
        return names


def _piece(layout: Layout, records: RecordBlock, columns: Columns, bad: BadLines, faults: Faults) -> Piece:
    """Parse records; numbers that pyarrow cannot parse are read as strings, to be judged one by one."""
    types = columns.types
    table = attempt(records, partial(layout.parse, types)) if len(records) else None
    if table is not None:
        return Piece(table, records.lines, faults)
    types = {name: pa.string() if kind == pa.float64() else kind for name, kind in types.items()}
    return convert(records, partial(layout.parse, types), partial(layout.explain, columns), bad, faults)


def _codes(layout: Layout, records: RecordBlock, names: list[str]) -> dict[str, str]:
    """Return the columns of numbers whose first rows have codes such as 00234, each with one of them."""
    first = records.part(0, min(len(records), _ROWS_TRIED))
    written = attempt(first, partial(layout.parse, dict.fromkeys(names, pa.string()))) if names else None
    found = {} if written is None else {name: written[name].to_pylist() for name in names}
    codes = {name: next((one for one in cells if _CODE.fullmatch(one)), None) for name, cells in found.items()}
    return {name: code for name, code in codes.items() if code is not None}


def _value_type(kind: pa.DataType) -> pa.DataType:
    return kind.value_type if pa.types.is_dictionary(kind) else kind
