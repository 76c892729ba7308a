"""CSV and TSV: records are found first, so that each row knows its line; pyarrow parses all but plain strings."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

import numpy as np
import pyarrow as pa
import pyarrow.csv
from numpy.typing import NDArray

from rosenblatt import _core
from rosenblatt.arrow_arrays import from_strings
from rosenblatt.checks import shortened
from rosenblatt.errors import BadData
from rosenblatt.read._cast import as_one
from rosenblatt.read._column_kinds import ROWS_INSPECTED, TYPES, is_number, listed, refuse_repeated, refuse_too_many
from rosenblatt.read._convert import EVERY_LINE, Piece, convert
from rosenblatt.read._decoded import ByteStream
from rosenblatt.read._messages import not_utf8
from rosenblatt.read._records import Bytes, RecordBlock, csv_records, whole_records
from rosenblatt.read._table import Columns
from rosenblatt.read.bad_lines import BadLines, Faults
from rosenblatt.read.source import Source

_BYTES_AT_ONCE = 2**18  # pyarrow's own blocks stay in the cache
_BYTES_PER_COLUMN = 2**8  # at least so many at once: each column of each block has a cost of its own
_MOST_RESERVED = 1_000  # columns of strings
_PLAIN = (pa.string(), pa.binary())
_STRINGS = {TYPES["text"], TYPES["category"]}  # the core reads columns of these faster than pyarrow


class CsvFormat:
    """The first line names the columns; quoted fields may hold anything, also line ends."""

    def __init__(self, delimiter: str) -> None:
        self._delimiter = delimiter

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
            return {name: pa.nulls(0) if table is None else as_one(table[name]) for name in layout.names}

    def _first_rows(self, stream: ByteStream, source: Source) -> tuple[_Layout, RecordBlock]:
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
                parse, explain = partial(layout.parse, columns.types), partial(layout.explain, columns)
                yield convert(block.where(is_whole), parse, explain, bad, faults)

    def _blocks(self, stream: ByteStream, source: Source) -> Iterator[tuple[_Layout, RecordBlock]]:
        path, layout = source.name, None
        find = csv_records(self._delimiter)
        for records in whole_records(stream, path, find, batch_rows=source.batch_rows, n_before=1):
            if layout is not None:
                yield layout, records
            elif len(records):
                layout = _Layout(self._delimiter, _read_header(self._delimiter, records.part(0, 1), path))
                later = records.blank[records.blank > records.lines[0]]
                yield layout, replace(records.part(1, len(records)), blank=later)
        if layout is None:
            raise BadData(f"{path}: the file is empty; its first line must name the columns")


@dataclass(frozen=True, slots=True)
class _Layout:
    """The delimiter and the column names of a file."""

    delimiter: str
    names: list[str]

    def parse(self, types: Mapping[str, pa.DataType] | None, records: RecordBlock) -> pa.Table:
        """Parse the columns that have a type, or all of them with the types that pyarrow infers."""
        if types is not None and set(types.values()) <= _STRINGS and len(records):
            places = {name: place for place, name in enumerate(types)}
            wanted = [places.get(name, -1) for name in self.names]
            found = _core.read_fields(records.data, records.starts, self.delimiter, wanted, len(types))
            if found is not None:
                columns = [_as_arrow(kind, *parts) for kind, parts in zip(types.values(), found, strict=True)]
                return pa.table(columns, names=list(types))
        has_long_records = records.lines[-1] - records.lines[0] != len(records) - 1 or len(records) == 1
        at_once = max(_BYTES_AT_ONCE, 2 * records.longest(), _BYTES_PER_COLUMN * len(self.names))
        # pyarrow reserves a whole block for each column of strings, unless it encodes their values.
        encodes = len(self.names) > _MOST_RESERVED
        if types is not None and encodes:
            types = {name: pa.dictionary(pa.int32(), kind) if kind in _PLAIN else kind for name, kind in types.items()}
        return pa.csv.read_csv(
            pa.BufferReader(pa.py_buffer(_without_byte_order_mark(records.data))),
            pa.csv.ReadOptions(use_threads=False, block_size=at_once, column_names=self.names),
            pa.csv.ParseOptions(delimiter=self.delimiter, newlines_in_values=bool(has_long_records)),
            pa.csv.ConvertOptions(
                column_types=types,
                include_columns=None if types is None else list(types),
                auto_dict_encode=encodes,
                auto_dict_max_cardinality=len(records),
            ),
        )

    def wrong_lengths(self, records: RecordBlock, bad: BadLines) -> Faults:
        """Return the faults of records with too many or too few fields, at most one more than are allowed."""
        wrong = records.part(0, min(len(records), bad.allowed + 1))
        what = f"fields; the header names {len(self.names)}"
        return [(int(line), f"{n} {what}") for line, n in zip(wrong.lines, wrong.fields, strict=True)]

    def explain(self, columns: Columns, record: RecordBlock) -> str:
        """Return the reason why a record cannot be parsed."""
        for name, field in zip(self.names, _fields(self.delimiter, record), strict=True):
            kind = columns.kinds.get(name)
            try:
                text = "" if kind is None else field.decode()
            except UnicodeDecodeError as error:
                return f"column {name!r}: {not_utf8(error)}"
            if kind == "number" and not self._is_number(name, record):
                return columns.not_a_number(name, shortened(text))
        return "this row cannot be read as CSV"

    def _is_number(self, name: str, record: RecordBlock) -> bool:
        try:
            self.parse({name: pa.float64()}, record)
        except pa.ArrowInvalid:
            return False
        return True


def _as_arrow(kind: pa.DataType, data: Bytes, bounds: NDArray[np.int32]) -> pa.Array:
    """Make an Arrow array of strings, or of dictionary codes, without a copy."""
    strings = pa.StringArray.from_buffers(len(bounds) - 1, pa.py_buffer(bounds), pa.py_buffer(data))
    if kind == pa.string():
        return strings
    numbers, firsts = _core.number_strings(data, bounds)
    indices = pa.Array.from_buffers(pa.int32(), len(numbers), [None, pa.py_buffer(numbers)])
    values = from_strings([strings[place].as_py() for place in firsts.tolist()])
    return pa.DictionaryArray.from_arrays(indices, values)


def _value_type(kind: pa.DataType) -> pa.DataType:
    return kind.value_type if pa.types.is_dictionary(kind) else kind


def _without_byte_order_mark(data: Bytes) -> Bytes:
    """Begin with an empty line, so that pyarrow does not take the start of a field for a byte order mark."""
    return np.append(np.uint8(ord("\n")), data) if data[:1].tobytes() == BOM_UTF8[:1] else data


def _fields(delimiter: str, record: RecordBlock) -> list[bytes]:
    found = _core.read_fields(record.data, record.starts, delimiter, [0] * int(record.fields[0]), 1)
    if found is not None:
        ((data, bounds),) = found
        return [data[begin:end].tobytes() for begin, end in pairwise(bounds.tolist())]
    names = [str(place) for place in range(record.fields[0])]
    table = _Layout(delimiter, names).parse(dict.fromkeys(names, pa.binary()), record)
    return [column[0].as_py() for column in table.columns]


def _read_header(delimiter: str, record: RecordBlock, path: str) -> list[str]:
    where = f"{path}:{record.lines[0]}"
    try:
        names = [name.decode() for name in _fields(delimiter, record)]
    except UnicodeDecodeError as error:
        raise BadData(f"{where}: {not_utf8(error)}") from None
    refuse_repeated(names, where)
    if all(_looks_like_a_number(name) for name in names):
        raise BadData(f"{where}: the first line must name the columns, but it holds numbers: {listed(names)}")
    return names


def _looks_like_a_number(text: str) -> bool:
    try:
        return bool(np.isfinite(float(text)))
    except ValueError:
        return False
