"""``rosenblatt export``: what is written predicts what we predict."""

import csv
import json
import sys

import joblib
import numpy as np
import onnxruntime
import pandas as pd
import pytest
from sklearn.pipeline import Pipeline

import rosenblatt as rb


def exported(run, model, to, path):
    result = run("export", model, "--to", to, "-o", path)
    assert result.exit_code == 0, result.output
    return result.stdout


def onnx_outputs(path, X):
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    label, scores = session.run(["label", "scores"], {"X": np.asarray(X, dtype=np.float64)})
    return session, label.tolist(), scores


@pytest.fixture
def blossoms(written):
    """Numbers of three classes, some missing, and one column that is always the same."""
    random = np.random.default_rng(0)
    lines = ["long,wide,same,kind"]
    for row in range(150):
        kind = row % 3
        long, wide = random.normal(kind, 0.6), random.normal(10 * (kind == 1), 4)
        lines.append(f"{'' if row % 20 == 7 else long:},{wide},5,{'abc'[kind]}")
    return written("\n".join(lines) + "\n", "blossoms.csv")


def test_onnx_takes_the_numbers_of_a_file_and_predicts_as_we_do(run, blossoms, tmp_path):
    run("train", blossoms, "--label", "kind", "--keep", "same", "-o", tmp_path / "m", "--quiet")
    said = exported(run, tmp_path / "m", "onnx", tmp_path / "m.onnx")
    table = next(iter(rb.open_batches(blossoms, label="kind"))).data
    X = table.to_pandas().to_numpy()
    session, labels, scores = onnx_outputs(tmp_path / "m.onnx", X)
    pipeline = rb.load(tmp_path / "m")

    assert np.isnan(X).any()
    assert labels == pipeline.predict(table).tolist()
    assert scores == pytest.approx(pipeline.decision_function(table), abs=1e-9)
    assert json.loads(session.get_modelmeta().custom_metadata_map["columns"]) == ["long", "wide", "same"]
    assert "from the 3 numbers of a row to its label" in said


def test_onnx_takes_the_features_of_texts_and_says_so(run, model, films, tmp_path):
    said = exported(run, model, "onnx", tmp_path / "m.onnx")
    features, learner = (step for _, step in rb.load(model).steps)
    X = features.transform(next(iter(rb.open_batches(films, label="verdict"))).data).toarray()
    _, labels, scores = onnx_outputs(tmp_path / "m.onnx", X)

    assert labels == learner.predict(X).tolist()
    assert scores[:, 1] == pytest.approx(learner.decision_function(X), abs=1e-9)
    assert "ONNX cannot compute these columns" in said


def test_onnx_takes_weighted_texts_as_our_features_compute_them(run, films, tmp_path):
    run("train", films, "--label", "verdict", "--weighting", "idf", "-o", tmp_path / "m", "--quiet")
    exported(run, tmp_path / "m", "onnx", tmp_path / "m.onnx")
    table = next(iter(rb.open_batches(films, label="verdict"))).data
    model = rb.load(tmp_path / "m")
    _, labels, scores = onnx_outputs(tmp_path / "m.onnx", model[0].transform(table).toarray())

    assert labels == model.predict(table).tolist()
    assert scores[:, 1] == pytest.approx(model.decision_function(table), abs=1e-9)


@pytest.mark.parametrize("method", ["temperature", "sigmoid", "isotonic", "online"])
@pytest.mark.parametrize("n_classes", [2, 3])
def test_onnx_computes_our_probabilities(run, tmp_path, method, n_classes):
    random = np.random.default_rng(0)
    X = random.normal(size=(300, 4))
    y = np.argmax(2 * X[:, :n_classes] + random.gumbel(size=(300, n_classes)), axis=1)
    model = rb.ConfidenceWeighted(random_state=0, max_iter=2).fit(X[:150], y[:150])
    if method == "online":
        model.predict_learn(X[150:], y[150:])
    else:
        rb.calibrate(model, X[150:], y[150:], method=method)
    rb.save(model, tmp_path / "m")
    said = exported(run, tmp_path / "m", "onnx", tmp_path / "m.onnx")
    session, labels, _ = onnx_outputs(tmp_path / "m.onnx", 3 * X)
    (found,) = session.run(["probabilities"], {"X": 3 * X})

    assert [one.name for one in session.get_outputs()] == ["label", "scores", "probabilities"]
    assert labels == model.predict(3 * X).tolist()
    assert found == pytest.approx(model.predict_proba(3 * X), abs=1e-12)
    assert "to its label and the score and the probability of each class" in said


def test_onnx_computes_probabilities_that_are_always_the_same(run, tmp_path):
    X, y = np.eye(3), [0, 1, 1]
    model = rb.calibrate(rb.Perceptron(max_iter=2, tol=None).fit(X, y), np.zeros((3, 3)), y, method="isotonic")
    rb.save(model, tmp_path / "m")
    exported(run, tmp_path / "m", "onnx", tmp_path / "m.onnx")
    session = onnx_outputs(tmp_path / "m.onnx", X)[0]

    assert session.run(["probabilities"], {"X": X})[0] == pytest.approx(model.predict_proba(X), abs=1e-15)


def test_onnx_has_no_probabilities_without_a_calibration(run, tmp_path):
    rb.save(rb.Perceptron(max_iter=2, tol=None).fit(np.eye(2), [0, 1]), tmp_path / "m")
    exported(run, tmp_path / "m", "onnx", tmp_path / "m.onnx")

    outputs = onnx_outputs(tmp_path / "m.onnx", np.eye(2))[0].get_outputs()
    assert [one.name for one in outputs] == ["label", "scores"]


