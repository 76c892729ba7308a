"""rb.calibrate: any learner of the family predicts probabilities, and scikit-learn's wrappers work on them."""

import copy
import pickle

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.frozen import FrozenEstimator
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import f1_score, log_loss
from sklearn.model_selection import FixedThresholdClassifier, TunedThresholdClassifierCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import rosenblatt as rb
from rosenblatt.errors import BadData, BadParameter
from rosenblatt.learn.calibration.methods import METHODS
from rosenblatt.learn.catalogue import CATALOGUE

every_learner = pytest.mark.parametrize("learner", CATALOGUE.values(), ids=CATALOGUE.keys())
every_method = pytest.mark.parametrize("method", METHODS)


def rows(n=3000, n_classes=2, seed=0):
    """Rows whose labels are drawn from the probabilities of a softmax, and these probabilities."""
    random = np.random.default_rng(seed)
    X = random.normal(size=(n, 5))
    powers = np.exp(X @ random.normal(size=(5, n_classes)))
    P = powers / powers.sum(axis=1, keepdims=True)
    y = (random.random((n, 1)) > P.cumsum(axis=1)).sum(axis=1)
    return X, np.array(["a", "b", "c", "d"])[y], P


@every_learner
@pytest.mark.parametrize("n_classes", [2, 3])
def test_every_learner_predicts_probabilities_that_are_better_than_the_shares_of_the_classes(learner, n_classes):
    X, y, _ = rows(1200, n_classes)
    model = rb.calibrate(
        learner(random_state=0, max_iter=3).fit(X[:400], y[:400]), X[400:800], y[400:800], method="sigmoid"
    )
    shares = np.tile([np.mean(y == label) for label in model.classes_], (400, 1))

    assert log_loss(y[800:], model.predict_proba(X[800:])) < 0.9 * log_loss(y[800:], shares)


@every_method
@pytest.mark.parametrize("multiclass", ["joint", "ovr", "ovo"])
def test_they_are_near_the_true_ones(method, multiclass):
    X, y, P = rows(6000, 3)
    model = rb.ConfidenceWeighted(random_state=0, max_iter=3, multiclass=multiclass).fit(X[:1500], y[:1500])
    found = rb.calibrate(model, X[1500:3000], y[1500:3000], method=method).predict_proba(X[3000:])
    rival = LogisticRegression().fit(X[:3000], y[:3000]).predict_proba(X[3000:])

    # Votes of pairs are a poor score: they have few values.
    most = 1.3 if multiclass == "ovo" else 1.1
    assert log_loss(y[3000:], found) < most * log_loss(y[3000:], rival)
    assert np.abs(found - P[3000:]).mean() < (0.15 if multiclass == "ovo" else 0.08)


def test_without_a_calibration_there_is_no_predict_proba():
    X, y, _ = rows(100)
    model = rb.Perceptron(random_state=0, max_iter=3).fit(X, y)

    assert not hasattr(model, "predict_proba")
    assert not hasattr(model, "calibration_")
    with pytest.raises(AttributeError) as refused:
        model.predict_proba(X)
    assert "call rb.calibrate(model, X, y) first" in str(refused.value.__cause__)


def test_fit_and_a_new_class_remove_it_and_other_rows_of_a_stream_do_not():
    X, y, _ = rows(300)
    model = rb.calibrate(rb.Perceptron(random_state=0, max_iter=3).fit(X[:200], y[:200]), X[200:], y[200:])
    kept = copy.deepcopy(model).partial_fit(X[:9], y[:9])
    new_class = copy.deepcopy(model).partial_fit(X[:1], ["c"])

    assert kept.calibration_ == model.calibration_
    assert not hasattr(new_class, "predict_proba")
    assert not hasattr(model.fit(X, y), "predict_proba")
    assert not hasattr(clone(rb.calibrate(model, X, y)), "predict_proba")


