"""``rosenblatt trace``."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from rosenblatt import Perceptron
from rosenblatt.cli.app import app
from rosenblatt.learn.conventions import CONVENTIONS, options_of

OR = "a,b,y\n0,0,no\n0,1,yes\n1,0,yes\n1,1,yes\n"
REVIEWS = "movie,good,bad,not,y\n1,1,0,0,1\n1,0,1,0,-1\n0,1,0,1,-1\n"


def run(*arguments, width=100):
    return CliRunner().invoke(app, ["trace", *map(str, arguments)], env={"COLUMNS": str(width)})


def table(result):
    """The words of each line of the table."""
    return [line.split() for line in result.stdout.splitlines()]


def test_the_table_has_a_line_a_step_and_ends_with_why(written):
    lines = table(run(written(REVIEWS), "--label", "y", "--conventions", "lecture"))

    assert " ".join(lines[0]) == "step row label activation predicted margin update movie good bad not"
    assert " ".join(lines[1]) == "start 0 0 0 0"
    assert " ".join(lines[2]) == "epoch 1"
    assert " ".join(lines[4]) == "2 line 3 -1 1·1 + 1·0 + 0·1 + 0·0 = 1 +1 wrong -1 -1·x 0 1 -1 0"
    assert " ".join(lines[-3]) == "Training stopped (converged): an epoch passed without an update."
    assert lines[-2] == ["3", "epochs,", "9", "steps,", "4", "mistakes,", "4", "updates."]
    assert " ".join(lines[-1]).startswith("There can be at most 10 updates: (R / gamma)² = (")


XOR = "a,b,y\n0,0,-1\n0,1,1\n1,0,1\n1,1,-1\n"
POLY = ("--learner", "kernel-perceptron", "--kernel", "poly", "--degree", "2", "--gamma", "1", "--coef0", "1")


def test_a_kernel_learner_shows_the_coefficients_of_rows(written):
    lines = table(run(written(XOR), "--label", "y", *POLY, width=120))

    assert " ".join(lines[0]) == "step row label activation predicted margin update line 2 line 3 line 4 line 5"
    assert " ".join(lines[4]) == "2 line 3 +1 -1·2 = -2 -1 wrong -2 +1·x -1 1 0 0"
    assert "converged" in " ".join(lines[-2])


def test_options_of_a_kernel_are_refused_where_there_is_none(written):
    result = run(written(XOR), "--label", "y", "--degree", "2")
    assert result.exit_code == 1
    assert "--degree is for --learner kernel-perceptron; perceptron has no kernel" in result.output
    result = run(written(XOR), "--label", "y", *POLY, "--conventions", "lecture")
    assert result.exit_code == 1
    assert "--conventions is for learners with weights; kernel-perceptron has coefficients" in result.output


@pytest.mark.parametrize(
    ("width", "columns"),
    [
        (140, "step row label activation predicted margin update a b bias"),
        (76, "step row label activation predicted margin update a b bias"),
        (62, "step row label activation predicted a b bias"),
        (50, "step row label predicted new weights"),
        (40, "step row label predicted"),
    ],
)
def test_a_narrow_terminal_gets_fewer_columns_and_never_half_of_one(written, width, columns):
    result = run(written(OR), "--label", "y", width=width)

    assert table(result)[0] == columns.split()
    assert "…" not in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= width


def test_texts_become_counted_words_and_name_their_rows(written):
    path = written("review,stars,y\nmovie good,3,1\nmovie bad,1,-1\nnot good,2,-1\n")
    options = ["--label", "y", "--conventions", "lecture", "--json"]
    numbers = json.loads(run(written(REVIEWS, "numbers.csv"), *options).stdout)
    words = json.loads(run(path, "--text", "review", *options).stdout)

    assert words["features"] == ["movie", "good", "bad", "not"]
    assert words["coef"] == numbers["coef"]
    assert [step["name"] for step in words["parts"][0]["steps"][:3]] == ["movie good", "movie bad", "not good"]


def test_runs_of_words_separate_what_words_do_not(written):
    path = written("review,y\ngood,1\nbad,-1\nnot good,-1\nnot bad,1\n")
    single = run(path, "--label", "y", "--text", "review")
    pairs = run(path, "--label", "y", "--text", "review", "--ngrams", "2")

    assert "it is proven that no plane separates these rows" in " ".join(single.stdout.split())
    assert "Training stopped (converged)" in pairs.stdout


def test_a_missing_text_is_empty(written):
    content = run(written('review,y\ngood,1\n"",-1\n'), "--label", "y", "--text", "review", "--json").stdout

    assert json.loads(content)["parts"][0]["steps"][1]["columns"] == []


def test_the_sum_is_shown_where_there_is_room(written):
    assert "0·0 + 0·1 - 1 = -1" in run(written(OR), "--label", "y", width=140).stdout
    assert "·1" not in run(written(OR), "--label", "y", width=76).stdout


def test_many_columns_with_long_names_show_what_moved_most(written):
    names = [f"a rather long name of a column that ends in {k}" for k in range(20)]
    rows = "\n".join(",".join(["1"] * k + ["0"] * (20 - k) + ["ab"[k % 2]]) for k in range(1, 9))
    result = run(written(",".join([*names, "y"]) + "\n" + rows + "\n"), "--label", "y", "--max-steps", 8)

    assert "a rather lo…at ends in 0" in " ".join(result.stdout.split())
    assert "… 4 more" in " ".join(result.stdout.split())
    assert max(map(len, result.stdout.splitlines())) <= 100


def test_several_classes_name_who_gains_and_who_loses(written):
    result = run(written("a,b,y\n1,0,x\n0,1,y\n1,1,z\n"), "--label", "y", width=120)

    assert "1·x: y → x" in result.stdout


def test_problems_of_two_classes_have_a_table_each(written):
    result = run(written("a,b,y\n1,0,x\n0,1,y\n1,1,z\n"), "--label", "y", "--multiclass", "ovo")

    assert [line for line in result.stdout.splitlines() if " against " in line] == [
        "y against x",
        "z against x",
        "z against y",
    ]


def test_a_long_run_is_cut_with_a_note(written):
    result = run(written(OR), "--label", "y", "--max-steps", "2")

    assert "more steps left out; --max-steps shows more of them." in result.stdout
    assert "Training stopped (converged)" in result.stdout


def test_other_forms(written, tmp_path):
    path = written(OR)
    page = tmp_path / "or.html"

    assert run(path, "--label", "y", "--markdown").stdout.startswith("# Perceptron, step by step\n")
    assert json.loads(run(path, "--label", "y", "--json").stdout)["format"] == "rosenblatt trace 1"
    assert run(path, "--label", "y", "--csv").stdout.startswith("step,epoch,row,name,label,")
    result = run(path, "--label", "y", "--html", page)
    assert (result.exit_code, result.stdout) == (0, "")
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


@pytest.mark.parametrize("learner", ["averaged-perceptron", "pocket-perceptron", "voted-perceptron", "pa", "pa-2"])
def test_any_learner_of_the_catalogue_can_be_traced(written, learner):
    result = run(written(OR), "--label", "y", "--learner", learner, "--epochs", "2")

    assert result.exit_code == 0
    assert "2 epochs" in result.stdout or "converged" in result.stdout


def test_the_conventions_of_the_command_are_those_of_the_catalogue():
    for name in CONVENTIONS:
        Perceptron(**options_of(name)).fit([[0.0], [1.0]], [0, 1])


def test_a_convention_has_its_own_rate_and_margin():
    assert options_of("lecture", learning_rate=0.5)["learning_rate"] == 0.5
    assert options_of("mcculloch-pitts", learning_rate=0.5)["learning_rate"] == 1.0
    assert options_of("margin-perceptron")["margin"] == 1.0
    assert options_of("margin-perceptron", margin=3.0)["margin"] == 3.0


def test_an_order_that_is_asked_for_takes_the_place_of_the_textbook_s(written):
    asked = run(written(OR), "--label", "y", "--conventions", "margin", "--order", "misclassified", "--json")

    assert "order='misclassified'" in json.loads(asked.stdout)["learner"]


def test_the_conventions_differ_where_the_texts_do(written):
    """A tie is a mistake on a positive row in one text, on a negative row in another; a third starts elsewhere."""
    path = written(REVIEWS)
    first = {}
    for name in CONVENTIONS:
        content = json.loads(run(path, "--label", "y", "--conventions", name, "--json").stdout)
        first[name] = content["parts"][0]["steps"][0]

    assert {name: step["prediction"] for name, step in first.items() if name != "random-start"} == {
        "margin": -1,
        "lecture": -1,
        "mcculloch-pitts": 1,
        "margin-perceptron": -1,
    }
    assert first["random-start"]["activation"] != 0
    assert first["margin"]["bias_after"] == [1.0]
    assert first["lecture"]["bias_after"] == [0.0]


@pytest.mark.parametrize(
    ("text", "options", "words"),
    [
        (OR, [], "name the column that holds the label with --label"),
        (OR, ["--label", "z"], "there is no column 'z'"),
        (OR, ["--label", "y", "--learner", "svm"], "--learner must be one of perceptron, averaged-perceptron,"),
        (OR, ["--label", "y", "--learner", "pa", "--margin", "1"], "--margin are for perceptrons; pa has none"),
        (OR, ["--label", "y", "--order", "sorted"], "order must be 'shuffled', 'cyclic'"),
        (OR, ["--label", "y", "--multiclass", "all"], "multiclass must be one of 'joint', 'ovr', 'ovo', got 'all'"),
        (OR, ["--label", "y", "--learning-rate", "-1"], "--learning-rate must be a number above 0, got -1.0"),
        ("a,y\n1,no\n", ["--label", "y"], "y holds only one class, 'no'"),
        ("a,y\nnan,no\n1,yes\n", ["--label", "y"], "data.csv:2: column 'a' is missing"),
        (OR, ["--label", "y", "--text", "c"], "'c'"),
        (OR, ["--text", "a"], "name the column that holds the label with --label"),
        ("a,y\n", ["--label", "y", "--text", "a"], "there are no rows"),
        (OR, ["--label", "y", "--html", "nowhere/at/all.html"], "nowhere"),
    ],
)
def test_an_error_ends_with_code_1_and_says_what_to_do(written, text, options, words):
    result = run(written(text), *options)

    assert result.exit_code == 1
    assert words in result.stderr
    assert not Path("nowhere").exists()


def test_a_file_that_is_not_there(tmp_path):
    result = run(tmp_path / "nothing.csv", "--label", "y")

    assert result.exit_code == 1
    assert "nothing.csv" in result.stderr
