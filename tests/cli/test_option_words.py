"""Errors of the library name parameters; errors of a command name its options."""

import click
import pytest
from click.testing import CliRunner

from rosenblatt.cli._option_words import in_option_words


@pytest.mark.parametrize(
    ("message", "worded"),
    [
        (
            "a.csv: name the column with `label=`; the columns are\n   1  x: 1\n   2  y: a",
            "a.csv: name the column with --label; the columns are\n   1  x: 1\n   2  y: a",
        ),
        ("pass `text=['a b']` or `ignore=['c']`", "pass --text 'a b' or `ignore=['c']`"),
        ("(this is bad line 4, and `skip_bad=3`)", "(this is bad line 4, and --skip-bad 3)"),
        ("`C=` is for pa-1", "-C is for pa-1"),
        ("PassiveAggressive: C must be a number above 0, got -1", "-C must be a number above 0, got -1"),
        ("Perceptron: max_iter must be a whole number", "--epochs must be a whole number"),
        ("Perceptron: tie must be one of 'negative'", "Perceptron: tie must be one of 'negative'"),
        ("`label=`x`.csv: a file of such a name", "--labelx`.csv: a file of such a name"),
        ("`text=x y`.csv: a file of such a name", "--text x y.csv: a file of such a name"),
    ],
)
def test_parameters_that_are_options_of_the_command_are_spelled_so(message, worded):
    @click.command()
    @click.option("--label")
    @click.option("--text")
    @click.option("--skip-bad")
    @click.option("--epochs")
    @click.option("-C", "limit")
    def command(**_):
        click.echo(in_option_words(message))

    assert CliRunner().invoke(command).output == worded + "\n"


def test_commands_speak_of_options(run, written, tmp_path):
    rows = written("x,y\n" + "1,a\n2,b\n" * 20)
    late = written("x,y\n" + "1,a\n2,b\n" * 6000 + "many,a\n", "late.csv")
    model = tmp_path / "m"

    unlabelled = "name the column that holds the label with --label; the columns are\n   1  x: 1\n   2  y: a"
    for command in (["train", rows, "-o", model], ["certify", rows], ["trace", rows]):
        assert unlabelled in run(*command).stderr
    assert "pass --text x or --categorical x if it is no" in run("train", late, "--label", "y", "-o", model).stderr
    assert "Error: --format must be one of 'csv'" in run("train", rows, "--format", "xls", "-o", model).stderr
    assert (
        "Error: -C must be a number above 0, got -1.0"
        in run("train", rows, "--label", "y", "-o", model, "--learner", "pa-1", "-C", "-1").stderr
    )
    assert (
        "Error: --margin must be a number of at least 0, got -1.0"
        in run("trace", rows, "--label", "y", "--margin", "-1").stderr
    )
