"""A loaded model predicts the same bits as the saved one, and continues learning where it stopped."""

import copy
import json
import os
import pickle
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from safetensors import safe_open
from safetensors.numpy import save_file
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import StandardScaler

import rosenblatt as rb
from rosenblatt import atomic_file
from rosenblatt.errors import BadData, BadModelFile, BadParameter
from rosenblatt.model_files import container, estimators, text_features
from tests.models import TABLE, TEXTS, VERDICTS, as_rows, calibrated, learners, pipelines, rows_and_labels

ROOT = Path(__file__).parent.parent.parent
LEARNERS = list(learners())


def contents(model):
    """All that a file would hold of a model, except the time that training took."""
    model = copy.deepcopy(model)
    model.history_ = [epoch._replace(seconds=0.0) for epoch in model.history_]
    if hasattr(model, "problems_"):
        model.problems_ = [one._replace(history=model.history_[:0]) for one in model.problems_]
    writer = estimators.write_estimator(model, "a model")
    return writer.facts, {name: (array.dtype, array.shape, array.tobytes()) for name, array in writer.arrays.items()}


def through_a_file(model, folder):
    path = folder / "model"
    rb.save(model, path)
    return rb.load(path)


def save_all(folder):
    for name, pipeline, _ in pipelines():
        pipeline[1].history_ = []
        rb.save(pipeline, Path(folder, name), facts={"b": 1, "a": 2})


def header_of(path):
    with safe_open(path, framework="np") as file:
        return json.loads(file.metadata()["rosenblatt"])


def arrays_of(path):
    with safe_open(path, framework="np") as file:
        return set(file.keys())


@pytest.mark.parametrize(
    ("model", "n_classes", "is_sparse"),
    [case[1:] for case in LEARNERS],
    ids=[f"{name}-{'sparse' if is_sparse else 'dense'}" for name, _, _, is_sparse in LEARNERS],
)
def test_a_loaded_learner_predicts_and_goes_on_to_the_bit(tmp_path, model, n_classes, is_sparse):
    X, y = rows_and_labels(n_classes)
    X = as_rows(X, is_sparse)
    model = clone(model)
    if hasattr(model, "partial_fit"):  # the last class comes late
        known = np.flatnonzero(y != "cat")
        model.partial_fit(X[known], y[known]).partial_fit(X, y)
        assert contents(through_a_file(model, tmp_path)) == contents(model)
    model.set_params(warm_start=True).fit(X, y)
    twin = through_a_file(model, tmp_path)

    assert contents(twin) == contents(model)
    assert twin.predict(X).tolist() == model.predict(X).tolist()
    assert np.array_equal(twin.decision_function(X), model.decision_function(X))
    assert contents(twin.fit(X, y)) == contents(model.fit(X, y))
    if hasattr(model, "partial_fit"):
        new_rows, new_labels = rows_and_labels(4, seed=1)
        new_rows = as_rows(new_rows, is_sparse)
        assert twin.predict_learn(new_rows, new_labels).tolist() == model.predict_learn(new_rows, new_labels).tolist()
        assert contents(twin) == contents(model)


@pytest.mark.parametrize(("model", "X"), [case[1:] for case in calibrated()], ids=[case[0] for case in calibrated()])
def test_a_calibration_is_kept_to_the_bit(tmp_path, model, X):
    twin = through_a_file(model, tmp_path)

    assert contents(twin) == contents(model)
    assert twin.predict_proba(X).tolist() == model.predict_proba(X).tolist()
    assert twin.calibration_.method == model.calibration_.method


@pytest.mark.parametrize("forget", [None, "random", "project"])
def test_rows_that_came_dense_and_sparse_go_on_as_they_were(tmp_path, forget):
    X, y = rows_and_labels(2)
    model = rb.KernelPerceptron(budget=forget and 12, forget=forget or "random", random_state=0)
    model.partial_fit(X[:20], y[:20]).partial_fit(as_rows(X[20:], True), y[20:])
    twin = through_a_file(model, tmp_path)

    assert contents(twin) == contents(model)
    assert contents(twin.partial_fit(X, y)) == contents(model.partial_fit(X, y))


