"""Readers as plain as they can be: slow, in Python's own words, obviously right."""

import csv
import io
import math
import re

NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")


def csv_rows(text):
    """(line, fields) of each record by Python's csv module; empty lines are no records."""
    reader = csv.reader(io.StringIO(text, newline=""))
    rows, line = [], 1
    for fields in reader:
        if fields:
            rows.append((line, fields))
        line = reader.line_num + 1
    return rows


def svmlight_rows(text, zero_based=False):
    """(line, label, {column: value}) of each row, or the line that is bad."""
    rows = []
    for line, content in enumerate(text.split("\n"), start=1):
        words = re.split(r"[ \t\r\v\f]+", content.partition("#")[0].strip(" \t\r\v\f"))
        if words == [""]:
            continue
        label, *entries = words
        features = [word for word in entries if not word.startswith("qid:")]
        if not _is_finite(label) or not all(_is_feature(word) for word in features):
            return rows, line
        numbers = [int(word.partition(":")[0]) for word in features]
        first = 0 if zero_based else 1
        if numbers != sorted(set(numbers)) or any(not first <= number <= 2**31 - 2 + first for number in numbers):
            return rows, line
        values = [float(word.partition(":")[2]) for word in features]
        columns = [number - first for number in numbers]
        rows.append((line, float(label), dict(zip(columns, values, strict=True))))
    return rows, None


def _is_finite(word):
    return NUMBER.fullmatch(word) is not None and math.isfinite(float(word))


def _is_feature(word):
    number, colon, value = word.partition(":")
    return re.fullmatch("[0-9]+", number) is not None and colon == ":" and _is_finite(value)
