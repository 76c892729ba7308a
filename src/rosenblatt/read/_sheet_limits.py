"""How much a workbook unpacks to, and how far its sheets reach: a few bytes can claim billions of cells."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import IO
from zipfile import BadZipFile, ZipFile

from rosenblatt.checks import shortened
from rosenblatt.errors import BadData
from rosenblatt.read._zip import DAMAGE, open_archive

MOST_UNPACKED = 2**30
MOST_CELLS = 2**25  # the reader holds a whole sheet, of about 30 bytes per cell
MOST_ROWS, MOST_COLUMNS = 2**20, 2**14  # as in Excel; the reader leaves out what is beyond, without a word
_BYTES_AT_ONCE = 2**20
_LONGEST_TAG = 2**20

# A tag whose attributes cannot be read here, but perhaps by the reader, has no second group.
_ATTRIBUTES = rb"""(?:((?:\s+[^\s=<>"'/]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(/?)>)?"""
# Of Excel: <row r="7"> and in it <c r="B7">; without r, the next place.
_EXCEL = re.compile(rb"<(?:[^\s<>/:]+:)?(row|c)(?=[\s/>])" + _ATTRIBUTES)
_EXCEL_START = re.compile(rb"<(?:[^\s<>/:]+:)?(?:row|c)(?=[\s/>])")
_USUAL = re.compile(
    rb'<(?:row|c) r="([A-Z]{0,3})(\d{1,7})"(?: (?!r=)[\w:.]+="[^"<>]*")*\s?/?>'
)  # as most programs write
_PLACE = re.compile(rb"""\sr\s*=\s*["']([^"']*)""")
_REFERENCE = re.compile(rb"([A-Z]{0,3})(\d{1,7})")
# Of OpenDocument: rows and cells that are repeated.
_OPEN_DOCUMENT = re.compile(rb"<table:(table|table-row|covered-table-cell|table-cell)(?=[\s/>])" + _ATTRIBUTES)
_TIMES = re.compile(rb"""\stable:number-(?:rows|columns)-repeated\s*=\s*["']([^"']*)""")
_SHEET = (b"sheetData", b"s\0h\0e\0e\0t\0D\0a\0t\0a")


def refuse_large(file: IO[bytes], name: str, passed: set[str]) -> None:
    """Raise if the sheets of a workbook do not fit into memory, or if its archive is damaged.

    A workbook is not inspected again if the checksums of its parts are among those that have passed.
    """
    file.seek(0)
    with open_archive(file, name) as archive:
        checksums = repr([(info.filename, info.CRC, info.file_size) for info in archive.infolist()])
        if checksums in passed:
            file.seek(0)
            return
        n_bytes = sum(info.file_size for info in archive.infolist())
        if n_bytes > MOST_UNPACKED:
            what = f"the workbook unpacks to {n_bytes:,} bytes, and may have {MOST_UNPACKED:,}"
            raise BadData(f"{name}: {what}; save its sheet as CSV")
        for part in set(archive.namelist()):
            try:
                n_rows, n_columns = _reach(archive, part)
            except (BadZipFile, *DAMAGE) as error:
                raise BadData(f"{name}: this is not a whole workbook: {error}") from None
            if n_rows * n_columns > MOST_CELLS:
                what = f"a sheet reaches to row {n_rows:,} and column {n_columns:,}, and may have {MOST_CELLS:,} cells"
                raise BadData(f"{name}: {what}; delete what is far from the table, or save the sheet as CSV")
            if n_rows > MOST_ROWS or n_columns > MOST_COLUMNS:
                most = f"{MOST_ROWS:,} rows and {MOST_COLUMNS:,} columns"
                what = f"a sheet reaches to row {n_rows:,} and column {n_columns:,}, and may have {most}"
                raise BadData(f"{name}: {what}; save the sheet as CSV")
    passed.add(checksums)
    file.seek(0)


def _reach(archive: ZipFile, part: str) -> tuple[int, int]:
    """Return the rows and columns of the sheets in a part of a workbook; it is read to its checksum in any case."""
    has_cells = False
    with archive.open(part) as stream:
        before = b""
        while data := stream.read(_BYTES_AT_ONCE):
            has_cells = has_cells or any(word in before + data for word in _SHEET)
            before = data[-20:]
    if part == "content.xml":
        tags = (tag for chunk in _chunks(archive, part) for tag in _tags(chunk, part, _OPEN_DOCUMENT))
        return _reach_of_open_document(tags)
    return _reach_of_excel(archive, part) if has_cells else (0, 0)


def _chunks(archive: ZipFile, part: str) -> Iterator[bytes]:
    """Yield a part of an archive in pieces of about a megabyte that end before a tag."""
    rest = b""
    with archive.open(part) as stream:
        while more := stream.read(_BYTES_AT_ONCE):
            data = rest + more
            end = max(0, data.rfind(b"<"))
            yield data[:end]
            rest = data[end:]
            if b"\0" in more:
                raise ValueError(f"{part} is not UTF-8")
            if len(rest) > _LONGEST_TAG:
                raise ValueError(f"{part} has a tag that does not end")
    yield rest


def _tags(chunk: bytes, part: str, pattern: re.Pattern[bytes]) -> Iterator[tuple[bytes, bytes, bytes]]:
    """Yield name, attributes and end of the tags."""
    for found in pattern.finditer(chunk):
        if found[2] is None:
            raise ValueError(f"{part} has a tag that cannot be read: {shortened(repr(chunk[found.start() :][:99]))}")
        yield found[1], found[2], found[3]


def _reach_of_excel(archive: ZipFile, part: str) -> tuple[int, int]:
    row = column = last_row = last_column = 0
    for chunk in _chunks(archive, part):
        usual = _USUAL.findall(chunk)
        if len(usual) == len(_EXCEL_START.findall(chunk)):
            row, column = (int(usual[-1][1]), _column(usual[-1][0])) if usual else (row, column)
            last_row = max([last_row, *map(int, {digits for _, digits in usual})])
            last_column = max([last_column, *map(_column, {letters for letters, _ in usual})])
            continue
        for kind, attributes, _ in _tags(chunk, part, _EXCEL):
            places = [_place(one) for one in _PLACE.findall(attributes)]
            is_row = kind == b"row"
            row = max((number for number, _ in places), default=row + is_row)
            column = 0 if is_row else max((number for _, number in places), default=column + 1)
            last_row, last_column = max(row, last_row), max(column, last_column)
    return last_row, last_column


def _place(reference: bytes) -> tuple[int, int]:
    """Return the row and the column of a reference such as B7; the column of a row is 0."""
    found = _REFERENCE.fullmatch(reference)
    if found is None:
        raise ValueError(f"there is no cell {shortened(reference.decode(errors='replace'))!r}")
    return int(found[2]), _column(found[1])


def _column(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = 26 * number + letter - ord("A") + 1
    return number


def _reach_of_open_document(tags: Iterator[tuple[bytes, bytes, bytes]]) -> tuple[int, int]:
    row = column = last_row = last_column = 0
    times = 1
    for kind, attributes, end in tags:
        repeated = max([1, *(_times(one) for one in _TIMES.findall(attributes))])
        if kind == b"table":
            row = 0
        elif kind == b"table-row":
            row, column, times = row + times if row else 1, 0, repeated
        else:
            column += repeated
            if not end or b"office:" in attributes:  # not empty
                last_row, last_column = max(row + times - 1, last_row), max(column, last_column)
    return last_row, last_column


def _times(number: bytes) -> int:
    if not number.isdigit() or len(number) > 12:
        raise ValueError(f"a cell cannot be repeated {shortened(number.decode(errors='replace'))!r} times")
    return int(number)
