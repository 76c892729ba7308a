"""Guesses as lines of CSV or JSON, one a row."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from typing import Any, TextIO

from numpy.typing import NDArray

from rosenblatt.batch import Floats

Writer = Callable[[NDArray[Any], "Floats | None"], None]


def csv_writer(stream: TextIO, classes: NDArray[Any], with_scores: bool) -> Writer:
    """Write a header, and give what writes a line a row."""
    lines = csv.writer(stream, lineterminator="\n")
    lines.writerow(["prediction", *(f"score:{label}" for label in classes.tolist() if with_scores)])

    def write(guesses: NDArray[Any], scores: Floats | None) -> None:
        if scores is None:
            lines.writerows([guess] for guess in guesses.tolist())
        else:
            lines.writerows([guess, *row] for guess, row in zip(guesses.tolist(), scores.tolist(), strict=True))

    return write


def json_writer(stream: TextIO, classes: NDArray[Any], _: bool) -> Writer:
    """Give what writes an object a row, a line each."""
    names = [str(label) for label in classes.tolist()]

    def write(guesses: NDArray[Any], scores: Floats | None) -> None:
        rows: list[dict[str, Any]] = [{"prediction": guess} for guess in guesses.tolist()]
        if scores is not None:
            for row, numbers in zip(rows, scores.tolist(), strict=True):
                row["scores"] = dict(zip(names, numbers, strict=True))
        stream.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)

    return write


WRITERS = {".csv": csv_writer, ".jsonl": json_writer, ".ndjson": json_writer}
