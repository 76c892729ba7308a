"""How a table is written, detected from its first rows."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np

from rosenblatt import _core
from rosenblatt.dates import are_dates
from rosenblatt.errors import BadData
from rosenblatt.read._csv_layout import SEPARATOR_LINE, fields_of, read_fields
from rosenblatt.read._decoded import ByteStream
from rosenblatt.read._detect_header import first_line_is_header, with_names
from rosenblatt.read._records import Bytes, RecordBlock, csv_records
from rosenblatt.read._spelled_numbers import is_plain_number, is_spelled_number
from rosenblatt.read.source import Source
from rosenblatt.read.table_form import BLANKS, DELIMITERS, MISSING_NUMBERS, TableForm

_MOST_ROWS, _MOST_CELLS = 100, 4_000
_LEAST_LINES = 20
_FIRST_BYTES, _MOST_BYTES = 2**16, 2**22
_NEARLY = 0.9  # of the share of rows that the best delimiter fits: whose cells decide


@dataclass(frozen=True, slots=True, eq=False)
class Head:
    """The first bytes of a file, and whether they are all of them.

    Attributes
    ----------
    data, is_whole : the bytes, without a line that names the delimiter.
    name : of the file.
    separator : the delimiter that such a line names, if there is one.
    """

    data: Bytes
    is_whole: bool
    name: str
    separator: str | None = None


def read_head(source: Source) -> Head:
    """Read enough of a file to tell how it is written; of a stream whose rows are wanted at once, one line."""
    data, is_whole = bytearray(), False
    with source.inspect() as stream:
        while not is_whole and not _is_enough(data, source.batch_rows == 1):
            is_whole = not _read_some(stream, data)
    text = bytes(data.removeprefix(BOM_UTF8))
    _refuse_utf16(text, source.name)
    line = SEPARATOR_LINE.match(text)
    rest = text[line.end() :] if line else text
    return Head(np.frombuffer(rest, np.uint8), is_whole, source.name, line["delimiter"].decode() if line else None)


def detect_form(
    head: Head, given: Mapping[str, Any], asked: Collection[str] = (), may_lack: str | None = None
) -> TableForm:
    """Return how a table is written: as given, and else as its first rows show.

    Raises if the rows leave it open, with the option that decides.

    Parameters
    ----------
    head : the first bytes of the file.
    given : attributes of the form that are known.
    asked : columns that are asked for by name, which a header line must hold.
    may_lack : one of the given names, whose column need not be there.
    """
    if head.separator is not None:
        given = {"delimiter": head.separator, **given}
    form = TableForm(**given)
    if "delimiter" not in given:
        form = _with_delimiter(form, head, given)
    elif "quote" not in given:
        form = _with_quote(form, head)
    rows = first_rows(form, head)
    if "header" not in given:
        form = replace(form, header=first_line_is_header(rows, asked, form, f"{head.name}:1"))
    if "decimal" not in given:
        form = replace(form, decimal=_decimal(rows[1:] if form.header else rows, form, head.name))
    return with_names(form, len(rows[0]) if rows else 0, may_lack)


def first_rows(form: TableForm, head: Head) -> list[list[str]]:
    """Return the fields of the first rows that have as many as the first one."""
    records = records_of(form, head)
    if not len(records):
        return []
    width = int(records.fields[0])
    alike = records.where(records.fields == width)
    alike = alike.part(0, min(len(alike), max(2, min(_MOST_ROWS, _MOST_CELLS // width))))
    found = read_fields(form, alike.data, alike.starts, [0] * width, 1)
    if found is None:
        parts = [alike.part(place, place + 1) for place in range(len(alike))]
        return [[field.decode(errors="replace") for field in fields_of(form, one)] for one in parts]
    ((data, bounds),) = found
    content = data.tobytes()
    cells = [content[begin:end].decode(errors="replace") for begin, end in pairwise(bounds.tolist())]
    return [cells[start : start + width] for start in range(0, len(cells), width)]


def _refuse_utf16(text: bytes, name: str) -> None:
    """Raise if every second byte is zero, as in texts of UTF-16."""
    for first, encoding in ((1, "utf-16-le"), (0, "utf-16-be")):
        if len(text) > 2 and not any(text[first::2]):
            raise BadData(f"{name}: this is UTF-16 without a byte order mark; pass `encoding={encoding!r}`")


def _is_enough(data: bytearray, one_line: bool) -> bool:
    rest = SEPARATOR_LINE.sub(b"", bytes(data), count=1) if one_line else b""
    if one_line and b"\n" in rest.lstrip():
        return True
    n_lines = data.count(b"\n") or data.count(b"\r")
    return len(data) >= _MOST_BYTES or (len(data) >= _FIRST_BYTES and n_lines >= _LEAST_LINES)


def _read_some(stream: ByteStream, data: bytearray) -> int:
    buffer = memoryview(bytearray(_FIRST_BYTES))
    count = stream.readinto(buffer) or 0
    data += buffer[:count]
    return count


def _find(form: TableForm, head: Head) -> _core.Records:
    """Find the whole records; a single line that does not end is one, too."""
    found = csv_records(form)(head.data, 1, head.is_whole)
    return found if len(found.starts) else csv_records(form)(head.data, 1, True)


def records_of(form: TableForm, head: Head) -> RecordBlock:
    """Return the whole records of the first bytes."""
    found = _find(form, head)
    return RecordBlock(head.data[: found.consumed], found.starts, found.lines, found.fields).with_plain_fields(found)


def _with_delimiter(form: TableForm, head: Head, given: Mapping[str, Any]) -> TableForm:
    possible = [one for one in DELIMITERS if one not in (form.quote, form.comment)]
    fits = {delimiter: _fit(replace(form, delimiter=delimiter), head) for delimiter in possible}
    best = max((share for delimiter, share in fits.items() if delimiter != " "), default=0.0)
    contenders = [one for one, share in fits.items() if one != " " and share and share >= _NEARLY * best]
    spaced = replace(form, delimiter=" ")
    if best < 1.0 and fits.get(" ") == 1.0 and _is_spaced(spaced, head):
        return spaced
    if not contenders:
        return form
    form = replace(form, delimiter=_cleanest(contenders, form, head))
    if form.delimiter == "\t" and tabs_are_blanks(head, given):
        return replace(form, delimiter=BLANKS)
    return form if "quote" in given else _with_quote(form, head)


def tabs_are_blanks(head: Head, given: Mapping[str, Any]) -> bool:
    """Whether tabs separate fields as spaces do: some lines have none, or they leave several numbers in one field."""
    tabbed, spaced = (replace(TableForm(**given), delimiter=one) for one in ("\t", BLANKS))
    if _fit(spaced, head) < 1.0:
        return False
    if (_find(tabbed, head).fields == 1).any():
        return _is_spaced(spaced, head)
    return any(map(_are_runs_of_numbers, zip(*first_rows(tabbed, head)[1:], strict=True)))


def _are_runs_of_numbers(cells: Sequence[str]) -> bool:
    """Whether every cell holds several numbers, and together they are neither one number nor a date."""
    missing = set(MISSING_NUMBERS)
    runs = [[word for word in cell.split() if word not in missing] for cell in cells]
    has_several = all(len(cell.split()) > 1 for cell in cells) and all(all(map(is_plain_number, run)) for run in runs)
    is_one = all(is_spelled_number(cell, ".") for cell in cells) or are_dates(cells)
    return has_several and any(runs) and not is_one


def _fit(form: TableForm, head: Head) -> float:
    """Return the share of records with as many fields as the first one; 0 if that has one."""
    fields = _find(form, head).fields
    return float(np.mean(fields == fields[0])) if len(fields) and fields[0] > 1 else 0.0


def _with_quote(form: TableForm, head: Head) -> TableForm:
    """Return the form without quotes if only then all rows have as many fields as the first one."""
    unquoted = replace(form, quote="")
    if form.quote.encode() not in head.data.tobytes() or _fit(unquoted, head) < 1.0:
        return form
    is_odd = (
        (_find(form, head).inside_quotes and head.is_whole) or _fit(form, head) < 1.0 or _has_odd_quotes(form, head)
    )
    return unquoted if is_odd else form


def _has_odd_quotes(form: TableForm, head: Head) -> bool:
    """Whether text follows the quote that ends a field."""
    records = records_of(form, head)
    width, quote = int(records.fields[0]), ord(form.quote)
    parts = (records.part(place, place + 1) for place in range(len(records)))
    quoted = (one for one in parts if (one.data == quote).any())
    return any(read_fields(form, one.data, one.starts, [0] * width, 1) is None for one in quoted)


def _is_spaced(form: TableForm, head: Head) -> bool:
    """Whether spaces separate fields: some of them numbers, or aligned by several spaces; not words of one text."""
    rows = first_rows(form, head)
    has_numbers = any(all(map(is_plain_number, column)) for column in zip(*rows[1:], strict=True))
    return has_numbers or b"  " in head.data.tobytes()


def _cleanest(contenders: list[str], form: TableForm, head: Head) -> str:
    """Return the delimiter that leaves the fewest others in the cells, numbers not counted."""
    if len(contenders) == 1:
        return contenders[0]

    def unclean(delimiter: str) -> float:
        cells = [cell for row in first_rows(replace(form, delimiter=delimiter), head) for cell in row]
        others = [other for other in contenders if other != delimiter]
        odd = [cell for cell in cells if any(other in cell for other in others)]
        return sum(not is_spelled_number(cell, ".") and not is_spelled_number(cell, ",") for cell in odd) / len(cells)

    scores = {delimiter: unclean(delimiter) for delimiter in contenders}
    best = [delimiter for delimiter, score in scores.items() if score == min(scores.values())]
    if len(best) > 1:
        names = " or ".join(DELIMITERS[one] for one in best)
        remedy = " or ".join(f"`delimiter={one!r}`" for one in best)
        raise BadData(f"{head.name}: {names} may separate the fields; pass {remedy}")
    return best[0]


def _decimal(rows: list[list[str]], form: TableForm, name: str) -> str:
    """Return the character before fractions: a comma if some columns of numbers have it, and none has a point."""
    doubtful, has_comma, missing = "", False, set(form.null_values)
    for column in zip(*rows, strict=True):
        cells = [cell for cell in column if cell not in missing]
        if cells and all(map(is_plain_number, cells)):
            if any("." in cell for cell in cells):
                return "."
        elif cells and all(is_spelled_number(cell, ".") for cell in cells):
            if not all(is_spelled_number(cell, ",") for cell in cells):
                return "."
            doubtful = doubtful or next((cell for cell in cells if "," in cell), "")
        else:
            has_comma |= bool(cells) and all(is_spelled_number(cell, ",") for cell in cells)
    if doubtful and not has_comma:
        numbers = f"{doubtful.replace(',', '')} or {doubtful.replace(',', '.')}"
        raise BadData(f"{name}: {doubtful!r} may be {numbers}; pass `decimal='.'` or `decimal=','`")
    return "," if has_comma else "."
