"""The format of a file: detected by its ending, verified by its first bytes."""

from __future__ import annotations

import re
from pathlib import Path

from rosenblatt.errors import BadData
from rosenblatt.read.source import STANDARD_INPUT, Source, StandardInput, open_file

ENDINGS = {
    ".csv": "csv",
    ".tsv": "tsv",
    ".tab": "tsv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".parquet": "parquet",
    ".arrow": "arrow",
    ".feather": "arrow",
    ".svm": "svmlight",
    ".svmlight": "svmlight",
    ".libsvm": "svmlight",
    ".ft": "fasttext",
    ".fasttext": "fasttext",
    ".npy": "npy",
    ".npz": "npz",
}
FORMATS = (*dict.fromkeys(ENDINGS.values()), "folder")
NEED_A_FILE = ("parquet", "arrow", "npy", "npz", "folder")

_FIRST_BYTES = {
    b"PAR1": "parquet",
    b"ARROW1": "arrow",
    b"\x93NUMPY": "npy",
    b"PK\x03\x04": "npz",
    b"\x1f\x8b": "gzip",
    b"BZh": "bz2",
    b"\xfd7zXZ\x00": "xz",
    b"\x28\xb5\x2f\xfd": "zstd",
}
_BYTES_INSPECTED = 2**14
_SVMLIGHT = re.compile(rb"[+-]?[\d.]+(e[+-]?\d+)?(\s+qid:\d+)?(\s+\d+:\S+)+\s*(#|$)", re.IGNORECASE)


def detect_format(source: Source) -> str:
    """Detect the format by the ending of the name, or else by the content."""
    if Path(source.name).is_dir():
        return "folder"
    if isinstance(source, StandardInput):
        raise BadData(f"{STANDARD_INPUT}: standard input needs `format=`: one of {', '.join(FORMATS[:-1])}")
    by_ending = ENDINGS.get(source.ending)
    if by_ending is not None:
        return by_ending
    found = _by_content(_first_bytes(source))
    if found not in FORMATS:
        known = ", ".join(ENDINGS)
        raise BadData(f"{source.name}: unknown format; name it with `format=`, or use a known ending: {known}")
    return found


def verify_format(source: Source, expected: str) -> None:
    """Refuse a file whose first bytes are those of another format."""
    if expected == "folder" or isinstance(source, StandardInput):
        return
    found = _by_magic(_first_bytes(source))
    if found is None or found == expected:
        return
    if found in FORMATS:
        what = f"by its first bytes this is {found}, not {expected}"
        raise BadData(f"{source.name}: {what}; rename it or pass `format={found!r}`")
    raise BadData(f"{source.name}: this is compressed by {found}, but its name does not end so; rename it")


def _first_bytes(source: Source) -> bytes:
    if source.compression is not None:
        with source.open() as stream:
            buffer = memoryview(bytearray(_BYTES_INSPECTED))
            return bytes(buffer[: stream.readinto(buffer)])
    with open_file(source.name) as file:
        return file.read(_BYTES_INSPECTED)


def _by_magic(first: bytes) -> str | None:
    return next((found for magic, found in _FIRST_BYTES.items() if first.startswith(magic)), None)


def _by_content(first: bytes) -> str | None:
    lines = first.removeprefix(b"\xef\xbb\xbf").splitlines()
    line = next((line for line in lines if line.strip() and not line.startswith(b"#")), b"")
    if line.startswith(b"{"):
        return "jsonl"
    if line.startswith(b"__label__"):
        return "fasttext"
    if _SVMLIGHT.match(line):
        return "svmlight"
    return _by_magic(first) or ("tsv" if b"\t" in line else "csv" if b"," in line else None)
