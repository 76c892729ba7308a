"""The command itself; each command has a test file of its own."""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

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
    for name in app.names:
        example = re.search(r"Example: rosenblatt (.*)", app.get_command(None, name).help)
        result = CliRunner().invoke(app, shlex.split(example[1]))

        assert result.exit_code == 0, result.output


def test_no_command_shows_the_help():
    assert CliRunner().invoke(app, []).stdout == CliRunner().invoke(app, ["--help"]).stdout


def test_the_version_is_that_of_the_package():
    assert CliRunner().invoke(app, ["--version"]).stdout == f"rosenblatt {rosenblatt.__version__}\n"


@pytest.mark.parametrize(
    ("words", "commands"),
    [(["--version"], []), (["train", "--help"], ["train"]), (["--help"], sorted(app.names))],
    ids=" ".join,
)
def test_help_loads_only_the_commands_that_it_tells_of_and_click(words, commands):
    """That is what keeps it quick."""
    modules = {"numpy", "scipy", "sklearn", "pyarrow", "rich", *(f"rosenblatt.cli.{name}" for name in app.names)}
    code = (
        "import sys\nfrom rosenblatt.cli.app import app\n"
        f"try:\n    app({words})\nexcept SystemExit:\n    pass\n"
        f"print(*sorted({modules} & set(sys.modules)), file=sys.stderr)"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert result.stderr.split() == [f"rosenblatt.cli.{name}" for name in commands]


def test_help_explains_arguments_and_says_defaults_and_limits():
    predict, train = (" ".join(CliRunner().invoke(app, [name, "-h"]).stdout.split()) for name in ("predict", "train"))

    assert "Arguments: MODEL A model that train wrote. FILE Rows in any format" in predict
    assert "- for standard input. [default: -] Options:" in predict
    assert "--ngrams N The most words per feature of texts. [default: 2; 1<=x<=5]" in train


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
        (["--verzion"], "--version"),
    ],
)
def test_a_wrong_word_is_answered_with_the_nearest_right_one_and_ends_with_1(words, near):
    result = CliRunner().invoke(app, words)

    assert result.exit_code == 1
    assert near in result.stderr
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["train"], "Missing argument 'FILE'"),
        (["train", "x.csv", "--epochs", "0"], "0 is not in the range x>=1"),
        (["train", "x.csv", "--epochs", "many"], "'many' is not a valid whole number"),
        (["export", "m", "--to", "pickle"], "'pickle' is not one of 'onnx', 'sklearn', 'csv'"),
        (["xyz"], "No such command 'xyz'.\n"),
        (["inspect", "m", "x"], "Got unexpected extra argument 'x'\n"),
        (["inspect", "m", "x", "y", "z"], "Got unexpected extra argument 'x' and 2 more\n"),
        (["train", "a.csv", __file__], "; to pass several files, quote a pattern, such as 'data-*.csv'\n"),
    ],
)
def test_a_wrong_command_ends_with_1_and_says_what_must_hold(words, sentence):
    result = CliRunner().invoke(app, words)

    assert result.exit_code == 1
    assert sentence in result.stderr