@pytest.mark.parametrize("forget", [None, "random", "oldest", "project"])
def test_a_given_gram_matrix_is_kept_as_the_numbers_of_its_rows(tmp_path, forget):
    X, y = rows_and_labels(2)
    options = {} if forget is None else {"budget": 5, "forget": forget}
    model = rb.KernelPerceptron(kernel="precomputed", random_state=0, max_iter=3, **options).fit(X @ X.T, y)
    twin = through_a_file(model, tmp_path)

    assert contents(twin) == contents(model)
    assert np.array_equal(twin.decision_function(X @ X.T), model.decision_function(X @ X.T))


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("final", ["last", "average"])
def test_columns_without_weights_are_left_out_of_the_file_only(tmp_path, n_classes, final):
    X, y = rows_and_labels(n_classes)
    narrow = sp.csr_array(X)
    places = np.array([0, 700, 1400, 1999])[narrow.indices]
    wide = sp.csr_array((narrow.data, places, narrow.indptr), shape=(len(X), 2000))
    model = rb.Perceptron(final=final, max_iter=2, tol=None, random_state=0).fit(wide, y)
    model.coef_[0, 5] = -0.0
    twin = through_a_file(model, tmp_path)

    assert header_of(tmp_path / "model")["format"] == 2
    assert (tmp_path / "model").stat().st_size < model.coef_.nbytes
    assert twin.coef_.tobytes() == model.coef_.tobytes()
    assert contents(through_a_file(twin, tmp_path)) == contents(model)
    for one in (twin, model):
        one.coef_ = one.coef_.copy(order="K")
        one.coef_[0, 9] = 2.5  # by hand, where there was no weight
    assert through_a_file(twin, tmp_path).coef_.tobytes() == model.coef_.tobytes()
    assert contents(twin) == contents(model)
    for one in (twin, model):
        one.partial_fit(wide[:, ::-1], y)
    assert twin.coef_.tobytes() == model.coef_.tobytes()
    assert contents(twin) == contents(model)


def test_a_model_of_few_columns_or_of_weights_everywhere_keeps_all(tmp_path):
    X, y = rows_and_labels(2)
    for rows in (X, np.tile(X, 300), as_rows(np.pad(X, [(0, 0), (0, 1000)]), True)):
        twin = through_a_file(rb.Perceptron(max_iter=1, tol=None).fit(rows, y), tmp_path)
        assert header_of(tmp_path / "model")["format"] == 1
        assert twin.coef_.shape == (1, rows.shape[1])


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("learner", [rb.Perceptron, rb.ConfidenceWeighted])
def test_averages_are_computed_anew_and_not_stored(tmp_path, learner, n_classes):
    X, y = rows_and_labels(n_classes)
    wide = as_rows(np.tile(X, 300), True)
    model = learner(final="average", max_iter=3, tol=None, random_state=0).fit(wide, y)
    twin = through_a_file(model, tmp_path)

    assert header_of(tmp_path / "model")["format"] == 3
    assert {"weights", "bias"}.isdisjoint(arrays_of(tmp_path / "model"))
    assert twin.coef_.tobytes() == model.coef_.tobytes()
    assert contents(twin) == contents(model)
    for one in (twin, model):
        one.partial_fit(wide, y)
    assert contents(twin) == contents(model)


def test_columns_without_weights_are_left_out_if_the_file_is_smaller_without_them(tmp_path):
    """Of each of three classes a column has a weight and a variance: six numbers, against one for its place."""
    X, y = rows_and_labels(3)
    sizes = []
    for n_empty in (0, 170, 180, 1000):
        wide = sp.hstack([as_rows(np.tile(X, 300), True), sp.csr_array((len(X), n_empty))], format="csr")
        model = rb.ConfidenceWeighted(max_iter=1, tol=None, random_state=0).fit(wide, y)
        model.coef_[:, :1200], model.variance_[:, :1200] = 1.5, 0.5
        twin = through_a_file(model, tmp_path)
        assert contents(twin) == contents(model)
        assert ("used_columns" in arrays_of(tmp_path / "model")) == (6 * n_empty >= 1200)
        sizes.append((tmp_path / "model").stat().st_size)

    assert sizes[3] - sizes[0] < 1200 * 8 + 100


