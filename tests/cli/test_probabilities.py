"""Probabilities in the commands: ``train`` calibrates, ``predict --proba`` writes them, ``evaluate`` judges them."""

import csv
import io
import json

import numpy as np
import pyarrow.parquet as pq
import pytest

import rosenblatt as rb


@pytest.fixture
def table(written):
    """Rows of three overlapping classes."""
    random = np.random.default_rng(0)
    X = random.normal(size=(400, 2))
    y = np.argmax(2 * np.column_stack([X, X.sum(axis=1)]) + random.gumbel(size=(400, 3)), axis=1)
    lines = [f"{a:.3f},{b:.3f},{'xyz'[label]}" for (a, b), label in zip(X, y, strict=True)]
    return written("a,b,label\n" + "\n".join(lines) + "\n", "table.csv")


@pytest.fixture
def calibrated(run, table, tmp_path):
    run("train", table, "--label", "label", "-o", tmp_path / "m", "--quiet")
    return tmp_path / "m"


def probabilities_of(model, file):
    return rb.load(model).predict_proba(next(iter(rb.open_batches(file, label="label"))).data)


def test_train_calibrates_and_judges_the_probabilities(run, table, tmp_path):
    said = json.loads(run("train", table, "--label", "label", "-o", tmp_path / "m", "--json").stdout)

    assert rb.load(tmp_path / "m")[-1].calibration_.method == "temperature"
    assert said["probabilities"]["rows"] == said["held_out"]["rows"]
    assert 0.2 < said["probabilities"]["log_loss"] < 0.9
    assert len(said["probabilities"]["bins"]) == 15
    printed = run("train", table, "--label", "label", "-o", tmp_path / "n").stdout
    assert f"probabilities: log loss {said['probabilities']['log_loss']:.3g}, Brier score " in printed


def test_predict_writes_them_with_six_decimals(run, table, calibrated):
    rows = list(csv.DictReader(io.StringIO(run("predict", calibrated, table, "--proba").stdout)))
    expected = probabilities_of(calibrated, table)

    assert list(rows[0]) == ["prediction", "probability:x", "probability:y", "probability:z"]
    found = np.array([[float(row[f"probability:{label}"]) for label in "xyz"] for row in rows])
    assert np.abs(found - expected).max() <= 0.51e-6
    assert all(len(row["probability:x"]) == 8 for row in rows)
    assert [row["prediction"] for row in rows] == ["xyz"[place] for place in expected.argmax(axis=1)]


def test_json_lines_have_them_by_label_and_parquet_has_all_digits(run, table, calibrated, tmp_path):
    run("predict", calibrated, table, "--proba", "-o", tmp_path / "out.jsonl")
    run("predict", calibrated, table, "--proba", "-o", tmp_path / "out.parquet")
    lines = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()]
    expected = probabilities_of(calibrated, table)

    assert lines[0] == {
        "prediction": "xyz"[expected[0].argmax()],
        "probabilities": dict(zip("xyz", expected[0].round(6).tolist(), strict=True)),
    }
    columns = pq.read_table(tmp_path / "out.parquet").to_pydict()
    assert columns["probability:y"] == expected[:, 1].tolist()


def test_lines_that_cannot_be_read_have_none(run, calibrated, written, tmp_path):
    file = written("a,b\n1,2\nodd\n\n3,4\n", "odd.csv")
    lines = run("predict", calibrated, file, "--proba").stdout.splitlines()
    run("predict", calibrated, file, "--proba", "-o", tmp_path / "odd.jsonl")

    assert lines[2] == ",,,"
    assert [line.count(",") for line in lines] == [3] * 5
    odd = (tmp_path / "odd.jsonl").read_text(encoding="utf-8").splitlines()[1]
    assert json.loads(odd) == {"prediction": None, "probabilities": None}


