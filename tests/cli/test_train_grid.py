"""``rosenblatt train --grid``."""

import json
from itertools import product

import rosenblatt as rb


def test_the_best_of_the_grid_is_trained_and_all_are_shown(run, films, tmp_path):
    result = run("train", films, "--label", "verdict", "--grid", "--ngrams", 1, "-o", tmp_path / "m")
    lines = result.stdout.splitlines()
    trials = rb.saved_facts(tmp_path / "m")["trials"]

    assert result.exit_code == 0, result.output
    assert len(trials) == 28
    assert len({json.dumps(trial["recipe"]) for trial in trials}) == 28
    assert [trial["wrong"] for trial in trials] == sorted(trial["wrong"] for trial in trials)
    assert [trial["is_chosen"] for trial in trials].count(True) == 1
    assert "learner C r characters up to bits error" in [" ".join(line.split()) for line in lines]
    assert any(line.split()[-1:] == ["chosen"] for line in lines)
    assert any(line.startswith("errors are those on 28 rows that choose and do not judge") for line in lines)


def test_what_is_said_is_not_varied_and_folds_choose_by_all_rows_that_do_not_judge(run, films, tmp_path):
    options = ("--grid", "--cv", 4, "--learner", "pa-2", "--ngrams", 1, "--bits", 10, "--json")
    said = json.loads(run("train", films, "--label", "verdict", "-o", tmp_path / "m", *options).stdout)

    varied = [(trial["recipe"]["C"], trial["recipe"]["char_ngrams"]) for trial in said["trials"]]
    assert sorted(varied, key=str) == sorted(product((0.01, 0.1, 1.0), (None, 4)), key=str)
    assert {trial["recipe"]["learner"] for trial in said["trials"]} == {"pa-2"}
    assert {trial["rows"] for trial in said["trials"]} == {34}  # all but four that judge and the first of each class
    assert said["split"]["judging"] == 4
    assert said["learner"] == "pa-2"
    assert [trial["recipe"]["C"] for trial in said["trials"] if trial["is_chosen"]] == [rb.load(tmp_path / "m")[-1].C]


def test_rows_without_text_vary_learners_and_numbers(run, written, tmp_path):
    path = written("".join(f"{row % 2} {row % 2 + 1}:1\n" for row in range(40)), "rows.svm")
    said = json.loads(run("train", path, "--grid", "-o", tmp_path / "m", "--json").stdout)

    assert len(said["trials"]) == 28
    assert {(trial["recipe"]["numbers"], trial["recipe"]["cross"]) for trial in said["trials"]} == {
        ("standard", None),
        ("products", None),
        ("bins", None),
        ("bins", "all"),
    }


def test_folds_are_the_grids(run, films, tmp_path):
    result = run("train", films, "--label", "verdict", "--cv", 5, "-o", tmp_path / "m")

    assert result.exit_code == 1
    assert "--cv is for --grid; use both" in result.stderr
