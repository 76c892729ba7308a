"""The command itself; each command has a test file of its own."""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import rosenblatt
from rosenblatt.cli.app import app

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


def test_help_says_what_it_is():
    result = CliRunner().invoke(app, ["--help"])

    assert result.exit_code == 0
    assert "The perceptron family" in result.stdout


def test_every_command_has_an_example_that_works(tmp_path, monkeypatch):
    """In the order of the commands, as a reader would try them."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("rosenblatt.playground.serve.serve", lambda *_: None)  # it would go on until Ctrl-C
    shutil.copytree(EXAMPLES, tmp_path / "examples")
    for command in app.registered_commands:
        example = re.search(r"Example: rosenblatt (.*)", command.callback.__doc__)
        result = CliRunner().invoke(app, shlex.split(example[1]))

        assert result.exit_code == 0, result.output


def test_no_command_shows_the_help():
    assert CliRunner().invoke(app, []).stdout == CliRunner().invoke(app, ["--help"]).stdout


def test_the_version_is_that_of_the_package():
    assert CliRunner().invoke(app, ["--version"]).stdout == f"rosenblatt {rosenblatt.__version__}\n"


def test_help_needs_neither_numpy_nor_scikit_learn():
    """That is what keeps it quick."""
    code = (
        "import sys\nfrom rosenblatt.cli.app import app\n"
        "try:\n    app(['--help'])\nexcept SystemExit:\n    pass\n"
        "print(sorted({'numpy', 'scipy', 'sklearn'} & set(sys.modules)), file=sys.stderr)"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert result.stderr.strip() == "[]"


@pytest.mark.parametrize(
    ("words", "near"),
    [
        (["train", "x.csv", "--lable", "y"], "--label"),
        (
            ["train", "x.csv", "--label", "y", "-o", "m", "--learner", "averaged-perceptrn"],
            "did you mean 'averaged-perceptron'?",
        ),
        (["predict", "m", "--score"], "--scores"),
        (["evaluate", "m", "x.csv", "--progresive"], "--progressive"),
        (["inspect", "m", "--explian", "x"], "--explain"),
        (["export", "m", "--too", "onnx"], "--to"),
        (["trace", "x.csv", "--leaner", "pa"], "--learner"),
        (["trian"], "Did you mean 'train'"),
    ],
)
def test_a_wrong_word_is_answered_with_the_nearest_right_one_and_ends_with_1(words, near):
    result = CliRunner().invoke(app, words)

    assert result.exit_code == 1
    assert near in result.stderr
    assert "Traceback" not in result.output