@pytest.mark.parametrize(
    ("features", "least"),
    [
        (rb.TextFeatures(ngrams=(1, 2), weighting="idf"), 14),  # bytes per n-gram fewer than in int64 and bool
        (rb.TextFeatures(char_ngrams=(2, 3), min_count=2), 10),
        (rb.TextFeatures(bits=11, weighting="idf"), 6),
    ],
)
def test_whole_numbers_of_texts_have_the_smallest_type_that_holds_them(tmp_path, features, least):
    texts = [f"{TEXTS[row % 9]} {' '.join(str(row * k) for k in range(300))}" for row in range(40)]
    features = clone(features).fit(texts)
    twin = through_a_file(features, tmp_path)
    path, wide = tmp_path / "model", tmp_path / "wide"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text_features, "FEWEST_NGRAMS", 2**40)
        rb.save(features, wide)
    n_counted = max(len(features._columns), 2 ** (features.bits or 0))

    assert (header_of(path)["format"], header_of(wide)["format"]) == (3, 1)
    assert wide.stat().st_size - path.stat().st_size > least * n_counted
    for other in (twin, rb.load(wide)):
        assert other._vocabulary.parts()[0] == features._vocabulary.parts()[0]
        for one, same in zip(other._vocabulary.parts()[1:4], features._vocabulary.parts()[1:4], strict=True):
            assert one.tolist() == same.tolist()
        assert (other.transform(texts) != features.transform(texts)).nnz == 0
        assert (
            other.partial_fit(TEXTS).transform(texts) != clone(features).fit(texts + TEXTS).transform(texts)
        ).nnz == 0


@pytest.mark.parametrize("place", range(4))
def test_a_loaded_pipeline_predicts_and_goes_on_to_the_bit(tmp_path, place):
    _, model, X = pipelines()[place]
    twin = through_a_file(model, tmp_path)
    rows, its_rows = model[0].transform(X), twin[0].transform(X)

    assert its_rows.dtype == rows.dtype
    assert (its_rows != rows).nnz == 0
    assert twin[0].get_feature_names_out().tolist() == model[0].get_feature_names_out().tolist()
    assert twin.predict(X).tolist() == model.predict(X).tolist()
    assert contents(twin[1]) == contents(model[1])
    for one in (twin, model):
        one[0].partial_fit(X)
        one[1].partial_fit(rows, VERDICTS)
    assert (twin[0].transform(X) != model[0].transform(X)).nnz == 0
    assert twin[0].get_feature_names_out().tolist() == model[0].get_feature_names_out().tolist()
    assert contents(twin[1]) == contents(model[1])
    assert [name for name, _ in twin.steps] == [name for name, _ in model.steps]


def test_features_alone_and_hashing_that_learned_nothing_are_kept_too(tmp_path):
    hashed = through_a_file(rb.TextFeatures(bits=10, ngrams=(1, 3)), tmp_path)
    words = through_a_file(rb.TextFeatures().fit(TEXTS), tmp_path)
    table = through_a_file(rb.TableFeatures(kinds={"review": "ignore"}).fit(pd.DataFrame(TABLE)), tmp_path)

    assert (hashed.transform(TEXTS) != rb.TextFeatures(bits=10, ngrams=(1, 3)).transform(TEXTS)).nnz == 0
    assert (words.n_texts_, words.n_missing_) == (9, 1)
    assert table.n_missing_ == {"minutes": 1, "genre": 1}
    assert table.feature_names_in_.tolist() == ["minutes", "genre", "review"]
    with pytest.raises(BadData, match="feature names"):
        table.transform(pd.DataFrame(TABLE)[["genre", "minutes", "review"]])


