"""Guesses as CSV, JSON lines or Parquet, one line a line."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import Any, TextIO

from rosenblatt.atomic_file import unfinished_file, whole_file
from rosenblatt.evaluate.predictions import Prediction

Writer = Callable[[list[Prediction]], None]


def csv_writer(stream: TextIO, labels: Sequence[Any], with_scores: bool) -> Writer:
    """Write a header, and give what writes a line an answer; where there is none, the line has empty fields."""
    lines = csv.writer(stream, lineterminator="\n")
    lines.writerow(_names(labels, with_scores))
    nothing = [""] * len(labels)
    of_guess = {label: _csv_line(label) for label in [None, *labels]}

    def write(answers: list[Prediction]) -> None:
        if with_scores:
            lines.writerows(["" if guess is None else guess, *(scores or nothing)] for guess, scores in answers)
        else:
            stream.writelines([of_guess[guess] for guess, _ in answers])

    return write


def _csv_line(guess: Any) -> str:
    line = StringIO()
    csv.writer(line, lineterminator="\n").writerow(["" if guess is None else guess])
    return line.getvalue()


def json_writer(stream: TextIO, labels: Sequence[Any], with_scores: bool) -> Writer:
    """Give what writes an object an answer, a line each; where there is none, the prediction is null."""
    names = [str(label) for label in labels]

    def write(answers: list[Prediction]) -> None:
        for guess, scores in answers:
            row = {"prediction": guess}
            if with_scores:
                row["scores"] = None if scores is None else dict(zip(names, scores, strict=True))
            stream.write(json.dumps(row, ensure_ascii=False) + "\n")

    return write


TEXT_WRITERS = {".csv": csv_writer, ".jsonl": json_writer, ".ndjson": json_writer}
ENDINGS = (*TEXT_WRITERS, ".parquet")


@contextmanager
def opened(output: Path | None, ending: str, labels: Sequence[Any], with_scores: bool) -> Iterator[Writer]:
    """Give what writes answers to a file, whole or not at all, or to standard output."""
    if output is None:
        yield TEXT_WRITERS[ending](sys.stdout, labels, with_scores)
        sys.stdout.flush()
    elif ending == ".parquet":
        with unfinished_file(output) as unfinished, _parquet_writer(unfinished, labels, with_scores) as write:
            yield write
    else:
        with whole_file(output) as stream:
            yield TEXT_WRITERS[ending](stream, labels, with_scores)


@contextmanager
def _parquet_writer(path: Path, labels: Sequence[Any], with_scores: bool) -> Iterator[Writer]:
    import pyarrow as pa  # noqa: PLC0415  only here
    import pyarrow.parquet as pq  # noqa: PLC0415

    names = _names(labels, with_scores)
    kinds = [pa.array(labels).type, *[pa.float64()] * (len(names) - 1)]
    schema = pa.schema(list(zip(names, kinds, strict=True)))
    with pq.ParquetWriter(path, schema) as file:

        def write(answers: list[Prediction]) -> None:
            if not answers:
                return
            columns = [[guess for guess, _ in answers]]
            for place in range(len(names) - 1):
                columns.append([scores and scores[place] for _, scores in answers])
            file.write_table(pa.table(columns, schema=schema))

        yield write


def _names(labels: Sequence[Any], with_scores: bool) -> list[str]:
    return ["prediction", *(f"score:{label}" for label in labels if with_scores)]
