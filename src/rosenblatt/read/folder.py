"""A folder of texts: one subfolder per class, one file per text; or one file per class, one line per text."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import TypeAlias

import numpy as np
import pyarrow as pa

from rosenblatt.errors import BadData
from rosenblatt.read._column_kinds import LABEL, TEXT
from rosenblatt.read._convert import Piece
from rosenblatt.read._messages import not_utf8
from rosenblatt.read._records import find_lines, whole_records
from rosenblatt.read._table import Columns
from rosenblatt.read.bad_lines import BadLines
from rosenblatt.read.endings import ENDINGS
from rosenblatt.read.file_source import FileSource
from rosenblatt.read.source import Source

FILES_AT_ONCE = 64
LONGEST_TEXT = 2**24
_FEWEST_CLASSES = 2


_Row: TypeAlias = "tuple[int, str, str, str]"  # its number, its place, its label and its text


class FolderFormat:
    """The columns ``label``, the name of a subfolder or file, and ``text``; files come in the order of their names."""

    def __init__(self) -> None:
        self._versions: dict[str, str] = {}  # one digest per folder

    def header_place(self, source: Source) -> str:
        return source.name

    def sample(self, source: Source, *, types_matter: bool = True) -> dict[str, pa.Array]:
        _files(source.name)
        return {LABEL: pa.nulls(0, pa.string()), TEXT: pa.nulls(0, pa.string())}

    def pieces(self, source: Source, columns: Columns, bad: BadLines) -> Iterator[Piece]:
        files, has_lines = _files(source.name)
        versions = blake2b()
        for rows in (_lines if has_lines else _texts)(files, source.encoding, bad, versions):
            numbers, places, labels, texts = zip(*rows, strict=True) if rows else ((), (), (), ())
            table = pa.table({LABEL: pa.array(labels, pa.string()), TEXT: pa.array(texts, pa.string())})
            yield Piece(table, np.array(numbers, np.int64), [], tuple(places))
        first = self._versions.setdefault(source.name, versions.hexdigest())
        if source.is_repeatable and first != versions.hexdigest():
            what = "files of this folder changed while they were read"
            raise BadData(f"{source.name}: {what}; read them once they are complete, or a copy of them")


def _files(folder: str) -> tuple[list[Path], bool]:
    """Return the files of a folder, and whether each is a class of texts, one per line, and not one text."""
    entries = sorted(path for path in Path(folder).iterdir() if not path.name.startswith("."))
    inner = [path for one in entries if one.is_dir() for path in sorted(one.iterdir()) if not path.name.startswith(".")]
    texts = [path for path in inner if path.is_file()]
    if texts:
        return texts, False
    classes = [path for path in entries if path.is_file()]
    tables = [path.name for path in classes if FileSource(str(path)).ending in ENDINGS]
    if len(classes) < _FEWEST_CLASSES or tables:
        what = "a folder must have one subfolder of text files per class, or one file per class with one text per line"
        remedy = f"; to read tables, pass a pattern such as {folder}/*{Path(tables[0]).suffix}" if tables else ""
        raise BadData(f"{folder}: there are no texts; {what}{remedy}")
    return classes, True


def _texts(files: list[Path], encoding: str, bad: BadLines, versions: blake2b) -> Iterator[list[_Row]]:
    """Yield rows of one file each; the subfolder is the label."""
    for start in range(0, len(files), FILES_AT_ONCE):
        rows = []
        for number, file in enumerate(files[start : start + FILES_AT_ONCE], start + 1):
            example = FileSource(str(file), encoding)
            try:
                rows.append((number, example.name, file.parent.name, _text(example)))
            except UnicodeDecodeError as error:
                bad.record(f"{file}: {not_utf8(error)}")
            _add_version(versions, example)
        yield rows


def _lines(files: list[Path], encoding: str, bad: BadLines, versions: blake2b) -> Iterator[list[_Row]]:
    """Yield rows of one line each; the file is the label."""
    number = 0
    for file in files:
        source = FileSource(str(file), encoding)
        with source.open() as stream:
            for records in whole_records(stream, source.name, find_lines):
                rows = []
                for place in range(len(records)):
                    number += 1
                    where = f"{file}:{records.lines[place]}"
                    try:
                        text = records.part(place, place + 1).data.tobytes().decode().strip()
                    except UnicodeDecodeError as error:
                        bad.record(f"{where}: {not_utf8(error)}")
                    else:
                        rows.append((number, where, file.name, text))
                yield rows
        _add_version(versions, source)


def _add_version(versions: blake2b, source: FileSource) -> None:
    versions.update(f"{source.name} {source.version}\n".encode(errors="surrogateescape"))


def _text(source: Source) -> str:
    content, buffer = bytearray(), memoryview(bytearray(2**16))
    with source.open() as stream:
        while count := stream.readinto(buffer):
            content += buffer[:count]
            if len(content) > LONGEST_TEXT:
                raise BadData(f"{source.name}: a text may have at most {LONGEST_TEXT // 2**20} MiB")
    return content.decode("utf-8-sig")
