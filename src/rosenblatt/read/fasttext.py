"""Lines of a label and a text; in fastText files the label is written ``__label__x``."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from rosenblatt.checks import shortened
from rosenblatt.errors import BadData
from rosenblatt.read._column_kinds import LABEL, TEXT
from rosenblatt.read._convert import Piece, convert
from rosenblatt.read._messages import not_utf8
from rosenblatt.read._records import RecordBlock, find_lines, first_records, whole_records
from rosenblatt.read._table import Columns
from rosenblatt.read.bad_lines import BadLines
from rosenblatt.read.source import Source


class FastTextFormat:
    """The columns ``label`` and ``text``; a label follows a prefix, and is the first word of a line."""

    def __init__(self, prefix: str = "__label__") -> None:
        self._prefix = prefix
        self._pattern = rf"(?s)^\s*{prefix}(?P<{LABEL}>\S+)(?:\s+(?P<{TEXT}>.*?))?\s*$"

    def header_place(self, source: Source) -> str:
        return source.name

    def sample(self, source: Source, *, types_matter: bool = True) -> dict[str, pa.Array]:
        with source.inspect() as stream:
            if first_records(stream, source.name, find_lines, batch_rows=source.batch_rows) is None:
                raise BadData(f"{source.name}: the file is empty")
        return {LABEL: pa.nulls(0, pa.string()), TEXT: pa.nulls(0, pa.string())}

    def pieces(self, source: Source, columns: Columns, bad: BadLines) -> Iterator[Piece]:
        with source.open() as stream:
            for records in whole_records(stream, source.name, find_lines, batch_rows=source.batch_rows):
                bad.add_blank(source.name, records.blank)
                yield convert(records, self._parse, self._explain, bad)

    def _parse(self, records: RecordBlock) -> pa.Table:
        """Split each line after its one label."""
        offsets = np.append(records.starts, len(records.data)).astype(np.int32)
        lines = pa.StringArray.from_buffers(len(records), pa.py_buffer(offsets), pa.py_buffer(records.data))
        lines.validate(full=True)
        found = pc.extract_regex(lines, self._pattern)
        texts = pc.struct_field(found, TEXT)
        if found.null_count or (self._prefix and pc.any(pc.starts_with(texts, self._prefix)).as_py()):
            raise pa.ArrowInvalid("a line without a label, or with several")
        return pa.table({LABEL: pc.struct_field(found, LABEL), TEXT: texts})

    def _explain(self, record: RecordBlock) -> str:
        try:
            words = record.data.tobytes().decode().split() or [""]
        except UnicodeDecodeError as error:
            return not_utf8(error)
        prefix = self._prefix
        if not words[0].startswith(prefix) or words[0] == prefix:
            return f"a line must begin with its label, as in {prefix}spam, but begins with {shortened(words[0])!r}"
        if prefix and len(words) > 1 and words[1].startswith(prefix):
            return f"{shortened(words[0])} and {shortened(words[1])} are two labels; a row must have one"
        return "this line cannot be read as a label and a text"
