"""JSON lines, one object per line, and JSON arrays of objects; their keys are the columns."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import partial
from math import isinf
from typing import Any

import pyarrow as pa
import pyarrow.json

from rosenblatt.arrow_arrays import from_strings
from rosenblatt.checks import shortened
from rosenblatt.errors import BadData
from rosenblatt.read._column_kinds import MOST_CELLS, ROWS_INSPECTED
from rosenblatt.read._convert import Piece, convert
from rosenblatt.read._decoded import ByteStream
from rosenblatt.read._json_array import ArrayLines
from rosenblatt.read._messages import not_utf8
from rosenblatt.read._records import RecordBlock, find_lines, first_records, whole_records
from rosenblatt.read._table import Columns
from rosenblatt.read.bad_lines import BadLines
from rosenblatt.read.source import Source

MOST_KEYS = 10_000  # pyarrow takes about 0.1 us for each key that a row lacks

_NESTED, _NULL = pa.struct([]), pa.null()
_TYPES = {float: pa.float64(), int: pa.float64(), str: pa.string(), bool: pa.bool_(), type(None): _NULL}
_TYPE_NAMES = {pa.float64(): "numbers", pa.string(): "strings", pa.bool_(): "true or false"}


class JsonLinesFormat:
    """JSON lines; a key that a line lacks is a missing value, and the type of a column is that of its first value.

    The lines of an array are its elements, counted from 1.
    """

    def __init__(self, *, is_array: bool = False) -> None:
        self._is_array = is_array
        self._unit = "element" if is_array else "line"
        self._types: dict[str, pa.DataType] = {}

    def header_place(self, source: Source) -> str:
        return source.name

    def sample(self, source: Source, *, types_matter: bool = True) -> dict[str, pa.Array]:
        with source.inspect() as stream:
            lines = self._lines(stream, source)
            records = first_records(lines, source.name, find_lines, batch_rows=source.batch_rows)
            if records is None:
                raise BadData(f"{source.name}: the file is empty; each {self._unit} must hold a JSON object")
            sample = _Sample(records.part(0, min(len(records), ROWS_INSPECTED)))
            if not sample.n_objects:
                raise BadData(f"{source.name}:{records.lines[0]}: {_parsed(records.part(0, 1), self._unit)}")
        if types_matter and len(sample.types) > MOST_KEYS:
            what = f"the first rows have {len(sample.types):,} different keys, and every key is a column"
            remedy = "write a key that differs from row to row as a value, or the rows as svmlight"
            raise BadData(f"{source.name}: {what}; there may be at most {MOST_KEYS:,}: {remedy}")
        self._types = sample.types
        return sample.columns()

    def pieces(self, source: Source, columns: Columns, bad: BadLines) -> Iterator[Piece]:
        types = {name: columns.types_if_unknown(name, self._types[name]) for name in columns.kinds}
        parse = partial(_parse, types, columns.may_have_more)
        explain = partial(_explain, types, columns, self._unit)
        with source.open() as stream:
            lines = self._lines(stream, source)
            for records in whole_records(lines, source.name, find_lines, batch_rows=source.batch_rows):
                for part in records.parts(max(1, MOST_CELLS // max(1, len(types)))):
                    bad.add_blank(source.name, part.blank)
                    yield convert(part, parse, explain, bad)

    def _lines(self, stream: ByteStream, source: Source) -> ByteStream:
        return ArrayLines(stream, source.name) if self._is_array else stream


def _parse(types: Mapping[str, pa.DataType], may_have_more: bool, records: RecordBlock) -> pa.Table:
    if not records.fields.all():  # an object that spans several lines, or no object
        raise pa.ArrowInvalid("a line without braces around it")
    table = pa.json.read_json(
        pa.BufferReader(pa.py_buffer(records.data)),
        pa.json.ReadOptions(use_threads=False, block_size=len(records.data) + 1),
        pa.json.ParseOptions(
            explicit_schema=pa.schema(list(types.items())),
            unexpected_field_behavior="ignore" if may_have_more else "error",
        ),
    )
    table.validate(full=True)  # the parser does not check that strings are UTF-8
    return table


class _Sample:
    """The type of each key in the first rows, and its values.

    A key takes no memory in rows that lack it, and numbers are not stored: their type decides.
    """

    def __init__(self, records: RecordBlock) -> None:
        self.types: dict[str, pa.DataType] = {}
        self._values: dict[str, list[Any]] = {}
        self.n_objects = 0
        for row in range(len(records)):
            try:
                values = json.loads(records.part(row, row + 1).data.tobytes())
            except (ValueError, RecursionError):
                continue
            if isinstance(values, dict):
                self.n_objects += 1
                for name, value in values.items():
                    self._add(name, value)

    def _add(self, name: str, value: Any) -> None:
        if self.types.get(name, _NULL) is _NULL:
            self.types[name] = _type_of(value)
        if isinstance(value, str) and _is_unicode(value):
            self._values.setdefault(name, []).append(value)

    def columns(self) -> dict[str, pa.Array]:
        """Return the values of each key; those that are no strings are left out."""
        return {
            name: from_strings(self._values.get(name, [])) if found == pa.string() else pa.nulls(0, found)
            for name, found in self.types.items()
        }


def _is_unicode(text: str) -> bool:
    """Whether a string has no lone surrogate, which JSON can spell and UTF-8 cannot."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _type_of(value: Any) -> pa.DataType:
    return _TYPES.get(type(value), _NESTED)


def _explain(types: Mapping[str, pa.DataType], columns: Columns, unit: str, record: RecordBlock) -> str:
    """Return the reason why a line cannot be parsed."""
    pairs = _parsed(record, unit)
    return pairs if isinstance(pairs, str) else _explain_pairs(types, columns, pairs)


def _parsed(record: RecordBlock, unit: str) -> _Pairs | str:
    """Return the keys and values of a line, or the reason why it holds no object."""
    try:
        pairs = json.loads(record.data.tobytes(), object_pairs_hook=_Pairs)
    except UnicodeDecodeError as error:
        return not_utf8(error)
    except json.JSONDecodeError as error:
        return f"this is not JSON: {error.msg} at character {error.pos + 1}"
    except RecursionError:
        return "this JSON is nested too deeply"
    if isinstance(pairs, _Pairs):
        return pairs
    one = "a line" if unit == "line" else f"an {unit}"
    return f'{one} must hold one JSON object, as in {{"height": 7.5, "name": "apple"}}'


def _explain_pairs(types: Mapping[str, pa.DataType], columns: Columns, pairs: _Pairs) -> str:
    seen: set[str] = set()
    for name, value in pairs:
        if name in seen:
            return f"the key {shortened(name)!r} comes twice"
        if name not in types and not columns.may_have_more:
            where = f"the key {shortened(name)!r} was not in the first rows"
            return f"{where}; leave it out with `ignore={[name] if name == shortened(name) else ''}`"
        if name in types and value is not None and _type_of(value) != types[name]:
            holds = f"column {name!r} holds {shortened(json.dumps(value, ensure_ascii=False))}"
            return f"{holds}, but it began with {_TYPE_NAMES[types[name]]}; a column must hold one type"
        if isinstance(value, float) and isinf(value):
            return f"column {name!r} is infinite; numbers must be finite"
        seen.add(name)
    return "this line cannot be read as JSON"


class _Pairs(list[tuple[str, Any]]):
    """The keys and values of a JSON object, in order, with repeated keys."""