@pytest.mark.parametrize("tie", ["negative", "positive"])
def test_onnx_gives_ties_to_the_same_class(run, tmp_path, tie):
    rb.save(rb.Perceptron(tie=tie).fit([[1.0], [-1.0]], [7, 9]), tmp_path / "m")
    exported(run, tmp_path / "m", "onnx", tmp_path / "m.onnx")
    X = [[-rb.load(tmp_path / "m").intercept_[0] / rb.load(tmp_path / "m").coef_[0, 0]], [2.0]]
    _, labels, scores = onnx_outputs(tmp_path / "m.onnx", X)

    assert scores[0].tolist() == [0, 0]
    assert labels == rb.load(tmp_path / "m").predict(X).tolist()


@pytest.mark.parametrize("name", ["films", "blossoms"])
def test_the_scikit_learn_pipeline_predicts_as_we_do_without_our_package(run, request, tmp_path, name):
    path = request.getfixturevalue(name)
    label = {"films": "verdict", "blossoms": "kind"}[name]
    keep = ("--keep", "same") if name == "blossoms" else ()
    run("train", path, "--label", label, *keep, "-o", tmp_path / "m", "--quiet")
    said = exported(run, tmp_path / "m", "sklearn", tmp_path / "m.joblib")
    pipeline = joblib.load(tmp_path / "m.joblib")
    table = next(iter(rb.open_batches(path, label=label))).data
    frame = table.to_pandas()
    for column in frame.select_dtypes("category"):
        frame[column] = frame[column].astype(object).where(frame[column].notna(), None)
    ours = rb.load(tmp_path / "m")

    assert b"rosenblatt" not in (tmp_path / "m.joblib").read_bytes()
    assert pipeline.predict(frame).tolist() == ours.predict(table).tolist()
    assert pipeline.decision_function(frame) == pytest.approx(ours.decision_function(table), abs=1e-6)
    assert "open only your own" in said


@pytest.mark.parametrize("weighting", [{}, {"weighting": "idf"}, {"weighting": "idf", "normalise": True}], ids=str)
@pytest.mark.parametrize("counts", ["counts", "binary", "log"])
def test_texts_are_counted_and_weighted_as_we_do(run, tmp_path, counts, weighting):
    texts = {"text": ["A a b_1 é. a", "b b", "c a!", "d c c c"]}
    text = rb.TextFeatures(ngrams=(1, 2), counts=counts, **weighting)
    features = rb.TableFeatures(kinds={"text": "text"}, text=text).fit(texts).widen({"text": ["new c d", "c d"]})
    learner = rb.Perceptron(max_iter=3).fit(features.transform(texts), ["x", "y", "x", "y"])
    rb.save(Pipeline([("features", features), ("learner", learner)]), tmp_path / "m")
    exported(run, tmp_path / "m", "sklearn", tmp_path / "m.joblib")

    scores = joblib.load(tmp_path / "m.joblib").decision_function(pd.DataFrame(texts))
    assert scores == pytest.approx(learner.decision_function(features.transform(texts)), abs=1e-6)


def test_a_matrix_is_exported_too(run, written, tmp_path):
    path = written("".join(f"{row % 3} {row % 3 + 1}:1\n" for row in range(30)), "rows.svm")
    run("train", path, "-o", tmp_path / "m", "--quiet")
    exported(run, tmp_path / "m", "sklearn", tmp_path / "m.joblib")
    exported(run, tmp_path / "m", "onnx", tmp_path / "m.onnx")

    assert joblib.load(tmp_path / "m.joblib").predict(np.eye(3)).tolist() == [0, 1, 2]
    assert onnx_outputs(tmp_path / "m.onnx", np.eye(3))[1] == [0, 1, 2]


def test_csv_has_one_line_per_feature_with_a_weight(run, model, tmp_path):
    exported(run, model, "csv", tmp_path / "m.csv")
    with (tmp_path / "m.csv").open(encoding="utf-8", newline="") as file:
        header, bias, *rows = csv.reader(file)
    features, learner = (step for _, step in rb.load(model).steps)
    weights = dict(zip(features.get_feature_names_out(), learner.coef_[0].tolist(), strict=True))

    assert header == ["feature", "weight:bad", "weight:good"]
    assert bias == ["(bias)", str(-learner.intercept_[0]), str(learner.intercept_[0])]
    assert {name: float(good) for name, _, good in rows} == {name: w for name, w in weights.items() if w}
    assert all(float(bad) == -float(good) for _, bad, good in rows)


def test_what_cannot_be_exported_is_refused(run, films, model, tmp_path, monkeypatch):
    run("train", films, "--label", "verdict", "--learner", "voted-perceptron", "-o", tmp_path / "votes", "--quiet")
    run("train", films, "--label", "verdict", "--bits", 8, "-o", tmp_path / "hashed", "--quiet")
    votes = run("export", tmp_path / "votes", "--to", "onnx", "-o", tmp_path / "x")
    hashed = run("export", tmp_path / "hashed", "--to", "sklearn", "-o", tmp_path / "x")
    there = run("export", model, "--to", "csv", "-o", films)
    unknown = run("export", model, "--to", "pmml")
    monkeypatch.setitem(sys.modules, "onnx", None)
    missing = run("export", model, "--to", "onnx", "-o", tmp_path / "x")

    assert "a VotedPerceptron predicts by a vote of many planes, which cannot be exported" in votes.stderr
    assert "column 'review' uses a hash that scikit-learn does not have" in hashed.stderr
    assert "already exists; use --force" in there.stderr
    assert 'pip install "rosenblatt[export]"' in missing.stderr
    assert {one.exit_code for one in (votes, hashed, there, unknown, missing)} == {1}
    assert not (tmp_path / "x").exists()
