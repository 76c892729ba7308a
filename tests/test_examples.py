"""The data in examples/."""

import csv
import runpy
from pathlib import Path

EXAMPLES = Path(__file__).parent.parent / "examples"


def test_the_reviews_are_those_that_their_script_writes():
    with (EXAMPLES / "reviews.csv").open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)

    assert header == ["review", "about", "verdict"]
    assert [tuple(row) for row in rows] == runpy.run_path(str(EXAMPLES / "write_reviews.py"))["reviews"]()