def test_labels_of_any_kind_begin_the_line_as_csv_quotes_them(run, written, tmp_path):
    file = written("a,label\n" + '1,"so, so"\n2,Käse\n' * 30)
    run("train", file, "--label", "label", "-o", tmp_path / "m", "--quiet")
    rows = list(csv.DictReader(io.StringIO(run("predict", tmp_path / "m", file, "--proba").stdout)))
    run("predict", tmp_path / "m", file, "--proba", "-o", tmp_path / "out.jsonl")
    line = json.loads((tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()[1])

    assert [row["prediction"] for row in rows[:2]] == ["so, so", "Käse"]
    assert list(rows[0]) == ["prediction", "probability:Käse", "probability:so, so"]
    assert line["probabilities"]["Käse"] > 0.9


def test_the_batches_of_a_stream_change_nothing(run, table, calibrated):
    whole = run("predict", calibrated, table, "--proba").stdout

    assert run("predict", calibrated, table, "--proba", "--line-buffered").stdout == whole


def test_evaluate_prints_a_reliability_table(run, table, calibrated):
    said = json.loads(run("evaluate", calibrated, table, "--json").stdout)
    printed = run("evaluate", calibrated, table).stdout
    cells = [line.split() for line in printed.splitlines()]

    assert said["probabilities"]["rows"] == 400
    assert sum(one["rows"] for one in said["probabilities"]["bins"]) == 400
    assert "probabilities: log loss " in printed
    filled = [one for one in said["probabilities"]["bins"] if one["rows"]]
    assert [row[5] for row in cells if row[2:3] == ["to"]] == [f"{one['rows']:,}" for one in filled]


@pytest.mark.parametrize("method", ["sigmoid", "isotonic"])
def test_another_method_can_be_chosen_and_resume_keeps_it(run, table, tmp_path, method):
    model = tmp_path / "m"
    run("train", table, "--label", "label", "-o", model, "--calibration", method, "--quiet")
    result = run("train", table, "--resume", model, "-o", tmp_path / "more", "--json")
    before, after = (rb.load(path)[-1].calibration_ for path in (model, tmp_path / "more"))

    assert before.method == after.method == method
    assert json.loads(result.stdout)["probabilities"]["rows"] > 0
    values = [one.slopes.tolist() if method == "sigmoid" else one.curves[0].values.tolist() for one in (before, after)]
    assert values[0] != values[1]


def test_without_a_calibration_there_are_no_probabilities(run, table, tmp_path):
    model = tmp_path / "m"
    said = run("train", table, "--label", "label", "-o", model, "--calibration", "none", "--json").stdout
    result = run("predict", model, table, "--proba")
    evaluated = json.loads(run("evaluate", model, table, "--json").stdout)
    run("train", table, "--resume", model, "-o", tmp_path / "more", "--quiet")
    run("train", table, "--resume", model, "-o", tmp_path / "most", "--calibration", "temperature", "--quiet")

    assert (result.exit_code, result.stdout) == (1, "")
    assert "this model has no probabilities, because it was trained without a calibration" in result.stderr
    assert json.loads(said)["probabilities"] is evaluated["probabilities"] is None
    assert "probabilities" not in run("evaluate", model, table).stdout
    assert not hasattr(rb.load(tmp_path / "more"), "predict_proba")
    assert hasattr(rb.load(tmp_path / "most"), "predict_proba")


def test_inspect_names_the_calibration(run, calibrated, table, tmp_path):
    loss = rb.saved_facts(calibrated)["probabilities"]["log_loss"]
    lines = run("inspect", calibrated).stdout.splitlines()
    X, y = np.eye(2), ["a", "b"]
    rb.save(rb.calibrate(rb.Perceptron(max_iter=1, tol=None).fit(X, y), X, y, method="sigmoid"), tmp_path / "own")

    assert f"probabilities by calibration: temperature, log loss {loss:.3g} on held-out rows" in lines
    assert "probabilities by calibration: sigmoid" in run("inspect", tmp_path / "own").stdout.splitlines()


def test_what_is_wrong_is_said(run, table, calibrated, tmp_path):
    both = run("predict", calibrated, table, "--proba", "--scores")
    method = run("train", table, "--label", "label", "-o", tmp_path / "n", "--calibration", "platt")

    assert "--scores and --proba exclude each other; use one of them" in both.stderr
    assert "--calibration must be one of auto, temperature, sigmoid, isotonic, none, got 'platt'" in method.stderr
    assert (both.exit_code, method.exit_code) == (1, 1)
