"""SQLite files: the rows of a table or of a query, opened so that nothing is written."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from itertools import islice
from pathlib import Path
from shutil import rmtree
from typing import IO, Any, TypeAlias

import numpy as np
import pyarrow as pa

from rosenblatt.errors import BadData
from rosenblatt.read._column_kinds import ROWS_INSPECTED, listed, refuse_repeated, refuse_too_many
from rosenblatt.read._convert import Piece
from rosenblatt.read._python_values import sample_array, value_array
from rosenblatt.read._table import Columns
from rosenblatt.read.bad_lines import BadLines
from rosenblatt.read.file_source import FileSource
from rosenblatt.read.source import Source

_CELLS_AT_ONCE = 2**18
_BYTES_AT_ONCE = 2**22  # of strings
_ROWS_AT_FIRST = 64
_BYTES_COPIED = 2**20
# How a file is written and read: 1, or 2 with a write-ahead log beside it (https://sqlite.org/fileformat2.html).
_VERSIONS_AT, _WITHOUT_LOG, _WITH_LOG = 18, b"\1\1", b"\2\2"
_ALLOWED = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE}
_TABLES = "SELECT name, type FROM sqlite_master WHERE type IN ('table', 'view') AND substr(name, 1, 7) <> 'sqlite_'"
# A file from elsewhere must not run functions by its views, and damage must be found.
_SAFETY = ("PRAGMA trusted_schema = OFF", "PRAGMA cell_size_check = ON")

_Rows: TypeAlias = "list[tuple[Any, ...]]"


class _NotUtf8(bytes):
    """Text that is not UTF-8."""


class SqliteFormat:
    """The rows of one table or query; `lines` are rows, counted from 1.

    Parameters
    ----------
    table : its name, or that of a view; None for the only table.
    query : a SELECT, instead of a table.
    """

    def __init__(self, table: str | None, query: str | None) -> None:
        self._table, self._query = table, query

    def header_place(self, source: Source) -> str:
        return source.name

    def sample(self, source: Source, *, types_matter: bool = True) -> dict[str, pa.Array]:
        with self._opened(source) as (names, cursor):
            rows = _first_rows(cursor) if types_matter else []
        return {name: sample_array([row[place] for row in rows]) for place, name in enumerate(names)}

    def pieces(self, source: Source, columns: Columns, bad: BadLines) -> Iterator[Piece]:
        with self._opened(source) as (names, cursor):
            columns.refuse_others(names, source.name)
            wanted = {name: place for place, name in enumerate(names) if name in columns.kinds}
            start = 1
            for rows in _chunks(cursor):
                values = {name: [row[place] for row in rows] for name, place in wanted.items()}
                faults = _faults(values)
                kept = [place for place in range(len(rows)) if place not in faults] if faults else range(len(rows))
                arrays = {
                    name: value_array(column if not faults else [column[place] for place in kept], columns.kinds[name])
                    for name, column in values.items()
                }
                lines = np.array(kept, np.int64) + start
                yield Piece(pa.table(arrays), lines, [(place + start, what) for place, what in faults.items()])
                start += len(rows)

    @contextmanager
    def _opened(self, source: Source) -> Iterator[tuple[list[str], sqlite3.Cursor]]:
        """Open the columns and the rows; errors of SQLite name the file."""
        if source.compression is not None:
            raise BadData(f"{source.name}: decompress it with {source.compression}; SQLite files are read in place")
        with source.open_seekable() as file:
            try:
                with _connected(source, file) as connection:
                    select = self._query or f"SELECT * FROM {_quoted(self._chosen(connection, source))}"
                    cursor = _executed(connection, select)
                    if cursor.description is None:
                        raise sqlite3.ProgrammingError("not authorized")
                    names = [str(column[0]) for column in cursor.description]
                    refuse_too_many(names, source.name)
                    refuse_repeated(names, source.name)
                    yield names, cursor
            except (sqlite3.Error, sqlite3.Warning) as error:
                raise BadData(f"{source.name}: {self._reason(error)}") from None

    def _reason(self, error: Exception) -> str:
        if self._query is None:
            return f"SQLite cannot read it: {error}"
        if "not authorized" in str(error) or "one statement" in str(error):
            return f"`query=` must be one SELECT, got {self._query!r}"
        return f"SQLite refuses the query: {error}"

    def _chosen(self, connection: sqlite3.Connection, source: Source) -> str:
        found = [(str(name), kind) for name, kind in _executed(connection, _TABLES)]
        tables, all_names = [name for name, kind in found if kind == "table"], [name for name, _ in found]
        if self._table is not None:
            if self._table not in all_names:
                raise BadData(f"{source.name}: there is no table {self._table!r}; there are {listed(all_names)}")
            return self._table
        if len(tables) != 1:
            what = f"the tables are {listed(all_names)}" if found else "there is no table"
            raise BadData(f"{source.name}: name the table with `table=`, or its rows with `query=`; {what}")
        return tables[0]


@contextmanager
def _connected(source: Source, file: IO[bytes]) -> Iterator[sqlite3.Connection]:
    """Connect to a file; of a stream, to a copy without a name, of which nothing is left whatever ends the process."""
    if isinstance(source, FileSource):
        with closing(_connect(source.name)) as connection:
            yield connection
        return
    from tempfile import TemporaryDirectory  # noqa: PLC0415  slow to import

    with TemporaryDirectory(prefix="rosenblatt-", ignore_cleanup_errors=True) as folder, ExitStack() as stack:
        path = Path(folder, "copy")
        copy = stack.enter_context(path.open("w+b"))
        connection = stack.enter_context(closing(_connect(str(path), is_whole=False)))
        with suppress(OSError):  # Windows deletes no open file: there, it goes at the end
            rmtree(folder)
        try:
            _fill(copy, file)
        except OSError as error:
            raise BadData(f"{source.name}: it cannot be copied to a temporary file: {error.strerror}") from None
        copy.close()
        yield connection


def _fill(copy: IO[bytes], file: IO[bytes]) -> None:
    """Copy a database; one with a write-ahead log becomes one without, because SQLite would look for the log."""
    while data := file.read(_BYTES_COPIED):
        copy.write(data)
    copy.seek(_VERSIONS_AT)
    if copy.read(2) == _WITH_LOG:
        copy.seek(_VERSIONS_AT)
        copy.write(_WITHOUT_LOG)


def _connect(path: str, *, is_whole: bool = True) -> sqlite3.Connection:
    """Connect without a right to write; without a lock, too, unless a program has not finished writing."""
    logs = [Path(path + end) for end in ("-wal", "-journal")]
    is_finished = is_whole and not any(log.is_file() and log.stat().st_size for log in logs)
    uri = f"{Path(path).resolve().as_uri()}?mode=ro" + ("&immutable=1" if is_finished else "")
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)
    for pragma in _SAFETY:
        connection.execute(pragma)
    connection.text_factory = _text
    connection.set_authorizer(lambda action, *_: sqlite3.SQLITE_OK if action in _ALLOWED else sqlite3.SQLITE_DENY)
    return connection


def _executed(connection: sqlite3.Connection, statement: str) -> sqlite3.Cursor:
    """Execute a statement; names that are not UTF-8, and characters that SQLite has not, are its errors, too."""
    try:
        return connection.execute(statement)
    except ValueError as error:
        raise sqlite3.DatabaseError(str(error)) from None


def _text(data: bytes) -> str | _NotUtf8:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return _NotUtf8(data)


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _chunks(cursor: sqlite3.Cursor) -> Iterator[_Rows]:
    """Yield rows, a few megabytes at once."""
    most = max(1, _CELLS_AT_ONCE // len(cursor.description))
    n_rows = min(most, _ROWS_AT_FIRST)
    while rows := cursor.fetchmany(n_rows):
        yield rows
        n_rows = min(most, 2 * n_rows) if _n_bytes(rows) < _BYTES_AT_ONCE else max(1, n_rows // 2)


def _n_bytes(rows: _Rows) -> int:
    return sum(len(value) for row in rows for value in row if isinstance(value, (str, bytes)))


def _first_rows(cursor: sqlite3.Cursor) -> _Rows:
    found: _Rows = []
    n_bytes = 0
    for rows in _chunks(cursor):
        found += rows
        n_bytes += _n_bytes(rows)
        if len(found) >= ROWS_INSPECTED or n_bytes >= _BYTES_AT_ONCE:
            break
    return list(islice(found, ROWS_INSPECTED))


def _faults(columns: Mapping[str, Sequence[Any]]) -> dict[int, str]:
    """Return the places of rows that hold bytes, each with the reason."""
    faults: dict[int, str] = {}
    for name, values in columns.items():
        if set(map(type, values)) & {bytes, _NotUtf8}:
            for place, value in enumerate(values):
                if isinstance(value, bytes):
                    what = "text that is not UTF-8" if isinstance(value, _NotUtf8) else "bytes"
                    faults.setdefault(place, f"column {name!r} holds {what}; leave it out with `ignore=[{name!r}]`")
    return faults
