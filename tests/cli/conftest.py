"""Files to run commands on."""

import pytest
from click.testing import CliRunner

from rosenblatt.cli.app import app


@pytest.fixture
def written(tmp_path):
    """Write a file and return its path."""

    def write(text, name="data.csv"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


@pytest.fixture
def run():
    """Run a command in this process."""

    def invoke(*arguments, stdin=None):
        return CliRunner().invoke(app, list(map(str, arguments)), input=stdin)

    return invoke


@pytest.fixture
def films(written):
    """Forty labelled rows of a text, a number and a category, two values of which are missing."""
    words = {"good": ["a joy", "so funny, loved it", "warm and funny"], "bad": ["dull", "a dull mess", "no joy, dull"]}
    lines = ["review,minutes,genre,verdict"]
    for row in range(40):
        verdict = ("good", "bad")[row % 2]
        minutes = "" if row == 3 else 80 + row % 7
        genre = "" if row == 8 else ("war", "love")[row % 3 == 0]
        lines.append(f'"{words[verdict][row % 3]}, and then it was over",{minutes},{genre},{verdict}')
    return written("\n".join(lines) + "\n", "films.csv")


@pytest.fixture
def model(run, films, tmp_path):
    """Learn from the films."""
    run("train", films, "--label", "verdict", "-o", tmp_path / "films.model", "--quiet")
    return tmp_path / "films.model"
