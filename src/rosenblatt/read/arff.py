"""ARFF, the files of Weka: a header that declares the columns, and rows with commas, each on its line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

import numpy as np
import pyarrow as pa

from rosenblatt.arrow_arrays import from_strings
from rosenblatt.checks import shortened
from rosenblatt.errors import BadData
from rosenblatt.read._arff_fields import dense_row, sparse_row, split_fields, take_name
from rosenblatt.read._column_kinds import MOST_CELLS, ROWS_INSPECTED, refuse_repeated, refuse_too_many
from rosenblatt.read._convert import EVERY_LINE, Piece, convert
from rosenblatt.read._decoded import ByteStream
from rosenblatt.read._messages import not_utf8
from rosenblatt.read._records import RecordBlock, find_lines, whole_records
from rosenblatt.read._table import Columns
from rosenblatt.read.bad_lines import BadLines
from rosenblatt.read.source import Source

_NUMBERS = ("numeric", "real", "integer")
_STRINGS = ("string", "date")
_SPECIAL = tuple(b"'\"{\\\t")  # a block without them is parsed by pyarrow
_LINE = re.compile(r"\s*@(\w+)\s*(.*?)\s*$", re.DOTALL)
_HELP = "see https://waikato.github.io/weka-wiki/formats_and_processing/arff_stable/"


@dataclass(slots=True)
class _Header:
    """The names of the columns, what each holds, and the value that a sparse row leaves out."""

    names: list[str] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)  # "number", "category" or "string"
    omitted: list[str | None] = field(default_factory=list)

    def add(self, declared: str) -> None:
        """Add the column of an ``@attribute`` line; raise ValueError if it cannot be read."""
        name, kind = take_name(declared)
        word = kind.split(None, 1)[0].lower() if kind else ""
        values = split_fields(kind[1:-1]) if kind.startswith("{") and kind.endswith("}") else None
        if values is None and word not in (*_NUMBERS, *_STRINGS):
            raise ValueError(f"column {shortened(name)!r} must be numeric, string, date or a list in braces")
        self.names.append(name)
        self.kinds.append("category" if values is not None else "number" if word in _NUMBERS else "string")
        self.omitted.append("0" if word in _NUMBERS and values is None else values[0] if values else None)


class ArffFormat:
    """The header names columns of numbers, of categories and of strings; a question mark is a missing value."""

    def header_place(self, source: Source) -> str:
        return source.name

    def sample(self, source: Source, *, types_matter: bool = True) -> dict[str, pa.Array]:
        with source.inspect() as stream:
            header, records = next(iter(_blocks(stream, source)))
        if not types_matter:
            return {name: pa.nulls(0) for name in header.names}
        strings = [name for name, kind in zip(header.names, header.kinds, strict=True) if kind == "string"]
        head = records.part(0, min(len(records), ROWS_INSPECTED))
        table = convert(head, partial(_parse, header, strings), lambda _: "", EVERY_LINE).table if strings else None
        values = {name: table[name].combine_chunks() for name in strings} if table is not None else {}
        types = {"number": pa.float64(), "category": pa.string(), "string": pa.string()}
        return {
            name: values.get(name, pa.nulls(0, types[kind]))
            for name, kind in zip(header.names, header.kinds, strict=True)
        }

    def pieces(self, source: Source, columns: Columns, bad: BadLines) -> Iterator[Piece]:
        with source.open() as stream:
            for number, (header, records) in enumerate(_blocks(stream, source)):
                if number == 0:
                    columns.refuse_others(header.names, source.name)
                parse = partial(_parse, header, list(columns.kinds))
                for part in records.parts(max(1, MOST_CELLS // max(1, len(header.names)))):
                    yield convert(part, parse, partial(_explain, header), bad)


def _blocks(stream: ByteStream, source: Source) -> Iterator[tuple[_Header, RecordBlock]]:
    """Yield the header and rows; the first time, when the header is complete, perhaps without a row."""
    header, is_complete = _Header(), False
    for records in whole_records(stream, source.name, find_lines, batch_rows=source.batch_rows):
        start = 0
        while not is_complete and start < len(records):
            is_complete = _declares_end(header, records.part(start, start + 1), source.name)
            start += 1
        if is_complete:
            yield header, _without_comments(records.part(start, len(records)))
    if not is_complete:
        raise BadData(f"{source.name}: there is no line @data, which ends the header of ARFF; {_HELP}")


def _declares_end(header: _Header, record: RecordBlock, path: str) -> bool:
    """Add what a line of the header declares; return whether it is the last one."""
    where = f"{path}:{record.lines[0]}"
    try:
        text = record.data.tobytes().decode().strip()
    except UnicodeDecodeError as error:
        raise BadData(f"{where}: {not_utf8(error)}") from None
    if text.startswith("%"):
        return False
    found = _LINE.match(text)
    word = "" if found is None else found[1].lower()
    try:
        if found is not None and word == "attribute":
            header.add(found[2])
        elif word not in ("relation", "data"):
            raise ValueError("a line before @data must begin with @relation, @attribute or %")
    except ValueError as error:
        raise BadData(f"{where}: {error}, got {shortened(text)!r}; {_HELP}") from None
    if word == "data":
        if not header.names:
            raise BadData(f"{where}: there is no @attribute before @data; {_HELP}")
        refuse_too_many(header.names, path)
        refuse_repeated(header.names, path)
    return word == "data"


def _without_comments(records: RecordBlock) -> RecordBlock:
    if not len(records) or not (records.data == ord("%")).any():
        return records
    lines = _texts(records)
    return records.where(np.array([not line.lstrip().startswith(b"%") for line in lines], np.bool_))


def _texts(records: RecordBlock) -> list[bytes]:
    ends = np.append(records.starts[1:], len(records.data))
    return [records.data[a:b].tobytes().strip() for a, b in zip(records.starts, ends, strict=True)]


def _parse(header: _Header, wanted: list[str], records: RecordBlock) -> pa.Table:
    """Parse some columns as strings; raise ArrowInvalid if a row cannot be parsed."""
    if len(records) > 1 and not np.isin(records.data, _SPECIAL).any():
        return _parse_plain(header, wanted, records)
    places = {name: place for place, name in enumerate(header.names)}
    try:
        rows = [_row(header, text.decode()) for text in _texts(records)]
    except ValueError as error:
        raise pa.ArrowInvalid(str(error)) from None
    return pa.table([pa.array([row[places[name]] for row in rows], pa.string()) for name in wanted], names=wanted)


def _parse_plain(header: _Header, wanted: list[str], records: RecordBlock) -> pa.Table:
    import pyarrow.compute as pc  # noqa: PLC0415  slow to import
    import pyarrow.csv  # noqa: PLC0415

    table = pyarrow.csv.read_csv(
        pa.BufferReader(pa.py_buffer(records.data)),
        pyarrow.csv.ReadOptions(use_threads=False, block_size=len(records.data) + 1, column_names=header.names),
        pyarrow.csv.ParseOptions(quote_char=False),
        pyarrow.csv.ConvertOptions(
            column_types=dict.fromkeys(header.names, pa.string()),
            include_columns=wanted,
            null_values=["?"],
            strings_can_be_null=True,
        ),
    )
    if (records.data == ord(" ")).any():
        missing = from_strings(["?"])[0]
        columns = [pc.utf8_trim_whitespace(column) for column in table.columns]
        columns = [pc.if_else(pc.equal(column, missing), pa.scalar(None, pa.string()), column) for column in columns]
        table = pa.table(columns, names=wanted)
    return table


def _row(header: _Header, text: str) -> list[str | None]:
    if text.startswith("{"):
        return sparse_row(text, header.omitted)
    return dense_row(text, len(header.names))


def _explain(header: _Header, record: RecordBlock) -> str:
    try:
        _row(header, _texts(record)[0].decode())
    except UnicodeDecodeError as error:
        return not_utf8(error)
    except ValueError as error:
        return str(error)
    return "this row cannot be read as ARFF"
