"""Writers of predictions as CSV, JSON lines or Parquet: one output line per input line."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import Any, Protocol, TypeVar

from rosenblatt.atomic_file import atomic_path, atomic_text
from rosenblatt.evaluate.predictions import Predictions
from rosenblatt.rows import Floats
from rosenblatt.show._probability_texts import texts_of
from rosenblatt.show.escapes import EscapingStream

Writer = Callable[[Predictions], None]

T = TypeVar("T")


class TextSink(Protocol):
    """The part of a text stream that writers need."""

    def write(self, text: str, /) -> int: ...

    def writelines(self, lines: Iterable[str], /) -> None: ...


def csv_writer(stream: TextSink, labels: Sequence[Any], numbers: str | None) -> Writer:
    """Write a header; return a writer of one line per prediction, with empty fields where there is none."""
    lines = csv.writer(stream, lineterminator="\n")
    lines.writerow(_names(labels, numbers))
    line_of = {label: _csv_line(label) for label in [None, *labels]}
    start_of = {label: _csv_line(label, "").removesuffix("\n") for label in [None, *labels]}
    pieces = ["", *[","] * (len(labels) - 1), "\n"]
    nothing = "," * (len(labels) - 1) + "\n"

    def write(predictions: Predictions) -> None:
        if numbers == "probabilities":
            texts = _in_places(predictions, lambda known: texts_of(known, pieces), nothing)
            stream.writelines([start_of[label] + text for label, text in zip(predictions.labels, texts, strict=True)])
        elif numbers == "scores":
            scores = _in_places(predictions, _lists, [""] * len(labels))
            lines.writerows(
                ["" if label is None else label, *own] for label, own in zip(predictions.labels, scores, strict=True)
            )
        else:
            stream.writelines([line_of[label] for label in predictions.labels])

    return write


def _csv_line(label: Any, *others: str) -> str:
    line = StringIO()
    csv.writer(line, lineterminator="\n").writerow(["" if label is None else label, *others])
    return line.getvalue()


def _lists(numbers: Floats) -> list[list[Any]]:
    rows: list[list[Any]] = numbers.tolist()
    return rows


def _in_places(predictions: Predictions, make: Callable[[Floats], list[T]], nothing: T) -> list[T]:
    """Return what is made of each row of numbers, and nothing for a line that is not a row."""
    known = [] if predictions.numbers is None else make(predictions.numbers)
    if len(known) == len(predictions.labels):
        return known
    each = iter(known)
    return [nothing if label is None else next(each) for label in predictions.labels]


def json_writer(stream: TextSink, labels: Sequence[Any], numbers: str | None) -> Writer:
    """Return a writer of one object per line; the prediction is null where there is none."""
    names = [str(label) for label in labels]
    keys = [f"{json.dumps(name, ensure_ascii=False)}: " for name in names]
    pieces = ["{" + keys[0], *(f", {key}" for key in keys[1:]), "}"]

    def objects(scores: Floats) -> list[str]:
        each = (dict(zip(names, own, strict=True)) for own in scores.tolist())
        return [json.dumps(own, ensure_ascii=False) for own in each]

    def write(predictions: Predictions) -> None:
        lines = [json.dumps({"prediction": label}, ensure_ascii=False) for label in predictions.labels]
        if numbers is not None:
            make = objects if numbers == "scores" else lambda known: texts_of(known, pieces)
            texts = _in_places(predictions, make, "null")
            lines = [f'{line[:-1]}, "{numbers}": {text}}}' for line, text in zip(lines, texts, strict=True)]
        stream.writelines([f"{line}\n" for line in lines])

    return write


TEXT_WRITERS = {".csv": csv_writer, ".jsonl": json_writer, ".ndjson": json_writer}
ENDINGS = (*TEXT_WRITERS, ".parquet")
COLUMNS = {"scores": "score", "probabilities": "probability"}  # how the columns of numbers begin


@contextmanager
def opened(output: Path | None, ending: str, labels: Sequence[Any], numbers: str | None) -> Iterator[Writer]:
    """Provide a writer to a file, which appears only when it is complete, or to standard output.

    Parameters
    ----------
    output : the file; None for standard output.
    ending : the format.
    labels : one per class.
    numbers : ``"scores"`` or ``"probabilities"``, one per class; None for neither.
    """
    if output is None:
        stdout: TextSink = EscapingStream(sys.stdout) if sys.stdout.isatty() else sys.stdout
        yield TEXT_WRITERS[ending](stdout, labels, numbers)
        sys.stdout.flush()
    elif ending == ".parquet":
        with atomic_path(output) as temporary, _parquet_writer(temporary, labels, numbers) as write:
            yield write
    else:
        with atomic_text(output) as stream:
            yield TEXT_WRITERS[ending](stream, labels, numbers)


@contextmanager
def _parquet_writer(path: Path, labels: Sequence[Any], numbers: str | None) -> Iterator[Writer]:
    import pyarrow as pa  # noqa: PLC0415  not needed for other formats
    import pyarrow.parquet as pq  # noqa: PLC0415

    names = _names(labels, numbers)
    kinds = [pa.array(labels).type, *[pa.float64()] * (len(names) - 1)]
    schema = pa.schema(list(zip(names, kinds, strict=True)))
    with pq.ParquetWriter(path, schema) as file:

        def write(predictions: Predictions) -> None:
            if not predictions.labels:
                return
            columns = [predictions.labels]
            if numbers is not None:
                rows = _in_places(predictions, _lists, [None] * len(labels))
                columns += map(list, zip(*rows, strict=True))
            file.write_table(pa.table(columns, schema=schema))

        yield write


def _names(labels: Sequence[Any], numbers: str | None) -> list[str]:
    return ["prediction", *(f"{COLUMNS[numbers]}:{label}" for label in labels if numbers is not None)]
