"""Options of ``rosenblatt train`` that decide which rows judge."""

import json
import re

import numpy as np
import pytest

import rosenblatt as rb


def table(rows):
    return "patient,day,x,y\n" + "".join(",".join(map(str, row)) + "\n" for row in rows)


@pytest.fixture(params=[400, 3000], ids=["folds", "one split"])
def visits(request, written):
    """Each patient has one label and a few visits; the number of the patient is the only thing that tells."""
    random = np.random.default_rng(0)
    n = request.param
    patients = random.integers(0, n // 8, n)
    rows = [(f"p{patient}", f"2024-{1 + row * 12 // n:02}-15", patient, int(patient * 7919 % 13 < 6))
            for row, patient in enumerate(patients.tolist())]  # fmt: skip
    return written(table(rows), "visits.csv")


def trained(run, path, target, *options):
    result = run("train", path, "--label", "y", "-o", target, "--json", *options)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_a_group_that_is_known_does_not_make_the_score_too_good(run, visits, tmp_path):
    by_rows = trained(run, visits, tmp_path / "a", "--categorical", "x")
    by_group = trained(run, visits, tmp_path / "b", "--categorical", "x", "--group", "patient")

    assert by_rows["held_out"]["accuracy"] > 0.9  # the same patients are on both sides
    assert by_group["held_out"]["accuracy"] < 0.7
    assert by_group["split"]["group"] == "patient"
    assert by_group["left_out"]["patient"] == "rows are split by it"
    assert "patient" not in rb.load(tmp_path / "b")[0].kinds


def test_the_summary_says_how_rows_were_split(run, visits, tmp_path):
    by_group = run("train", visits, "--label", "y", "-o", tmp_path / "a", "--group", "patient").stdout
    by_time = run("train", visits, "--label", "y", "-o", tmp_path / "b", "--time", "day").stdout
    by_file = run("train", visits, "--label", "y", "-o", tmp_path / "c", "--held-out", visits).stdout

    assert "each patient as a whole" in by_group
    assert "rows that were held out, the latest by day" in by_time
    assert re.search(r"% right on [\d,]+ rows of ", by_file)


def test_the_latest_rows_judge(run, written, tmp_path):
    """What the columns mean changes at the end, where a random tenth would hardly notice."""
    random = np.random.default_rng(1)
    rows = [(f"p{row}", f"20{10 + row // 100}-06-01", x, int((x > 0) != (row >= 900)))
            for row, x in enumerate(np.round(random.normal(size=1000), 3).tolist())]  # fmt: skip
    random.shuffle(rows)
    path = written(table(rows), "rows.csv")

    by_rows = trained(run, path, tmp_path / "a", "--ignore", "patient", "--ignore", "day")
    by_time = trained(run, path, tmp_path / "b", "--ignore", "patient", "--time", "day")

    assert by_rows["held_out"]["accuracy"] > 0.8
    assert by_time["held_out"]["accuracy"] < 0.2
    assert (by_time["split"]["judging"], by_time["split"]["choosing"], by_time["split"]["folds"]) == (100, 100, None)


def test_another_file_judges_and_is_not_learned_from(run, visits, written, tmp_path):
    held_out = written(table([("p0", "2025-01-01", 1.5, 1), ("p1", "2025-01-01", 2.5, 0)]), "later.csv")
    said = trained(run, visits, tmp_path / "m", "--held-out", held_out, "--ignore", "patient", "--ignore", "day")
    evaluated = json.loads(run("evaluate", tmp_path / "m", held_out, "--json").stdout)

    assert said["split"]["file"] == str(held_out)
    assert said["split"]["judging"] == 2
    assert said["rows"] == len(visits.read_text().splitlines()) - 1
    assert {name: said["held_out"][name] for name in ("rows", "right")} == {
        name: evaluated[name] for name in ("rows", "right")
    }


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--group", "patient", "--time", "day"), "--group and --time exclude each other; leave out --time"),
        (("--group", "doctor"), "--group doctor names no column; there are patient, day, x"),
        (("--time", "doctor"), "--time doctor names no column; there are patient, day, x"),
        (("--time", "patient"), "--time patient must hold dates or numbers, got 'p"),
        (("--time", "day", "--grid", "--cv", "3"), "--cv is not for --time, which has one order"),
        (("--held-out", "nowhere.csv"), "nowhere.csv"),
    ],
    ids=str,
)
def test_bad_splits_end_with_a_sentence(run, visits, tmp_path, options, message):
    result = run("train", visits, "--label", "y", "-o", tmp_path / "m", *options)

    assert result.exit_code == 1
    assert message in " ".join(result.stderr.split())
    assert not (tmp_path / "m").exists()
