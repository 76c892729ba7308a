"""The format of a file: detected by its ending, verified by its first bytes."""

from __future__ import annotations

import re
from pathlib import Path

from rosenblatt.errors import BadData
from rosenblatt.read._decoded import UTF16_MARKS
from rosenblatt.read._foreign import refuse_foreign
from rosenblatt.read._zip import MAGIC, archive_kind
from rosenblatt.read.endings import ARCHIVES, ENDINGS, FORMATS
from rosenblatt.read.source import Source
from rosenblatt.read.stream_source import COMPRESSION_MAGIC, StreamSource

_FIRST_BYTES = {
    b"PAR1": "parquet",
    b"ARROW1": "arrow",
    b"\xff\xff\xff\xff": "arrow",  # a stream
    b"\x93NUMPY": "npy",
    b"SQLite format 3\0": "sqlite",
    **COMPRESSION_MAGIC,
}
_BYTES_INSPECTED = 2**14
_JSON_ARRAY = re.compile(rb"\[\s*([{\]]|$)")
_NESTED = re.compile(rb'\{\s*("[^"]*")\s*:\s*[\[{]')
_NUMBERS = re.compile(rb"(?:^|\s)[+-]?[\d.]+(?:e[+-]?\d+)?(?=\s|$)", re.IGNORECASE)
_SVMLIGHT = re.compile(rb"[+-]?[\d.]+(e[+-]?\d+)?(\s+qid:\d+)?(\s+\d+:\S+)+\s*(#|$)", re.IGNORECASE)


def detect_format(source: Source, if_open: str | None = None) -> str:
    """Detect the format by the ending of the name, or else by the content.

    Parameters
    ----------
    source : the file.
    if_open : the format of a file that could be any table or text.
    """
    if _is_folder(source):
        return "folder"
    by_ending = ENDINGS.get(source.ending)
    if by_ending is not None and by_ending != "json":
        return by_ending
    first = _first_bytes(source)
    refuse_foreign(source.name, first)
    found = _archive(source) if first.startswith(MAGIC) else _by_content(first, if_open)
    if by_ending == "json":
        return _json_format(source, first, found)
    if found is None or found not in FORMATS:
        known = ", ".join(ENDINGS)
        raise BadData(f"{source.name}: unknown format; name it with `format=`, or use a known ending: {known}")
    return found


def verify_format(source: Source, expected: str) -> None:
    """Refuse a file whose first bytes are those of another format."""
    if expected == "folder":
        if not _is_folder(source):
            raise BadData(f"{source.name}: this is not a folder")
        return
    first = _first_bytes(source)
    refuse_foreign(source.name, first)
    found = _archive(source) if first.startswith(MAGIC) else _by_magic(first)
    if found in (None, expected) or (found == "zip" and expected in ARCHIVES):
        return
    if found in FORMATS:
        what = f"by its first bytes this is {found}, not {expected}"
        raise BadData(f"{source.name}: {what}; rename it or pass `format={found!r}`")
    raise BadData(f"{source.name}: this is compressed by {found}, but its name does not end so; rename it")


def _json_format(source: Source, first: bytes, found: str | None) -> str:
    """Return jsonl if a file that is called JSON has one object per line, as many have, else json."""
    line, *others = _content(first).split(b"\n", 1)
    if found == "jsonl" and others and not line.rstrip().endswith(b"}"):
        what = "this is one JSON object over several lines"
        raise BadData(f"{source.name}: {what}; the rows must be an array of objects, or one object per line")
    key = _NESTED.match(line)
    if found == "jsonl" and key is not None and not b"".join(others).strip():
        what = f"this is one JSON object, and {key[1].decode(errors='replace')} in it holds more"
        raise BadData(f"{source.name}: {what}; the rows must be an array of objects, or one object per line")
    return "jsonl" if found == "jsonl" else "json"


def _is_folder(source: Source) -> bool:
    return not isinstance(source, StreamSource) and Path(source.name).is_dir()


def _first_bytes(source: Source) -> bytes:
    """Return the first bytes, of a stream at least until its first line has come; those of UTF-16 as UTF-8."""
    first = source.first_bytes(_BYTES_INSPECTED, lambda found: _first_line(found[: found.rfind(b"\n") + 1]) != b"")
    return first.decode("utf-16", "ignore").encode() if first.startswith(UTF16_MARKS) else first


def _by_magic(first: bytes) -> str | None:
    if first[257:262] == b"ustar":
        return "tar"
    return next((found for magic, found in _FIRST_BYTES.items() if first.startswith(magic)), None)


def _archive(source: Source) -> str | None:
    if source.compression is not None:
        what = "archives such as .npz and .xlsx are read in place"
        raise BadData(f"{source.name}: decompress it with {source.compression}; {what}")
    with source.open_seekable() as file:
        return archive_kind(file)


def _first_line(first: bytes, comment: bytes = b"#") -> bytes:
    """Return the first line that is neither blank nor a comment."""
    lines = first.removeprefix(b"\xef\xbb\xbf").splitlines()
    return next((line for line in lines if line.strip() and not line.startswith(comment)), b"")


def _content(first: bytes) -> bytes:
    return first.removeprefix(b"\xef\xbb\xbf").lstrip()


def _by_content(first: bytes, if_open: str | None) -> str | None:
    if _JSON_ARRAY.match(_content(first)):
        return "json"
    if _first_line(first, b"%").lower().startswith(b"@relation"):
        return "arff"
    line = _first_line(first)
    if line.startswith(b"{"):
        return "jsonl"
    if line.startswith(b"__label__"):
        return "fasttext"
    if _SVMLIGHT.match(line):
        return "svmlight"
    return _by_magic(first) or if_open or ("tsv" if b"\t" in line else "csv" if _is_table(line) else None)


def _is_table(line: bytes) -> bool:
    """Whether a line may be one of a table: it has a delimiter, or several numbers."""
    return any(mark in line for mark in (b",", b";", b"|")) or len(re.findall(_NUMBERS, line)) > 1
