"""Small tables as other programs write them, drawn from a seed, with what is true of them."""

import csv
import io
import random
from dataclasses import dataclass

NAMES = ["age", "job", "pay", "note", "city", "height", "when", "kind"]
WORDS = ["red", "green", "blue", "Paris", "Rome", "yes", "no", "State-gov", "Iris-setosa", "A11"]
MARKS = ["?", "NA", "N/A", "nan", "null", "None", "-", "."]
DELIMITERS = [",", ";", "\t", "|", " "]


@dataclass
class MadeTable:
    """The text of a table, its rows (a missing number is None), and how it is written."""

    text: str
    rows: list
    names: list
    delimiter: str
    header: bool
    has_other_delimiters: bool


def made_table(seed):
    """Draw a table with at least one column of numbers and three rows."""
    draw = random.Random(seed)
    delimiter, header = draw.choice(DELIMITERS), draw.random() < 0.5
    quoting = draw.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC])
    n_rows, n_columns = draw.randint(3, 12), draw.randint(2, 6)
    kinds = ["number", *draw.choices(["number", "missing", "word", "text"], k=n_columns - 1)]
    draw.shuffle(kinds)
    others = draw.random() < 0.3
    line_end = draw.choice(["\n", "\r\n", "\r"])
    line = "line" if line_end == "\r" else "line\nend"  # Python does not quote a line end that it does not use
    columns = [_column(draw, kind, n_rows, delimiter=delimiter, others=others, line=line) for kind in kinds]
    names = draw.sample(NAMES, n_columns)
    stream = io.StringIO()
    writer = csv.writer(stream, delimiter=delimiter, quoting=quoting, lineterminator=line_end)
    if header:
        writer.writerow(names)
    writer.writerows(zip(*[written for written, _ in columns], strict=True))
    rows = [list(row) for row in zip(*[values for _, values in columns], strict=True)]
    if not header:
        names = [f"column {place}" for place in range(1, n_columns + 1)]
    return MadeTable(stream.getvalue(), rows, names, delimiter, header, others and "text" in kinds)


def _column(draw, kind, n_rows, *, delimiter, others, line):
    """Return the values as they are written, and as they are read."""
    if kind in ("number", "missing"):
        is_whole = draw.random() < 0.5
        numbers = [draw.randint(-50, 5000) if is_whole else round(draw.uniform(-9, 9), 3) for _ in range(n_rows)]
        values = [None if kind == "missing" and draw.random() < 0.3 else float(number) for number in numbers]
        if all(value is None for value in values):
            values[0] = float(numbers[0])
        marks = MARKS if delimiter == " " else ["", *MARKS]
        return [draw.choice(marks) if one is None else n for n, one in zip(numbers, values, strict=True)], values
    if kind == "word":
        words = draw.choices(draw.sample(WORDS, 2), k=n_rows)
        return words, words
    marks = [mark for mark in DELIMITERS if others or mark in (delimiter, " ")]
    texts = [_text(draw, marks, line) for _ in range(n_rows)]
    return texts, texts


def _text(draw, marks, line):
    words = draw.choices(["some", "words", 'he said "no"', "it's", line, "of a text"], k=draw.randint(2, 5))
    return "".join(word + draw.choice(marks) for word in words) + "end"
