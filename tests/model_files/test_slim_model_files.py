"""Slim model files: they predict what the model in memory predicts, hold nothing to learn from, and are small."""

import copy
import json

import numpy as np
import pytest
from safetensors import safe_open
from sklearn.base import clone
from sklearn.pipeline import make_pipeline

import rosenblatt as rb
from rosenblatt.errors import BadModelFile, BadParameter
from rosenblatt.evaluate.slim import slim_down
from rosenblatt.model_files import container
from tests.model_files.test_model_file import arrays_of, header_of
from tests.models import TABLE, VERDICTS, as_rows, learners, rows_and_labels

LINEAR = [case for case in learners() if not case[0].startswith(("voted", "kernel"))]
CANNOT = "this model is slim, for prediction only, so it cannot continue learning; continue the full model that it was"


def slim_texts(**options):
    """Slim features of a table with texts, and a slim learner."""
    texts = rb.TextFeatures(ngrams=(1, 2), counts="log", normalise=True, **options)
    features = rb.TableFeatures(kinds={"review": "text"}, text=texts)
    model = make_pipeline(features, rb.ConfidenceWeighted(random_state=0, max_iter=2, tol=None)).fit(TABLE, VERDICTS)
    full = copy.deepcopy(model)
    slim_down(model[-1], model[0])
    return full, model


@pytest.mark.parametrize(
    ("learner", "n_classes", "is_sparse"),
    [case[1:] for case in LINEAR],
    ids=[f"{name}-{'sparse' if is_sparse else 'dense'}" for name, _, _, is_sparse in LINEAR],
)
def test_a_slim_learner_comes_back_to_the_bit(tmp_path, learner, n_classes, is_sparse):
    X, y = rows_and_labels(n_classes)
    rows = as_rows(np.pad(X, [(0, 0), (0, 30)]), is_sparse)
    model = clone(learner).fit(rows, y)
    rb.save(model, tmp_path / "full")
    slim_down(model, None)
    rb.save(model, tmp_path / "slim")
    twin = rb.load(tmp_path / "slim")
    rb.save(twin, tmp_path / "again")

    assert twin.coef_.tobytes() == model.coef_.tobytes()
    assert twin.coef_.flags.f_contiguous == model.coef_.flags.f_contiguous
    assert twin.decision_function(rows).tolist() == model.decision_function(rows).tolist()
    assert (tmp_path / "again").read_bytes() == (tmp_path / "slim").read_bytes()
    assert (tmp_path / "slim").stat().st_size < (tmp_path / "full").stat().st_size
    assert arrays_of(tmp_path / "slim") - {"used_columns", "problems/history"} == {
        "bias",
        "training/history",
        "weights",
    }
    assert header_of(tmp_path / "slim")["format"] == 3


@pytest.mark.parametrize(
    "learner",
    [
        rb.Perceptron(max_iter=1, tol=None, random_state=0),
        rb.PassiveAggressive(final="average", max_iter=1, tol=None, random_state=0),
        rb.ConfidenceWeighted(max_iter=1, tol=None, random_state=0),
        rb.ConfidenceWeighted(covariance="full", max_iter=1, tol=None, random_state=0),
    ],
)
def test_a_slim_learner_refuses_to_go_on_and_can_be_fitted_anew(tmp_path, learner):
    X, y = rows_and_labels(2)
    model = clone(learner).fit(X, y)
    slim_down(model, None)
    rb.save(model, tmp_path / "slim")
    for one in (model, rb.load(tmp_path / "slim")):
        before = one.predict(X).tolist()
        for learn, labels in (
            (one.partial_fit, y),
            (one.partial_fit, np.full(len(y), "a new class")),
            (one.predict_learn, y),
            (one.set_params(warm_start=True).fit, y),
        ):
            with pytest.raises(BadParameter, match=CANNOT):
                learn(X, labels)
        assert one.predict(X).tolist() == before
        one.set_params(warm_start=False).fit(X, y)
        assert one.coef_.tolist() == clone(learner).fit(X, y).coef_.tolist()
        one.partial_fit(X, y)


