"""Writers of predictions as CSV, JSON lines or Parquet: one output line per input line."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import Any, Protocol

from rosenblatt.atomic_file import atomic_path, atomic_text
from rosenblatt.evaluate.predictions import Prediction
from rosenblatt.show.escapes import EscapingStream

Writer = Callable[[list[Prediction]], None]


class TextSink(Protocol):
    """The part of a text stream that writers need."""

    def write(self, text: str, /) -> int: ...

    def writelines(self, lines: Iterable[str], /) -> None: ...


def csv_writer(stream: TextSink, labels: Sequence[Any], with_scores: bool) -> Writer:
    """Write a header; return a writer of one line per prediction, with empty fields where there is none."""
    lines = csv.writer(stream, lineterminator="\n")
    lines.writerow(_names(labels, with_scores))
    nothing = [""] * len(labels)
    line_of = {label: _csv_line(label) for label in [None, *labels]}

    def write(predictions: list[Prediction]) -> None:
        if with_scores:
            lines.writerows(["" if label is None else label, *(scores or nothing)] for label, scores in predictions)
        else:
            stream.writelines([line_of[label] for label, _ in predictions])

    return write


def _csv_line(label: Any) -> str:
    line = StringIO()
    csv.writer(line, lineterminator="\n").writerow(["" if label is None else label])
    return line.getvalue()


def json_writer(stream: TextSink, labels: Sequence[Any], with_scores: bool) -> Writer:
    """Return a writer of one object per line; the prediction is null where there is none."""
    names = [str(label) for label in labels]

    def write(predictions: list[Prediction]) -> None:
        for label, scores in predictions:
            row = {"prediction": label}
            if with_scores:
                row["scores"] = None if scores is None else dict(zip(names, scores, strict=True))
            stream.write(json.dumps(row, ensure_ascii=False) + "\n")

    return write


TEXT_WRITERS = {".csv": csv_writer, ".jsonl": json_writer, ".ndjson": json_writer}
ENDINGS = (*TEXT_WRITERS, ".parquet")


@contextmanager
def opened(output: Path | None, ending: str, labels: Sequence[Any], with_scores: bool) -> Iterator[Writer]:
    """Provide a writer to a file, which appears only when it is complete, or to standard output."""
    if output is None:
        stdout: TextSink = EscapingStream(sys.stdout) if sys.stdout.isatty() else sys.stdout
        yield TEXT_WRITERS[ending](stdout, labels, with_scores)
        sys.stdout.flush()
    elif ending == ".parquet":
        with atomic_path(output) as temporary, _parquet_writer(temporary, labels, with_scores) as write:
            yield write
    else:
        with atomic_text(output) as stream:
            yield TEXT_WRITERS[ending](stream, labels, with_scores)


@contextmanager
def _parquet_writer(path: Path, labels: Sequence[Any], with_scores: bool) -> Iterator[Writer]:
    import pyarrow as pa  # noqa: PLC0415  not needed for other formats
    import pyarrow.parquet as pq  # noqa: PLC0415

    names = _names(labels, with_scores)
    kinds = [pa.array(labels).type, *[pa.float64()] * (len(names) - 1)]
    schema = pa.schema(list(zip(names, kinds, strict=True)))
    with pq.ParquetWriter(path, schema) as file:

        def write(predictions: list[Prediction]) -> None:
            if not predictions:
                return
            columns = [[label for label, _ in predictions]]
            for place in range(len(names) - 1):
                columns.append([scores and scores[place] for _, scores in predictions])
            file.write_table(pa.table(columns, schema=schema))

        yield write


def _names(labels: Sequence[Any], with_scores: bool) -> list[str]:
    return ["prediction", *(f"score:{label}" for label in labels if with_scores)]
