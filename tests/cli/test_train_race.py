"""``rosenblatt train`` without ``--learner``: a race."""

import json

import numpy as np

import rosenblatt as rb
from rosenblatt.train import attempt, sampled_rows
from rosenblatt.train.encode import encode

UNSPLIT = {"group": None, "time": None, "file": None}  # by no column


def checkerboard(path, n_rows):
    """Write a table in which only both columns together decide."""
    random = np.random.default_rng(0)
    a, b = random.integers(0, 4, (2, n_rows))
    lines = (f"{x},{y},{'even' if (x + y) % 2 == 0 else 'odd'}" for x, y in zip(a, b, strict=True))
    path.write_text("a,b,parity\n" + "\n".join(lines) + "\n")


def test_crosses_win_where_only_two_columns_together_decide(run, tmp_path):
    checkerboard(tmp_path / "board.csv", 2500)
    command = ("train", tmp_path / "board.csv", "--label", "parity", "-o", tmp_path / "m", "--json")
    said = json.loads(run(*command).stdout)
    best = next(trial for trial in said["trials"] if trial["is_chosen"])

    assert (best["recipe"]["numbers"], best["recipe"]["cross"]) == ("bins", "all")
    assert said["held_out"]["accuracy"] == 1.0
    assert said["split"] == UNSPLIT | {"choosing": 223, "judging": 250, "folds": None}


def test_a_race_on_a_sample_is_judged_on_all_rows(run, tmp_path, monkeypatch):
    monkeypatch.setattr(sampled_rows, "MOST_ROWS", 1000)
    checkerboard(tmp_path / "board.csv", 2500)
    command = ("train", tmp_path / "board.csv", "--label", "parity", "-o", tmp_path / "m", "--json")
    said = json.loads(run(*command).stdout)

    assert {trial["rows"] for trial in said["trials"]} < set(range(50, 110))
    assert said["split"]["judging"] == 250
    assert said["held_out"]["accuracy"] == 1.0
    assert json.loads(run(*command, "--force").stdout)["trials"] == said["trials"]


def test_a_model_that_is_no_better_than_the_commonest_class_says_so(run, tmp_path):
    random = np.random.default_rng(1)
    lines = (f"{x:.3f},{'no' if z < 0.8 else 'yes'}" for x, z in random.random((300, 2)))
    (tmp_path / "noise.csv").write_text("x,y\n" + "\n".join(lines) + "\n")
    lines = run("train", tmp_path / "noise.csv", "--label", "y", "-o", tmp_path / "m").stdout.splitlines()

    assert any(line.startswith("no better than always predicting no: ") for line in lines)


def written_rows(path, n_rows, is_turned):
    """Write rows whose label is the sign of a number, but for some noise; and of some rows its opposite."""
    random = np.random.default_rng(2)
    x = random.normal(size=n_rows)
    sign = (x + 0.3 * random.normal(size=n_rows) > 0) ^ is_turned(np.arange(n_rows))
    lines = (f"{one:.3f},{'yes' if positive else 'no'}" for one, positive in zip(x, sign, strict=True))
    path.write_text("x,y\n" + "\n".join(lines) + "\n")
    return path


def test_a_file_whose_end_is_harder_says_that_the_order_matters(run, tmp_path):
    path = written_rows(tmp_path / "turned.csv", 3000, lambda rows: rows >= 2700)
    result = run("train", path, "--label", "y", "-o", tmp_path / "m")
    drift = rb.saved_facts(tmp_path / "m")["drift"]

    assert "the order of the rows matters: " in result.stdout
    assert drift["last_tenth"] > 0.7
    assert drift["random_rows"] < 0.3


def test_a_file_in_no_order_says_nothing_of_it(run, tmp_path):
    path = written_rows(tmp_path / "mixed.csv", 3000, lambda rows: rows % 10 == 3)
    result = run("train", path, "--label", "y", "-o", tmp_path / "m")

    assert result.exit_code == 0, result.output
    assert "the order of the rows matters" not in result.stdout
    assert rb.saved_facts(tmp_path / "m")["drift"] is None


def test_recipes_with_the_same_features_share_one_encoding_up_to_the_final_model(run, tmp_path, monkeypatch):
    calls = []

    def counted(*arguments):
        calls.append(arguments)
        return encode(*arguments)

    monkeypatch.setattr(attempt, "encode", counted)
    lines = "so good,yes\nso very bad,no\n" * 1100
    (tmp_path / "texts.csv").write_text("text,label\n" + lines)
    command = ("train", tmp_path / "texts.csv", "--label", "label", "--text", "text", "-o", tmp_path / "m", "--json")
    said = json.loads(run(*command).stdout)

    assert len(calls) == 1
    assert len(said["trials"]) == 2
    assert said["held_out"]["accuracy"] == 1.0


def test_the_last_weights_of_arow_are_learned_in_four_epochs_unless_others_are_asked_for(run, tmp_path):
    checkerboard(tmp_path / "board.csv", 2500)
    command = ("train", tmp_path / "board.csv", "--label", "parity", "--learner", "arow", "--json", "-o")
    by_default = json.loads(run(*command, tmp_path / "m").stdout)
    asked_for = json.loads(run(*command, tmp_path / "n", "--epochs", "7").stdout)

    assert (by_default["n_epochs"], asked_for["n_epochs"]) == (4, 7)
    assert [epoch["held_out_error"] is None for epoch in by_default["epochs"]] == [False] * 4
