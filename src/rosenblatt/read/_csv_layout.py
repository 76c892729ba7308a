"""Records of CSV as tables: pyarrow parses all but plain strings."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.csv
from numpy.typing import NDArray

from rosenblatt import _core
from rosenblatt.arrow_arrays import from_strings
from rosenblatt.read._cast import strip_column
from rosenblatt.read._column_kinds import TYPES
from rosenblatt.read._messages import not_utf8
from rosenblatt.read._records import Bytes, RecordBlock
from rosenblatt.read._table import Columns
from rosenblatt.read.bad_lines import BadLines, Faults
from rosenblatt.read.table_form import TableForm

# By which some programs tell Excel the delimiter: the first line of a file, and no part of the table.
SEPARATOR_LINE = re.compile(rb'\A"?sep=(?P<delimiter>[,;|:^~ \t])"?(?:\r\n|\r|\n|\Z)', re.IGNORECASE)
_BYTES_AT_ONCE = 2**18  # pyarrow's own blocks stay in the cache
_BYTES_PER_COLUMN = 2**8  # at least, in one block: each column of each block has a cost of its own
_MOST_RESERVED = 1_000  # columns of strings
_PLAIN = (pa.string(), pa.binary())
_STRINGS = {TYPES["text"], TYPES["category"]}  # the core reads columns of these faster than pyarrow


@dataclass(frozen=True, slots=True)
class Layout:
    """How a file is written, and the names of its columns."""

    form: TableForm
    names: list[str]

    def parse(self, types: Mapping[str, pa.DataType] | None, records: RecordBlock) -> pa.Table:
        """Parse the columns that have a type, or all of them with the types that pyarrow infers."""
        if types is not None and set(types.values()) <= _STRINGS and len(records):
            places = {name: place for place, name in enumerate(types)}
            wanted = [places.get(name, -1) for name in self.names]
            found = read_fields(self.form, records.data, records.starts, wanted, len(types))
            if found is not None:
                columns = [_as_arrow(kind, *parts) for kind, parts in zip(types.values(), found, strict=True)]
                return pa.table(columns, names=list(types))
        # pyarrow reserves a whole block for each column of strings, unless it encodes their values.
        encodes = len(self.names) > _MOST_RESERVED
        if types is not None and encodes:
            types = {name: pa.dictionary(pa.int32(), kind) if kind in _PLAIN else kind for name, kind in types.items()}
        has_long_records = records.lines[-1] - records.lines[0] != len(records) - 1 or len(records) == 1
        at_once = max(_BYTES_AT_ONCE, 2 * records.longest(), _BYTES_PER_COLUMN * len(self.names))
        table = pa.csv.read_csv(
            pa.BufferReader(pa.py_buffer(_without_byte_order_mark(records.data))),
            pa.csv.ReadOptions(use_threads=False, block_size=at_once, column_names=self.names),
            pa.csv.ParseOptions(
                delimiter=self.form.between,
                quote_char=self.form.quote or False,
                newlines_in_values=bool(has_long_records),
            ),
            pa.csv.ConvertOptions(
                column_types=types,
                include_columns=None if types is None else list(types),
                auto_dict_encode=encodes,
                auto_dict_max_cardinality=len(records),
                null_values=self.form.null_values,
                decimal_point=self.form.decimal,
            ),
        )
        return table if self.form.keep_spaces else _stripped(table)

    def wrong_lengths(self, records: RecordBlock, bad: BadLines) -> Faults:
        """Return the faults of records with too many or too few fields, at most one more than are allowed."""
        wrong = records.part(0, min(len(records), bad.allowed + 1))
        of_whom = "the header names" if self.form.header else "the first line has"
        what = f"fields; {of_whom} {len(self.names)}"
        return [(int(line), f"{n} {what}") for line, n in zip(wrong.lines, wrong.fields, strict=True)]

    def explain(self, columns: Columns, record: RecordBlock) -> str:
        """Return the reason why a record cannot be parsed, which is not a number: those are judged one by one."""
        fields = fields_of(self.form, record)
        for name, field in zip(self.names, fields, strict=True):
            try:
                _ = "" if name not in columns.kinds else field.decode()
            except UnicodeDecodeError as error:
                return f"column {name!r}: {not_utf8(error)}"
        return "this row cannot be read as CSV"


def fields_of(form: TableForm, record: RecordBlock) -> list[bytes]:
    """Return the fields of one record."""
    n_fields = int(record.fields[0])
    found = read_fields(form, record.data, record.starts, [0] * n_fields, 1)
    if found is not None:
        ((data, bounds),) = found
        return [data[begin:end].tobytes() for begin, end in pairwise(bounds.tolist())]
    names = [str(place) for place in range(n_fields)]
    table = Layout(form, names).parse(dict.fromkeys(names, pa.binary()), record)
    fields = [column[0].as_py() for column in table.columns]
    return fields if form.keep_spaces else [field.strip(b" \t") for field in fields]


def read_fields(form: TableForm, data: Bytes, starts: Any, wanted: list[int], n_columns: int) -> Any:
    """Return columns of strings as `_core.read_fields` does: None if a field is quoted in an unusual way."""
    strips = not form.keep_spaces
    return _core.read_fields(data, starts, form.between, wanted, n_columns, form.quote or None, strips)


def _stripped(table: pa.Table) -> pa.Table:
    """Return the table without spaces around its strings."""
    for place, column in enumerate(table.columns):
        without = strip_column(column)
        if without is not column:
            table = table.set_column(place, table.column_names[place], without)
    return table


def _as_arrow(kind: pa.DataType, data: Bytes, bounds: NDArray[np.int32]) -> pa.Array:
    """Make an Arrow array of strings, or of dictionary codes, without a copy."""
    strings = pa.StringArray.from_buffers(len(bounds) - 1, pa.py_buffer(bounds), pa.py_buffer(data))
    if kind == pa.string():
        return strings
    numbers, firsts = _core.number_strings(data, bounds)
    indices = pa.Array.from_buffers(pa.int32(), len(numbers), [None, pa.py_buffer(numbers)])
    values = from_strings([strings[place].as_py() for place in firsts.tolist()])
    return pa.DictionaryArray.from_arrays(indices, values)


def _without_byte_order_mark(data: Bytes) -> Bytes:
    """Begin with an empty line, so that pyarrow does not take the start of a field for a byte order mark."""
    return np.append(np.uint8(ord("\n")), data) if data[:1].tobytes() == BOM_UTF8[:1] else data
