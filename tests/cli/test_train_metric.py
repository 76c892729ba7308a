"""``rosenblatt train --metric``: what decides, the threshold, and how they are shown."""

import json

import joblib
import numpy as np
import onnxruntime
import pandas as pd
import pytest
from sklearn.metrics import f1_score

import rosenblatt as rb


def rare_rows(n, share, seed):
    """Rows of a rare class that lie within the common one, so that accuracy is best without predicting it."""
    random = np.random.default_rng(seed)
    is_rare = random.random(n) < share
    X = random.normal(size=(n, 2)) + 1.2 * is_rare[:, np.newaxis]
    return X, is_rare


@pytest.fixture
def file(written):
    def make(name, n=600, *, share=0.1, seed=0, rare="rare", common="common"):
        X, is_rare = rare_rows(n, share, seed)
        lines = [f"{a:.6f},{b:.6f},{rare if one else common}" for (a, b), one in zip(X, is_rare, strict=True)]
        return written("\n".join(["a,b,kind", *lines]) + "\n", name)

    return make


def facts_of(run, file, path, *options):
    return json.loads(run("train", file, "--label", "kind", "-o", path, "--json", *options).stdout)


@pytest.mark.parametrize(("rare", "common"), [("rare", "common"), ("a rare one", "common")])
def test_f1_finds_more_of_the_rarer_class_than_accuracy(run, file, tmp_path, rare, common):
    learned, other = (file(f"{seed}.csv", 600, seed=seed, rare=rare, common=common) for seed in (0, 1))
    found = {}
    for metric in ("accuracy", "f1"):
        facts_of(run, learned, tmp_path / metric, "--metric", metric)
        scores = json.loads(run("evaluate", tmp_path / metric, other, "--json").stdout)
        (found[metric],) = (one["f1"] or 0 for one in scores["classes"] if one["label"] == rare)

    assert found["f1"] > found["accuracy"] + 0.05


def test_the_threshold_is_best_for_the_rows_that_choose_and_is_shown(run, file, tmp_path):
    facts = facts_of(run, file("f.csv"), tmp_path / "m", "--metric", "f1")
    learner = rb.load(tmp_path / "m").steps[-1][1]
    shown = run("inspect", tmp_path / "m").stdout
    metric = facts["metric"]

    assert metric["label"] == "rare"
    assert metric["threshold"] == learner.threshold_ != 0
    assert 0 < metric["probability"] < 0.5
    assert f"F1 of rare: {100 * metric['value']:.1f} %" in shown
    assert f"rare is predicted by a probability above {100 * metric['probability']:.1f} % (score above" in shown
    assert {trial["recipe"]["class_weight"] for trial in facts["trials"]} == {None, "balanced"}
    (of_rare,) = (one for one in facts["held_out"]["classes"] if one["label"] == "rare")
    assert metric["value"] == of_rare["f1"]


def test_the_summary_names_the_metric_in_place_of_errors(run, file, tmp_path):
    shown = run("train", file("f.csv"), "--label", "kind", "-o", tmp_path / "m", "--metric", "balanced-accuracy").stdout

    assert "balanced accuracy is that on" in shown
    assert "class weights" in shown
    assert "errors are" not in shown


@pytest.mark.parametrize("metric", ["f1", "balanced-accuracy", "log-loss"])
def test_of_one_split_the_epochs_and_the_threshold_are_chosen_by_it(run, file, tmp_path, metric):
    big = file("big.csv", 21_000, share=0.2)
    fixed = "--learner", "averaged-arow", "--numbers", "standard"
    facts = facts_of(run, big, tmp_path / "m", "--metric", metric, *fixed)
    errors = [epoch["held_out_error"] for epoch in facts["epochs"]]

    assert facts["split"]["folds"] is None
    assert facts["n_epochs"] == len(errors) - int(np.argmin(errors[::-1]))
    assert (facts["metric"]["threshold"] is None) == (metric == "log-loss")
    if metric == "f1":  # the best there is on the rows that choose, so it is no worse than that of the judging rows
        assert 1 - min(errors) > facts["metric"]["value"] - 0.05


def test_a_rare_class_is_chosen_by_folds_even_if_the_file_is_not_small(run, file, tmp_path):
    rare = file("rare.csv", 3000, share=0.05)
    assert facts_of(run, rare, tmp_path / "f", "--metric", "f1", "--learner", "arow")["split"]["folds"] == 10
    assert facts_of(run, rare, tmp_path / "a", "--learner", "arow")["split"]["folds"] is None


