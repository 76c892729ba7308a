"""svmlight (libsvm) files: sparse rows as ``label feature:value ...``, parsed in the core."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import scipy.sparse as sp

from rosenblatt import _core
from rosenblatt.errors import BadData
from rosenblatt.read._column_kinds import Kind
from rosenblatt.read._label_values import whole_if_possible
from rosenblatt.read._records import Bytes, find_lines, whole_records
from rosenblatt.read.bad_lines import BadLines, Faults
from rosenblatt.read.source import Source
from rosenblatt.rows import RawBatch

_NEWLINE = ord("\n")


class SvmlightReader:
    """Reads svmlight files; feature 1 (0 if `zero_based`) is column 0.

    Without `n_features`, rows are as wide as the widest so far.
    """

    def __init__(self, zero_based: bool, n_features: int | None) -> None:
        self._zero_based = zero_based
        self._n_features = n_features
        self.kinds: dict[str, Kind] = {}
        self.missing: dict[str, int] = {}
        self._width = 0

    def start(self) -> None:
        """Begin a new pass over the files."""
        self._width = self._n_features or 0

    def pieces(self, source: Source, bad: BadLines) -> Iterator[RawBatch]:
        """Yield all rows of a file, block by block."""
        is_empty = True
        with source.open() as stream:
            for records in whole_records(stream, source.name, find_lines, batch_rows=source.batch_rows):
                bad.add_blank(source.name, records.blank)
                if not len(records):
                    continue
                is_empty = False
                data = records.data if records.data[-1] == _NEWLINE else np.append(records.data, np.uint8(_NEWLINE))
                # Blank lines may precede the first record, so lines are counted from the record.
                yield from self._rows(data[records.starts[0] :], int(records.lines[0]), source.name, bad)
        if is_empty and not source.is_part:
            raise BadData(f"{source.name}: the file is empty")

    def _rows(self, data: Bytes, line: int, path: str, bad: BadLines) -> Iterator[RawBatch]:
        limit = -1 if self._n_features is None else self._n_features
        while len(data):
            rows = _core.read_svmlight(data, line, self._zero_based, limit)
            if rows.fault:
                faults: Faults = [(rows.next_line - 1, rows.fault.decode("utf-8", "backslashreplace"))]
                bad.add(path, faults)
            if len(rows.labels):
                self._width = max(self._width, rows.n_columns)
                shape = (len(rows.labels), self._width)
                X = sp.csr_array((rows.values, rows.columns, rows.starts), shape=shape)
                yield RawBatch(X, whole_if_possible(rows.labels), path, rows.lines)
            data, line = data[rows.consumed :], rows.next_line
