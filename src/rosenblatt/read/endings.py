"""Endings of names: what they say about format and compression."""

from __future__ import annotations

ENDINGS = {
    ".csv": "csv",
    ".tsv": "tsv",
    ".tab": "tsv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "json",
    ".arff": "arff",
    ".parquet": "parquet",
    ".arrow": "arrow",
    ".arrows": "arrow",
    ".feather": "arrow",
    ".ipc": "arrow",
    ".xlsx": "xlsx",
    ".xlsm": "xlsx",
    ".ods": "ods",
    ".sqlite": "sqlite",
    ".sqlite3": "sqlite",
    ".db": "sqlite",
    ".db3": "sqlite",
    ".svm": "svmlight",
    ".svmlight": "svmlight",
    ".libsvm": "svmlight",
    ".ft": "fasttext",
    ".fasttext": "fasttext",
    ".tar": "tar",
    ".npy": "npy",
    ".npz": "npz",
}
FORMATS = (*dict.fromkeys(ENDINGS.values()), "labelled", "folder")
ARCHIVES = ("npz", "xlsx", "ods")  # formats that are zip files
TARRED = {".tgz": "gzip", ".tbz2": "bz2", ".txz": "xz"}  # for .tar.gz and so on
COMPRESSED = {".gz": "gzip", ".bz2": "bz2", ".xz": "xz", ".zst": "zstd", ".zip": "zip", **TARRED}