def test_several_classes_have_a_mean_and_no_threshold(run, written, tmp_path):
    random = np.random.default_rng(0)
    lines = [f"{random.normal(k % 3):.3f},{random.normal(k % 2):.3f},{'abc'[k % 3]}" for k in range(300)]
    file = written("\n".join(["x,z,kind", *lines]) + "\n", "three.csv")
    facts = facts_of(run, file, tmp_path / "m", "--metric", "f1")

    assert facts["metric"]["value"] == pytest.approx(np.mean([one["f1"] for one in facts["held_out"]["classes"]]))
    assert facts["metric"]["label"] is facts["metric"]["threshold"] is None
    assert "mean F1" in run("inspect", tmp_path / "m").stdout


def test_a_resumed_model_keeps_its_metric_and_moves_its_threshold(run, file, tmp_path):
    facts_of(run, file("first.csv"), tmp_path / "m", "--metric", "f1")
    before = rb.load(tmp_path / "m").steps[-1][1].threshold_
    options = "--resume", tmp_path / "m"
    facts = json.loads(run("train", file("second.csv", seed=1), *options, "-o", tmp_path / "n", "--json").stdout)

    assert (facts["metric"]["name"], facts["metric"]["label"]) == ("f1", "rare")
    assert facts["metric"]["threshold"] not in (None, before)


def test_an_unknown_metric_is_refused(run, file):
    error = run("train", file("f.csv"), "--label", "kind", "--metric", "auc").stderr

    assert "--metric must be one of accuracy, f1, balanced-accuracy, log-loss, got 'auc'" in error


def test_exported_models_predict_by_the_threshold(run, file, tmp_path):
    facts_of(run, file("f.csv"), tmp_path / "m", "--metric", "f1", "--numbers", "standard")
    X, _ = rare_rows(500, 0.1, 2)
    frame = pd.DataFrame(X, columns=["a", "b"])
    model = rb.load(tmp_path / "m")
    expected = model.predict(frame).tolist()
    run("export", tmp_path / "m", "--to", "onnx", "-o", tmp_path / "m.onnx")
    run("export", tmp_path / "m", "--to", "sklearn", "-o", tmp_path / "m.joblib")
    session = onnxruntime.InferenceSession(tmp_path / "m.onnx", providers=["CPUExecutionProvider"])
    labels, scores = session.run(["label", "scores"], {"X": X})

    assert model.steps[-1][1].threshold_ != 0
    assert 0 < expected.count("rare") < 500
    assert labels.tolist() == expected
    assert scores[:, 1] == pytest.approx(model.decision_function(frame), abs=1e-9)
    assert joblib.load(tmp_path / "m.joblib").predict(frame).tolist() == expected


def test_evaluate_takes_another_threshold_and_prints_a_table_over_them(run, file, tmp_path):
    facts_of(run, file("f.csv"), tmp_path / "m")
    other = file("other.csv", seed=1)
    shown = run("evaluate", tmp_path / "m", other).stdout
    scores = json.loads(run("evaluate", tmp_path / "m", other, "--json").stdout)
    at = json.loads(run("evaluate", tmp_path / "m", other, "--json", "--threshold", "0.2").stdout)
    (of_table,) = (one for one in scores["thresholds"]["scores"] if one["threshold"] == 0.2)
    (of_class,) = (one for one in at["classes"] if one["label"] == "rare")
    X, is_rare = rare_rows(600, 0.1, 1)
    predicted = rb.load(tmp_path / "m").predict_proba({"a": X[:, 0].round(6), "b": X[:, 1].round(6)})[:, 1] > 0.2

    assert scores["thresholds"]["label"] == "rare"
    assert [of_table[name] for name in ("precision", "recall", "f1")] == [
        of_class[name] for name in ("precision", "recall", "f1")
    ]
    assert of_class["f1"] == pytest.approx(f1_score(is_rare, predicted))
    assert "rare if more probable than" in shown
    assert "at the threshold 0.2" in run("evaluate", tmp_path / "m", other, "--threshold", "0.2").stdout


def test_without_probabilities_the_threshold_is_a_score(run, file, tmp_path):
    facts_of(run, file("f.csv"), tmp_path / "m", "--calibration", "none")
    at = json.loads(run("evaluate", tmp_path / "m", file("o.csv"), "--json", "--threshold", "-100").stdout)

    assert at["confusion"][0] == [0, at["classes"][0]["rows"]]
    assert "thresholds" not in at


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--threshold", "1.5"], "--threshold must be a probability from 0 to 1, got 1.5"),
        (["--threshold", "0.5", "--progressive"], "--threshold is not for --progressive"),
    ],
)
def test_a_threshold_that_cannot_be_is_refused(run, file, tmp_path, options, said):
    facts_of(run, file("f.csv"), tmp_path / "m")

    assert said in run("evaluate", tmp_path / "m", file("o.csv"), *options).stderr