@pytest.mark.parametrize(
    "labels",
    [
        [True, False],
        np.array([3, 200], dtype=np.uint8),
        np.array([-(2**62), 2**62]),
        np.array([0.1, 0.5], dtype=np.float32),
        np.array(["ä", "\U0001f600 "], dtype="U9"),
        np.array([b"a\xff", b"b"]),
        np.array(["b", "a"], dtype=object),
        np.array([1.5, True], dtype=object),
        np.array([3, 9], dtype=">i4"),
    ],
    ids=str,
)
def test_labels_of_any_kind_come_back_as_they_were(tmp_path, labels):
    model = rb.Perceptron(random_state=0).fit([[1.0], [-1.0]], labels)
    twin = through_a_file(model, tmp_path)

    assert twin.classes_.dtype == model.classes_.dtype.newbyteorder("=")
    assert twin.classes_.tolist() == model.classes_.tolist()
    assert [type(label) for label in twin.classes_.tolist()] == [type(label) for label in model.classes_.tolist()]


def test_labels_of_other_kinds_are_refused(tmp_path):
    days = np.array(["2020-01-01", "2021-01-01"], dtype="datetime64[D]")
    model = rb.Perceptron().fit([[1.0], [-1.0]], days)

    with pytest.raises(BadData, match=r"holds labels that are strings, .*; these are datetime64\[D\]"):
        rb.save(model, tmp_path / "model")
    assert list(tmp_path.iterdir()) == []


def test_options_of_any_kind_come_back_as_they_were(tmp_path):
    options = {
        "order": np.array([1, 0, 1], dtype=np.int16),
        "class_weight": {0: 2.0, 1: np.float64(0.1)},
        "tol": None,
        "max_iter": np.int64(7),
        "margin": np.float32(0.1),
        "verbose": False,
        "random_state": 2**70,
    }
    twin = through_a_file(rb.Perceptron(**options).fit([[1.0], [-1.0]], [0, 1]), tmp_path)
    read = twin.get_params()

    assert read["order"].tolist() == [1, 0, 1]
    assert read["class_weight"] == {0: 2.0, 1: 0.1}
    assert read["margin"] == float(np.float32(0.1))
    assert all(read[name] == options[name] for name in ("tol", "max_iter", "verbose", "random_state"))
    pair = through_a_file(rb.TextFeatures(ngrams=(1, 2), char_ngrams=[2, 3]).fit(TEXTS), tmp_path)
    assert (pair.ngrams, pair.char_ngrams) == ((1, 2), [2, 3])
    nested = through_a_file(rb.TableFeatures(text=rb.TextFeatures(ngrams=(2, 2), bits=4)).fit(TABLE), tmp_path)
    assert nested.text.get_params() == rb.TextFeatures(ngrams=(2, 2), bits=4).get_params()
    strange = rb.Perceptron().fit([[1.0], [-1.0]], [0, 1]).set_params(tol=np.inf, margin={"$x": ()})
    strange = through_a_file(strange, tmp_path)
    assert (strange.tol, strange.margin) == (np.inf, {"$x": ()})


def test_random_numbers_of_a_random_state_go_on(tmp_path):
    X, y = rows_and_labels(2)
    random = np.random.RandomState(3)
    random.standard_normal()
    model = rb.Perceptron(random_state=random, warm_start=True, max_iter=2).fit(X, y)
    twin = through_a_file(model, tmp_path)

    assert contents(twin.fit(X, y)) == contents(model.fit(X, y))
    assert twin.random_state.standard_normal() == model.random_state.standard_normal()


