"""Files that are no tables, recognised by their first bytes, each with the way to a file that is one."""

from __future__ import annotations

import re

from rosenblatt.errors import BadData

_BYTES_INSPECTED = 300

_AS_TABLE = "write its rows as CSV, JSON lines or Parquet"
_NO_ROWS = "name a file of rows, such as CSV, JSON lines or Parquet"
_UNPACK = "unpack it, and name the file in it"
_FROM_PANDAS = "open it with pandas, and write its rows by `DataFrame.to_parquet`"

# Each pattern has a byte that no text has, or words with which no table begins.
_FOREIGN = {
    rb"\x80[\x02-\x05][\x8a\x8c\x95()\]}CGJKNXc]|c(copy_reg|numpy|pandas|sklearn)[\w.]*\n": (
        "a pickle",
        "opening one can run any code; write its rows as Parquet or in a NumPy file",
    ),
    rb"\x89HDF\r\n\x1a\n": ("HDF5", _FROM_PANDAS),
    rb"%PDF-": ("a PDF document", _AS_TABLE),
    rb"\x89PNG\r\n\x1a\n|\xff\xd8\xff|GIF8[79]a|II\*\0|MM\0\*|RIFF.{4}WEBP": (
        "an image",
        "write its pixels as rows of numbers, such as a NumPy file",
    ),
    rb"RIFF.{4}(WAVE|AVI )|OggS\0|fLaC\0|ID3[\x02-\x04]|\0\0.{2}ftyp": ("audio or video", _NO_ROWS),
    rb"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": ("an old Office file", "save its sheet as .xlsx or .csv"),
    rb"FEA1\0{4}": ("Feather of version 1", "read it with `pandas.read_feather`, and write it anew"),
    rb"ORC[\x00-\x1f]": ("ORC", "write it as Parquet"),
    rb"Obj\x01": ("Avro", "write it as Parquet"),
    rb"MATLAB [57]\.\d MAT-file": (
        "a MATLAB file",
        "read it with `scipy.io.loadmat`, and write its arrays by `numpy.savez`",
    ),
    rb"RD[AX][23]\n[ABX]\n|X\n\0\0\0[\x02\x03]\0": ("R data", "write it in R by `write.csv`"),
    rb"<stata_dta>|[\x71-\x73][\x01\x02]\x01\0": ("a Stata file", _FROM_PANDAS),
    rb"\$FL[23]@\(#\)": ("an SPSS file", _FROM_PANDAS),
    rb"\0{12}\xc2\xea\x81\x60": ("a SAS file", _FROM_PANDAS),
    rb".{8}DUCK.\0{7}": ("a DuckDB file", "write its table by `COPY ... TO 'rows.parquet'`"),
    rb"7z\xbc\xaf\x27\x1c|Rar!\x1a\x07|\x04\x22\x4d\x18|LZIP\x01": ("an archive", _UNPACK),
    rb"\x7fELF|MZ.{58}[\0-\xff]{2}\0\0|\xcf\xfa\xed\xfe|\xca\xfe\xba\xbe": ("a program", _NO_ROWS),
    rb".{6}\0\0\{\"": ("a model or tensors", "name the file of rows; the model comes before it"),
    rb"(?i)\s*(<!doctype html|<html[\s>])": ("a web page", "fetch the file itself, not the page that shows it"),
    rb"\s*<\?xml\s": ("XML", _AS_TABLE),
}
_TEXT = bytes(range(9, 14)) + bytes(range(32, 127))
_WORDS = (b"%PDF-", b"GIF8", b"MATLAB", b"RD", b"$FL", b"c", b"<")


def refuse_foreign(name: str, first: bytes) -> None:
    """Raise if the first bytes are those of a file that holds no table, or one that is not read."""
    first = first[:_BYTES_INSPECTED]
    if not first.translate(None, _TEXT) and not first.lstrip().startswith(_WORDS):
        return  # plain text: most files need not wait until the patterns are compiled
    for pattern, (what, remedy) in _FOREIGN.items():
        if re.match(pattern, first, re.DOTALL):
            raise BadData(f"{name}: by its first bytes this is {what}, which is not read; {remedy}")
