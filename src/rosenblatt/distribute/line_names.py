"""How messages name the lines of files, and the rows of a DataFrame, whose files the user does not know."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol

from rosenblatt.checks import shortened
from rosenblatt.distribute.data_frame import OrderedRows, refuse_missing_rows
from rosenblatt.distribute.plan import Plan
from rosenblatt.errors import BadData
from rosenblatt.read.file_source import FileSource
from rosenblatt.read.remote_source import RemoteSource
from rosenblatt.read.urls import is_url


class LineNames(Protocol):
    """Names the files of a plan, by their numbers, and their lines."""

    @property
    def of_all(self) -> str:
        """The name of all files together."""

    def of_file(self, file: int) -> str:
        """Return the name of a file."""

    def of_line(self, file: int, line: int) -> str:
        """Return the name of a line of a file, counted from 1."""


@dataclass(frozen=True)
class FileLines:
    """Names lines by the files as they were named by the caller: `LineNames`."""

    paths: Sequence[str]

    @property
    def of_all(self) -> str:
        return self.paths[0]

    def of_file(self, file: int) -> str:
        return self.paths[file]

    def of_line(self, file: int, line: int) -> str:
        return f"{self.paths[file]}:{line}"


@dataclass
class FrameRows:
    """Names rows of a DataFrame by their numbers and their values of the columns that order it: `LineNames`.

    Attributes
    ----------
    rows : the DataFrame.
    files : those that hold its rows, as Parquet.
    starts : of each file, the number of rows before it.
    """

    rows: OrderedRows
    files: Sequence[str]
    starts: Mapping[int, int]
    _last: dict[int, Any] = field(default_factory=dict)  # the columns that order the file of the last named row

    @property
    def of_all(self) -> str:
        return self.rows.name

    def of_file(self, file: int) -> str:
        return self.files[file]

    def of_line(self, file: int, line: int) -> str:
        values = self._order(file).slice(line - 1, 1).to_pylist()[0]
        where = ", ".join(f"{name}={shortened(str(values[name]))}" for name in self.rows.order_by)
        return f"{self.rows.name}, row {self.starts[file] + line:,} ({where})"

    def _order(self, file: int) -> Any:
        import pyarrow.parquet as pq  # noqa: PLC0415  slow to import

        if file not in self._last:
            name = self.files[file]
            source = RemoteSource(name) if is_url(name) else FileSource(name)
            with source.open_seekable() as stream:
                self._last = {file: pq.ParquetFile(stream).read(columns=list(self.rows.order_by))}
        return self._last[file]


def frame_rows(rows: OrderedRows, plan: Plan) -> FrameRows:
    """Return the names of the rows of a plan; its first file repeats the first rows."""
    starts, n_rows = {0: 0}, 0
    for part in plan.parts:
        starts.setdefault(part.file, n_rows)
        n_rows += part.n_rows or 0
    return FrameRows(rows, plan.files, starts)


@contextmanager
def named_first_rows(files: Any) -> Iterator[None]:
    """Let errors about the first rows name the DataFrame, if it is one, in the place of the file where they are."""
    try:
        yield
    except BadData as error:
        if not isinstance(files, OrderedRows):
            raise
        message = str(error)
        if message.startswith(files.first):  # there is no file
            refuse_missing_rows(files, 0)
        raise BadData(_renamed(message, files)) from None


def _renamed(message: str, rows: OrderedRows) -> str:
    folder = rows.first.removesuffix("*.parquet")
    found = re.match(rf"({re.escape(folder)}[^:]+\.parquet)(?::(\d+))?", message)
    if found is None:
        return message
    name = rows.name if found[2] is None else FrameRows(rows, [found[1]], {0: 0}).of_line(0, int(found[2]))
    return f"{name}{message[found.end() :]}"