def test_training_is_remembered_with_its_proofs(tmp_path):
    X, y = np.array([[0.0], [3.0], [1.0], [2.0], [9.0], [9.0]]), ["out", "out", "in", "in", "far", "far"]
    model = rb.Perceptron(multiclass="ovr", random_state=0, max_iter=60).fit(X, y)
    twin = through_a_file(model, tmp_path)

    assert any(one.certificate is not None for one in model.problems_)
    assert twin.problems_ == model.problems_
    assert twin.history_ == model.history_
    assert (twin.stop_reason_, twin.converged_) == (model.stop_reason_, model.converged_)
    two = rb.Perceptron(random_state=0).fit(X[:4], y[:4])
    assert through_a_file(two, tmp_path).certificate_ == two.certificate_ is not None
    early = rb.Perceptron(random_state=0, early_stopping=True).fit(*rows_and_labels(2))
    assert through_a_file(early, tmp_path).history_ == early.history_


def test_a_stream_has_no_reason_to_stop(tmp_path):
    twin = through_a_file(rb.Perceptron().partial_fit([[1.0]], ["only"]), tmp_path)

    assert not hasattr(twin, "stop_reason_")
    assert twin.partial_fit([[2.0]], ["other"]).classes_.tolist() == ["only", "other"]


def test_names_of_columns_are_kept(tmp_path):
    model = rb.Perceptron(random_state=0).fit(pd.DataFrame({"é": [1.0, 2.0], "b": [0.0, 9.0]}), [0, 1])

    assert through_a_file(model, tmp_path).feature_names_in_.tolist() == ["é", "b"]


# The file


def fitted_in_pieces():
    """Yield models of all kinds; what they learned lies about in as many pieces as can be."""
    for _, learner, n_classes, is_sparse in LEARNERS:
        X, y = rows_and_labels(n_classes)
        X = as_rows(X, is_sparse)
        model = clone(learner)
        if hasattr(model, "partial_fit"):
            for k in range(0, len(y), 8):
                model.partial_fit(X[k : k + 8], y[k : k + 8])
        else:
            model.fit(X, y)
        yield model
    yield from (pipeline for _, pipeline, _ in pipelines())


def with_columns_of_its_own(folder, final, n_written):
    """A model that was opened without its empty columns, and into which the user then wrote weights."""
    X, y = rows_and_labels(2)
    wide = sp.hstack([sp.csr_array(X), sp.csr_array((len(X), 2000))], format="csr")
    model = rb.Perceptron(final=final, max_iter=2, tol=None, random_state=0).fit(wide, y)
    model = through_a_file(model, folder)
    model.coef_[0, 5 : 5 + n_written] = 1.0
    return model


def assert_saving_changes_nothing(model, folder):
    steps = [step for _, step in model.steps] if hasattr(model, "steps") else [model]
    before = [pickle.dumps(vars(step)) for step in steps]
    rb.save(model, folder / "first")
    rb.save(model, folder / "second")

    assert [pickle.dumps(vars(step)) for step in steps] == before
    assert (folder / "first").read_bytes() == (folder / "second").read_bytes()


def test_saving_does_not_change_a_model(tmp_path):
    for model in fitted_in_pieces():
        assert_saving_changes_nothing(model, tmp_path)


@pytest.mark.parametrize("n_written", [0, 3, 1500])
@pytest.mark.parametrize("final", ["last", "average"])
def test_saving_does_not_change_a_model_without_its_empty_columns(tmp_path, final, n_written):
    model = with_columns_of_its_own(tmp_path, final, n_written)
    assert_saving_changes_nothing(model, tmp_path)

    is_mean = final == "average" and n_written == 0  # of the weights from which it goes on
    assert header_of(tmp_path / "first")["format"] == (1 if n_written == 1500 else 3 if is_mean else 2)
    twin = rb.load(tmp_path / "first")
    assert twin.coef_.tobytes() == model.coef_.tobytes()
    assert contents(twin) == contents(model)


