"""``rosenblatt train`` without ``--learner``: a race."""

import json

import numpy as np

from rosenblatt.train import sampled_rows


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
    assert said["split"] == {"choosing": 223, "judging": 250, "folds": None}


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
