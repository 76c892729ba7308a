"""Parquet and Arrow (Feather) files: columns that already have types."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.parquet

from rosenblatt.errors import BadData
from rosenblatt.read._column_kinds import MOST_CELLS, ROWS_INSPECTED, refuse_repeated, refuse_too_many
from rosenblatt.read._convert import Piece
from rosenblatt.read._table import Columns
from rosenblatt.read.bad_lines import BadLines
from rosenblatt.read.source import RowGroups, Source

_ROWS_AT_ONCE = 2**14
# Rows of nothing, or of one repeated value, take no space: a few bytes can claim to hold more rows than can be read.
_MOST_ROWS_PER_BYTE = 1000
_DAMAGE = (pa.ArrowException, OSError, ValueError, MemoryError, OverflowError)
_Opened: TypeAlias = "tuple[pa.Schema, Iterator[pa.RecordBatch], int | None]"  # the last: the number of rows, if known


class ArrowFormat:
    """Parquet and Arrow files by their own batches; `lines` are rows, counted from 1."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._open = _open_parquet if name == "Parquet" else _open_arrow

    def header_place(self, source: Source) -> str:
        return source.name

    def sample(self, source: Source, *, types_matter: bool = True) -> dict[str, pa.Array]:
        with self._opened(source) as (schema, batches):
            first = next(batches, None)
            if first is None:
                return {field.name: pa.nulls(0, field.type) for field in schema}
            return {name: first.column(name).slice(0, ROWS_INSPECTED) for name in schema.names}

    def pieces(self, source: Source, columns: Columns, bad: BadLines) -> Iterator[Piece]:
        row = 1
        with self._opened(source) as (schema, batches):
            columns.refuse_others(schema.names, source.name)
            for batch in batches:
                lines = np.arange(row, row + len(batch))
                yield Piece(pa.Table.from_batches([batch]).select(list(columns.kinds)), lines, [])
                row += len(batch)

    @contextmanager
    def _opened(self, source: Source) -> Iterator[tuple[pa.Schema, Iterator[pa.RecordBatch]]]:
        """Open the schema and all batches, each validated so that no offset points outside its buffer."""
        if source.compression is not None:
            raise BadData(f"{source.name}: decompress it with {source.compression}; {self._name} compresses by itself")
        with source.open_seekable() as file:
            n_bytes = file.seek(0, os.SEEK_END)
            file.seek(0)
            try:
                schema, batches, n_rows = self._open(file, source.row_groups)
                names = schema.names
            except _DAMAGE as error:
                raise BadData(f"{source.name}: this is not a whole {self._name} file: {_reason(error)}") from None
            refuse_too_many(names, source.name)
            for field in schema:
                _refuse_unreadable(source.name, field)
            refuse_repeated(names, source.name)
            most_rows = _MOST_ROWS_PER_BYTE * n_bytes
            yield schema, self._checked(batches, source, n_rows, most_rows)

    def _checked(
        self, batches: Iterator[pa.RecordBatch], source: Source, n_rows: int | None, most_rows: int
    ) -> Iterator[pa.RecordBatch]:
        row = 0
        if n_rows:
            source.measure(lambda: row / n_rows)
        while True:
            try:
                batch = next(batches, None)
                if batch is None:
                    return
                if not 0 <= batch.num_rows <= most_rows - row:  # pyarrow does not check this
                    raise ValueError(f"a batch claims to have {batch.num_rows:,} rows")
                batch.validate(full=True)
            except _DAMAGE as error:
                what = f"{source.name}: the {self._name} data is damaged after row {row:,}"
                raise BadData(f"{what}: {_reason(error)}") from None
            row += len(batch)
            for start in range(0, len(batch), _ROWS_AT_ONCE):
                yield batch.slice(start, _ROWS_AT_ONCE)


def _reason(error: BaseException) -> str:
    return "a part claims to be larger than memory" if isinstance(error, MemoryError) else str(error)


def _refuse_unreadable(name: str, field: pa.Field) -> None:
    """Refuse types for which pyarrow has no arrays, and unions, which can end the process if they have no members."""
    if pa.types.is_union(field.type) or str(field.type) in ("month_interval", "day_time_interval"):
        raise BadData(f"{name}: column {field.name!r} holds {field.type}, which cannot be read")


def _open_parquet(file: IO[bytes], rows: RowGroups | None) -> _Opened:
    parquet = pa.parquet.ParquetFile(file, pre_buffer=False)
    at_once = max(1, min(_ROWS_AT_ONCE, MOST_CELLS // max(1, len(parquet.schema_arrow))))
    groups = None if rows is None else list(range(rows.begin, rows.end))
    batches = iter(parquet.iter_batches(at_once, groups, use_threads=False))
    if rows is not None:
        batches = _some_rows(batches, rows.skip, rows.n_rows)
    return parquet.schema_arrow, batches, parquet.metadata.num_rows


def _some_rows(batches: Iterator[pa.RecordBatch], skip: int, n_rows: int) -> Iterator[pa.RecordBatch]:
    """Skip rows, and yield the next ones."""
    for batch in batches:
        some = batch.slice(skip, n_rows)
        skip -= min(skip, len(batch))
        n_rows -= len(some)
        if len(some):
            yield some
        if n_rows == 0:
            return


def _open_arrow(file: IO[bytes], _: RowGroups | None) -> _Opened:
    is_stream = file.read(6) != b"ARROW1"
    file.seek(0)
    if is_stream:
        stream = pa.ipc.open_stream(file)
        return stream.schema, iter(stream), None
    arrow = pa.ipc.open_file(file)
    return arrow.schema, (arrow.get_batch(place) for place in range(arrow.num_record_batches)), None