def test_the_same_model_gives_the_same_bytes_in_any_process(tmp_path):
    code = "import sys, tests.model_files.test_model_file as test; test.save_all(sys.argv[1])"
    environment = {**os.environ, "PYTHONHASHSEED": "7"}
    subprocess.run([sys.executable, "-c", code, tmp_path], env=environment, cwd=ROOT, check=True)
    written = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    save_all(tmp_path)

    names = ["crossed-table", "few-columns", "hashed", "many-words", "table", "weighted", "weighted-columns", "words"]
    assert sorted(written) == names
    assert all((tmp_path / name).read_bytes() == data for name, data in written.items())


def test_the_header_says_what_is_in_the_file(tmp_path):
    path = tmp_path / "model"
    rb.save(rb.Perceptron(random_state=5).fit([[1.0, 0.0], [0.0, 1.0]], ["a", "b"]), path, facts={"data": "x.csv"})
    header = header_of(path)

    assert header["format"] == 1
    assert header["versions"].keys() == {"rosenblatt", "numpy", "scikit-learn"}
    assert header["facts"] == rb.saved_facts(path) == {"data": "x.csv"}
    assert header["model"]["class"] == "Perceptron"
    assert header["model"]["options"]["random_state"] == 5
    assert header["model"]["labels"] == ["a", "b"]
    with safe_open(path, framework="np") as file:
        assert sorted(file.keys()) == ["bias", "training/history", "weights"]
        assert file.get_tensor("weights").tolist() == rb.load(path).coef_.T.tolist()


@pytest.mark.parametrize("facts", [{"a": {1, 2}}, {1: "a"}, {"a": float("nan")}, {"a": (1, 2)}])
def test_facts_that_json_cannot_hold_are_refused(tmp_path, facts):
    model = rb.Perceptron().fit([[1.0], [-1.0]], [0, 1])

    with pytest.raises(BadParameter, match="facts must be a dict that JSON can hold"):
        rb.save(model, tmp_path / "model", facts=facts)


def test_a_file_is_replaced_as_a_whole_and_keeps_its_mode_and_links(tmp_path):
    model = rb.Perceptron().fit([[1.0], [-1.0]], [0, 1])
    (tmp_path / "real").mkdir()
    path, link = tmp_path / "real" / "model", tmp_path / "link"
    new = tmp_path / "new"
    new.touch()
    rb.save(model, path)
    assert stat.S_IMODE(path.stat().st_mode) == stat.S_IMODE(new.stat().st_mode)
    path.chmod(0o640)
    link.symlink_to(path)
    rb.save(model, link, facts={"second": True})

    assert link.is_symlink()
    assert rb.saved_facts(path) == {"second": True}
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert os.listdir(tmp_path / "real") == ["model"]  # noqa: PTH208