@every_method
def test_copies_and_pickles_have_it(method):
    X, y, _ = rows(300, 3)
    model = rb.calibrate(rb.Perceptron(random_state=0, max_iter=3).fit(X, y), X, y, method=method)

    for twin in (copy.copy(model), copy.deepcopy(model), pickle.loads(pickle.dumps(model))):
        assert twin.predict_proba(X).tolist() == model.predict_proba(X).tolist()


def test_a_pipeline_is_calibrated_as_a_whole():
    X, y, _ = rows(900)
    pipeline = make_pipeline(StandardScaler(), rb.ConfidenceWeighted(random_state=0, max_iter=2)).fit(X[:400], y[:400])
    assert not hasattr(pipeline, "predict_proba")
    found = rb.calibrate(pipeline, X[400:800], y[400:800])

    assert found is pipeline
    assert log_loss(y[800:], pipeline.predict_proba(X[800:])) < 0.5


def test_what_is_wrong_is_said():
    X, y, _ = rows(100)
    model = rb.Perceptron(random_state=0, max_iter=3).fit(X, y)

    with pytest.raises(
        BadParameter, match="calibrate: method must be one of 'temperature', 'sigmoid', 'isotonic', got 'platt'"
    ):
        rb.calibrate(model, X, y, method="platt")
    with pytest.raises(
        BadParameter, match="calibrate: model must be a learner of this package, got LogisticRegression"
    ):
        rb.calibrate(LogisticRegression(), X, y)
    with pytest.raises(BadData, match=r"Perceptron: y is 'c' in row 1; the classes of this model are 'a', 'b'"):
        rb.calibrate(model, X[:2], ["a", "c"])
    with pytest.raises(BadData, match="calibrate: this Perceptron knows one class"):
        rb.calibrate(rb.Perceptron().partial_fit([[1.0]], ["a"]), [[1.0]], ["a"])
    assert not hasattr(model, "predict_proba")


# scikit-learn's wrappers


@every_method
def test_scikit_learn_calibrates_our_learners_too(method):
    X, y, _ = rows(900)
    wrapped = CalibratedClassifierCV(rb.ConfidenceWeighted(random_state=0, max_iter=2), method="sigmoid", cv=3).fit(
        X[:600], y[:600]
    )
    model = rb.calibrate(
        rb.ConfidenceWeighted(random_state=0, max_iter=2).fit(X[:300], y[:300]), X[300:600], y[300:600], method=method
    )

    assert log_loss(y[600:], wrapped.predict_proba(X[600:])) < 0.5
    assert log_loss(y[600:], model.predict_proba(X[600:])) == pytest.approx(
        log_loss(y[600:], wrapped.predict_proba(X[600:])), rel=0.1
    )


@pytest.mark.parametrize("is_calibrated", [False, True])
def test_thresholds_of_scikit_learn_apply_to_scores_or_to_probabilities(is_calibrated):
    X, y, _ = rows(900)
    model = rb.ConfidenceWeighted(random_state=0, max_iter=2).fit(X[:300], y[:300])
    if is_calibrated:
        rb.calibrate(model, X[300:600], y[300:600])
    threshold = 0.8 if is_calibrated else 1.0
    fixed = FixedThresholdClassifier(FrozenEstimator(model), threshold=threshold, pos_label="b").fit(X[:9], y[:9])
    score = model.predict_proba(X)[:, 1] if is_calibrated else model.decision_function(X)

    assert (fixed.predict(X) == "b").tolist() == (score >= threshold).tolist()


def test_a_threshold_can_be_tuned_by_scikit_learn():
    X, y, P = rows(1500)
    y = np.where(P[:, 1] > 0.85, y, "a")  # "b" is rare
    tuned = TunedThresholdClassifierCV(
        rb.ConfidenceWeighted(random_state=0, max_iter=2), scoring="balanced_accuracy", cv=3, random_state=0
    ).fit(X[:900], y[:900])

    assert f1_score(y[900:], tuned.predict(X[900:]), pos_label="b") > 0.4