@pytest.mark.parametrize(
    "options", [{"weighting": "idf"}, {"min_count": 2}, {"bits": 6, "weighting": "idf"}, {"bits": 6}]
)
def test_slim_features_make_the_same_rows_and_names_and_learn_no_more(tmp_path, options):
    full, slim = slim_texts(**options)
    rb.save(full, tmp_path / "full")
    rb.save(slim, tmp_path / "slim")
    twin = rb.load(tmp_path / "slim")
    rb.save(twin, tmp_path / "again")

    assert (tmp_path / "again").read_bytes() == (tmp_path / "slim").read_bytes()
    assert (twin[0].transform(TABLE) != full[0].transform(TABLE)).nnz == 0
    assert twin[0].get_feature_names_out().tolist() == full[0].get_feature_names_out().tolist()
    assert not {name for name in arrays_of(tmp_path / "slim") if name.endswith("documents")}
    with pytest.raises(BadParameter, match="these features are slim, for prediction only, so they cannot"):
        twin[0].partial_fit(TABLE)
    if "min_count" not in options:  # which cannot be widened at all
        with pytest.raises(BadParameter, match="these features are slim, for prediction only, so they cannot"):
            twin[0].widen(TABLE)
    assert (twin[0].fit(TABLE).transform(TABLE) != full[0].transform(TABLE)).nnz == 0
    twin[0].partial_fit(TABLE)


def test_a_slim_file_of_many_words_and_classes_is_a_third_of_the_full_one(tmp_path):
    random = np.random.default_rng(0)
    texts = [" ".join(f"w{word}" for word in random.zipf(1.3, 60) % 5000) for _ in range(300)]
    options = {"weighting": "idf", "normalise": True}
    features = rb.TableFeatures(kinds={"text": "text"}, text=rb.TextFeatures(ngrams=(1, 2), **options))
    model = make_pipeline(features, rb.ConfidenceWeighted(random_state=0, max_iter=1, tol=None))
    model.fit({"text": texts}, random.integers(0, 8, 300))
    rb.save(model, tmp_path / "full")
    slim_down(model[-1], model[0])
    rb.save(model, tmp_path / "slim")

    assert (tmp_path / "slim").stat().st_size < (tmp_path / "full").stat().st_size / 3


def test_columns_without_weights_are_in_no_slim_file(tmp_path):
    sizes = []
    for n_empty in (0, 3, 2000):
        X, y = rows_and_labels(3)
        model = rb.Perceptron(max_iter=1, tol=None).fit(np.pad(X, [(0, 0), (0, n_empty)]), y)
        model.coef_ = np.where(np.arange(4 + n_empty) < 4, 1.5, 0.0) * np.ones((3, 1))
        slim_down(model, None)
        rb.save(model, tmp_path / "slim")
        sizes.append((tmp_path / "slim").stat().st_size)
        assert rb.load(tmp_path / "slim").coef_.tolist() == model.coef_.tolist()

    assert sizes[2] < sizes[0] + 200


def changed(path, change):
    with safe_open(path, framework="np") as file:
        arrays = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    text = header_of(path)
    text.pop("checksum")
    change(text["model"], arrays)
    container.write(path, json.dumps(text), arrays)


def as_voted(model, _):
    model["class"] = "VotedPerceptron"
    del model["options"]["final"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda model, _: model.update(is_slim=False), "is_slim must be true, and of a learner that predicts by its"),
        (as_voted, "is_slim must be true, and of a learner that predicts by its weights alone, got"),
        (lambda _, arrays: arrays.update(weights=np.zeros((5, 3), "f4")), "weights must be an array of float32, 4 x 3"),
        (lambda _, arrays: arrays.update(weights=np.zeros((4, 3), "i4")), "weights must be an array of float64, 4 x 3"),
        (
            lambda _, arrays: arrays.update(used_columns=np.array([1, 1], "u1")),
            "used_columns must be numbers that rise",
        ),
        (
            lambda _, arrays: arrays.update(used_columns=np.array([1, 4], "u1")),
            "used_columns must be whole numbers from",
        ),
    ],
)
def test_a_tampered_slim_file_is_refused(tmp_path, change, words):
    X, y = rows_and_labels(3)
    model = rb.Perceptron(max_iter=3, tol=None, random_state=0).fit(X, y)
    slim_down(model, None)
    rb.save(model, tmp_path / "slim")
    changed(tmp_path / "slim", change)

    with pytest.raises(BadModelFile, match=words):
        rb.load(tmp_path / "slim")
