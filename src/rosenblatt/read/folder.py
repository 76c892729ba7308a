"""A folder with one subfolder per class and in it one text file per example."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

import numpy as np
import pyarrow as pa

from rosenblatt.errors import BadData
from rosenblatt.read._column_kinds import LABEL, TEXT
from rosenblatt.read._convert import Piece
from rosenblatt.read._messages import not_utf8
from rosenblatt.read._table import Columns
from rosenblatt.read.bad_lines import BadLines
from rosenblatt.read.file_source import FileSource
from rosenblatt.read.source import Source

FILES_AT_ONCE = 64
LONGEST_TEXT = 2**24


class FolderFormat:
    """The columns ``label``, the name of the subfolder, and ``text``; files come in the order of their names."""

    def __init__(self) -> None:
        self._versions: dict[str, str] = {}  # one digest per folder

    def header_place(self, source: Source) -> str:
        return source.name

    def sample(self, source: Source, *, types_matter: bool = True) -> dict[str, pa.Array]:
        _examples(source.name)
        return {LABEL: pa.nulls(0, pa.string()), TEXT: pa.nulls(0, pa.string())}

    def pieces(self, source: Source, columns: Columns, bad: BadLines) -> Iterator[Piece]:
        examples = _examples(source.name)
        versions = blake2b()
        for start in range(0, len(examples), FILES_AT_ONCE):
            rows = []
            for row, file in enumerate(examples[start : start + FILES_AT_ONCE], start + 1):
                example = FileSource(str(file), source.encoding)
                try:
                    rows.append((row, example.name, file.parent.name, _text(example)))
                except UnicodeDecodeError as error:
                    bad.record(f"{file}: {not_utf8(error)}")
                versions.update(f"{example.name} {example.version}\n".encode(errors="surrogateescape"))
            lines, files, labels, texts = zip(*rows, strict=True) if rows else ((), (), (), ())
            table = pa.table({LABEL: pa.array(labels, pa.string()), TEXT: pa.array(texts, pa.string())})
            yield Piece(table, np.array(lines, np.int64), [], tuple(files))
        first = self._versions.setdefault(source.name, versions.hexdigest())
        if source.is_repeatable and first != versions.hexdigest():
            what = "files of this folder changed while they were read"
            raise BadData(f"{source.name}: {what}; read them once they are complete, or a copy of them")


def _examples(folder: str) -> list[Path]:
    classes = sorted(path for path in Path(folder).iterdir() if path.is_dir() and not path.name.startswith("."))
    files = [path for one in classes for path in sorted(one.iterdir()) if not path.name.startswith(".")]
    examples = [path for path in files if path.is_file()]
    if not examples:
        raise BadData(f"{folder}: there are no texts; a folder must have one subfolder of text files per class")
    return examples


def _text(source: Source) -> str:
    content, buffer = bytearray(), memoryview(bytearray(2**16))
    with source.open() as stream:
        while count := stream.readinto(buffer):
            content += buffer[:count]
            if len(content) > LONGEST_TEXT:
                raise BadData(f"{source.name}: a text may have at most {LONGEST_TEXT // 2**20} MiB")
    return content.decode("utf-8-sig")
