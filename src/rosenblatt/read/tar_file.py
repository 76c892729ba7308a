"""A tar archive of a folder of texts: one subfolder per class, one file per example."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

import numpy as np
import pyarrow as pa

from rosenblatt.errors import BadData
from rosenblatt.read._column_kinds import LABEL, TEXT
from rosenblatt.read._convert import Piece
from rosenblatt.read._messages import not_utf8
from rosenblatt.read._table import Columns
from rosenblatt.read._tar import Entry, entries
from rosenblatt.read.bad_lines import BadLines
from rosenblatt.read.folder import FILES_AT_ONCE, LONGEST_TEXT
from rosenblatt.read.source import Source

_Row = tuple[int, str, str, str]


class TarFormat:
    """The columns ``label``, the name of the subfolder, and ``text``; files come in the order of the archive."""

    def __init__(self) -> None:
        self._roots: dict[str, tuple[str, ...]] = {}  # by archive, the folder of the subfolders

    def header_place(self, source: Source) -> str:
        return source.name

    def sample(self, source: Source, *, types_matter: bool = True) -> dict[str, pa.Array]:
        self._roots[source.name] = _find_root(source)
        return {LABEL: pa.nulls(0, pa.string()), TEXT: pa.nulls(0, pa.string())}

    def pieces(self, source: Source, columns: Columns, bad: BadLines) -> Iterator[Piece]:
        if source.name not in self._roots:
            self._roots[source.name] = _find_root(source)
        root = self._roots[source.name]
        rows: list[_Row] = []
        n_bytes = 0
        with source.decompressed(inspects=False) as stream:
            for number, entry in enumerate(_texts(entries(stream, source.name), root, source.name), 1):
                file = f"{source.name}/{entry.name}"
                n_bytes += entry.size
                try:
                    rows.append((number, file, entry.parts[-2], _decoded(entry, source)))
                except UnicodeDecodeError as error:
                    bad.record(f"{file}: {not_utf8(error)}")
                if len(rows) == FILES_AT_ONCE or n_bytes > LONGEST_TEXT:
                    yield _piece(rows)
                    rows, n_bytes = [], 0
        yield _piece(rows)


def _piece(rows: list[_Row]) -> Piece:
    lines, files, labels, texts = zip(*rows, strict=True) if rows else ((), (), (), ())
    table = pa.table({LABEL: pa.array(labels, pa.string()), TEXT: pa.array(texts, pa.string())})
    return Piece(table, np.array(lines, np.int64), [], tuple(files))


def _decoded(entry: Entry, source: Source) -> str:
    if entry.size > LONGEST_TEXT:
        raise BadData(f"{source.name}/{entry.name}: a text may have at most {LONGEST_TEXT // 2**20} MiB")
    return entry.read(entry.size).decode("utf-8-sig" if source.encoding == "utf-8" else source.encoding)


def _find_root(source: Source) -> tuple[str, ...]:
    """Return the folder that holds the subfolders of the classes: the one that all files have in common."""
    root: tuple[str, ...] | None = None
    is_only_one = True
    with source.decompressed(inspects=True) as stream:
        for entry in entries(stream, source.name):
            parent = entry.parts[:-1]
            if _is_hidden(entry):
                continue
            before, root = root, _common(parent if root is None else root, parent)
            is_only_one = is_only_one and parent == root and before in (None, root)
    if not root and (root is None or is_only_one):
        raise BadData(f"{source.name}: there are no texts; an archive must have one subfolder of text files per class")
    return root[:-1] if is_only_one else root


def _common(one: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(a for a, _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _is_hidden(entry: Entry) -> bool:
    return any(part.startswith(".") for part in entry.parts)


def _texts(files: Iterator[Entry], root: tuple[str, ...], name: str) -> Iterator[Entry]:
    """Yield the files in subfolders of the root; those beside the subfolders are no texts."""
    for entry in files:
        depth = len(entry.parts) - len(root)
        if _is_hidden(entry) or depth == 1:
            continue
        if depth != 2 or entry.parts[: len(root)] != root:
            what = f"{entry.name} is not in a folder of its class, as others are"
            raise BadData(f"{name}: {what}; unpack it, and name the folder that has one subfolder per class")
        yield entry