@pytest.mark.parametrize(("module", "fails"), [(container, "save_file"), (atomic_file, "_sync")])
def test_a_write_that_fails_leaves_what_was_there(tmp_path, monkeypatch, module, fails):
    model, path = rb.Perceptron().fit([[1.0], [-1.0]], [0, 1]), tmp_path / "model"
    rb.save(model, path)
    before = path.read_bytes()

    def full(name, *_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(module, fails, full)
    with pytest.raises(BadModelFile, match="model: the file cannot be written: No space left on device"):
        rb.save(model, path, facts={"second": True})
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(sys.platform == "win32", reason="needs named pipes")
def test_a_pipe_takes_the_bytes_of_the_file_and_stays_a_pipe(tmp_path):
    model, pipe = rb.Perceptron().fit([[1.0], [-1.0]], [0, 1]), tmp_path / "pipe"
    os.mkfifo(pipe)
    rb.save(model, tmp_path / "model")
    with ThreadPoolExecutor(1) as pool:
        read = pool.submit(pipe.read_bytes)
        rb.save(model, pipe)

        assert read.result() == (tmp_path / "model").read_bytes()
    assert pipe.is_fifo()


def test_where_no_file_can_be_is_said(tmp_path):
    model = rb.Perceptron().fit([[1.0], [-1.0]], [0, 1])

    with pytest.raises(BadModelFile, match="nowhere/model: the file cannot be written: No such file or directory"):
        rb.save(model, tmp_path / "nowhere" / "model")
    with pytest.raises(BadModelFile, match="cannot be written"):
        rb.save(model, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_header_that_would_be_too_long_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(container, "MOST_HEADER", 1000)

    with pytest.raises(BadModelFile, match=r"the header takes .* bytes, more than 1,000"):
        rb.save(rb.Perceptron().fit([[1.0], [-1.0]], [0, 1]), tmp_path / "model")
    assert list(tmp_path.iterdir()) == []


# What cannot be kept


class Mine(rb.Perceptron):
    """A class that no file could name."""


def test_what_a_file_cannot_keep_is_refused_by_name(tmp_path):
    X, y = np.array([[1.0], [-1.0]]), [0, 1]
    fitted = rb.Perceptron().fit(X, y)
    noted = rb.Perceptron().fit(X, y)
    noted.note_ = "mine"
    refused = [
        (rb.Perceptron(), NotFittedError, "this Perceptron is not fitted yet"),
        (rb.TextFeatures(), NotFittedError, "This TextFeatures is not fitted yet"),
        (rb.TableFeatures(), NotFittedError, "This TableFeatures is not fitted yet"),
        (make_pipeline(rb.TextFeatures(bits=3), rb.Perceptron()), NotFittedError, "this Perceptron is not fitted yet"),
        (make_pipeline(StandardScaler(), fitted), BadParameter, "step 'standardscaler' is of the class sklearn.prepro"),
        (make_pipeline(CountVectorizer(), fitted), BadParameter, "step 'countvectorizer' is of the class sklearn.feat"),
        (Pipeline([("all", "passthrough"), ("p", fitted)]), BadParameter, "step 'all' is of the class builtins.str"),
        (Pipeline([("p", fitted)], memory="x"), BadParameter, "memory and transform_input of a Pipeline must be None"),
        (Mine().fit(X, y), BadParameter, "Mine is of the class tests.model_files.test_model_file.Mine"),
        (
            {"a": 1},
            BadParameter,
            "a model file holds ConfidenceWeighted, KernelPerceptron, .* but dict is of the class builtins.dict",
        ),
        (noted, BadParameter, "Perceptron: a model file has no place for the attribute 'note_'; delete it first"),
        (rb.KernelPerceptron(kernel=lambda a, b: a @ b.T).fit(X, y), BadParameter, "kernel is a function, which a"),
        (rb.Perceptron(order=pd.Series([0, 1])).fit(X, y), BadParameter, "order holds a Series, which a model file"),
    ]

    for model, error, words in refused:
        with pytest.raises(error, match=words):
            rb.save(model, tmp_path / "model")
    assert list(tmp_path.iterdir()) == []


# What is no model


def write_foreign(path):
    save_file({"weights": np.zeros(3)}, path)


def write_text(path):
    path.write_text("hello world, this is no model", encoding="utf-8")


@pytest.mark.parametrize(
    ("write", "words"),
    [
        (write_foreign, "model: this safetensors file was not written by rosenblatt"),
        (write_text, "model: this is not a model file"),
        (Path.touch, "model: this is not a model file, or only part of one"),
        (Path.mkdir, "model: this is not a file"),
        (lambda path: None, "model: there is no such file"),
    ],
    ids=["foreign", "text", "empty", "folder", "none"],
)
def test_what_is_no_model_is_answered_with_its_path(tmp_path, write, words):
    write(tmp_path / "model")

    for read in (rb.load, rb.saved_facts):
        with pytest.raises(BadModelFile, match=words):
            read(tmp_path / "model")


def test_a_newer_format_asks_for_an_upgrade(tmp_path):
    path = tmp_path / "model"
    container.write(path, json.dumps({"format": 4, "versions": {"rosenblatt": "9.0"}}), {})

    with pytest.raises(BadModelFile, match=r"has format 4, written by \{'rosenblatt': '9.0'\}; .* up to 3: upgrade it"):
        rb.load(path)
