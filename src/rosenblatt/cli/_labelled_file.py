"""A file of labelled rows as numbers, with the line of each row: CSV and svmlight."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from rosenblatt.errors import BadData

_SEPARATORS = {".csv": ",", ".tsv": "\t"}


@dataclass(frozen=True, slots=True, eq=False)
class LabelledRows:
    """Rows, labels, and the line of the file that each row came from."""

    X: NDArray[np.float64] | sp.csr_array
    y: NDArray[np.str_] | NDArray[np.float64] | NDArray[np.int64]
    lines: list[int]


def read_labelled(path: Path, label: str | None) -> LabelledRows:
    """Read CSV (or .tsv) if the name ends so or a label column is named, and svmlight otherwise."""
    if label is not None or path.suffix in _SEPARATORS:
        return _read_csv(path, label, _SEPARATORS.get(path.suffix, ","))
    return _read_svmlight(path)


def _read_csv(path: Path, label: str | None, separator: str) -> LabelledRows:
    rows, labels, lines = [], [], []
    with path.open(newline="", encoding="utf-8-sig") as file:
        reader = csv.reader(file, delimiter=separator)
        header = next(reader, [])
        place = _place_of_label(path, header, label)
        for record in reader:
            if not record:
                continue
            if len(record) != len(header):
                raise BadData(f"{path}:{reader.line_num}: {len(record)} fields; the header names {len(header)}")
            labels.append(record.pop(place).strip())
            rows.append(_numbers(f"{path}:{reader.line_num}", record, header[:place] + header[place + 1 :]))
            lines.append(reader.line_num)
    X = np.array(rows, dtype=np.float64).reshape(len(rows), len(header) - 1)
    return LabelledRows(X, _as_labels(labels), lines)


def _place_of_label(path: Path, header: list[str], label: str | None) -> int:
    if label is None:
        raise BadData(f"{path}: say which column holds the label, with --label; there are {', '.join(header)}")
    if label not in header:
        raise BadData(f"{path}:1: there is no column {label!r}; there are {', '.join(header)}")
    return header.index(label)


def _numbers(where: str, fields: list[str], names: list[str]) -> list[float]:
    try:
        return [float(field) for field in fields]
    except ValueError:
        name, field = next((n, f) for n, f in zip(names, fields, strict=True) if not _is_number(f))
        raise BadData(f"{where}: column {name!r} holds {field!r}; every column must hold numbers") from None


def _read_svmlight(path: Path) -> LabelledRows:
    values: list[float] = []
    columns: list[int] = []
    starts, labels, lines = [0], [], []
    with path.open(encoding="utf-8") as file:
        for line, text in enumerate(file, start=1):
            first, *entries = text.partition("#")[0].split() or [""]
            if not first:
                continue
            labels.append(first)
            lines.append(line)
            for entry in entries:
                number, _, value = entry.partition(":")
                if not (number.isdecimal() and _is_number(value)):
                    raise BadData(
                        f"{path}:{line}: {entry!r} must be a feature number, a colon and a value, as in 7:0.5"
                    )
                columns.append(int(number))
                values.append(float(value))
            starts.append(len(values))
    X = sp.csr_array((values, columns, starts), shape=(len(lines), max(columns, default=0) + 1), dtype=np.float64)
    return LabelledRows(X, _as_labels(labels), lines)


def _as_labels(texts: list[str]) -> NDArray[np.str_] | NDArray[np.float64] | NDArray[np.int64]:
    """Numbers if every label is one, so that 1 and +1 are the same class; text otherwise."""
    if not texts or not all(_is_number(text) for text in texts):
        return np.array(texts, dtype=np.str_)
    numbers = np.array([float(text) for text in texts])
    return numbers.astype(np.int64) if (numbers % 1 == 0).all() else numbers


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
