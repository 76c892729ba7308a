"""The threshold of a model of two classes: kept in files and by partial_fit, forgotten by fit and by a third class."""

import copy

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.learn.catalogue import CATALOGUE


def fitted(learner=rb.ConfidenceWeighted, labels=("no", "yes")):
    random = np.random.default_rng(0)
    X = random.normal(size=(200, 3))
    y = np.where(X[:, 0] + 0.5 * random.normal(size=200) > 0, labels[1], labels[0])
    return learner(random_state=0, max_iter=3).fit(X, y), X, y


@pytest.mark.parametrize("learner", CATALOGUE.values(), ids=CATALOGUE.keys())
def test_every_learner_predicts_the_second_class_above_it(learner):
    model, X, _ = fitted(learner)
    scores, before = model.decision_function(X), model.predict(X)
    assert model.threshold_ == 0
    model._move_threshold(float(np.quantile(scores, 0.9)))

    assert model.predict(X).tolist() == np.where(scores > model.threshold_, "yes", "no").tolist()
    assert model.decision_function(X).tolist() == scores.tolist()
    model._move_threshold(0.0)
    assert model.predict(X).tolist() == before.tolist()


@pytest.mark.parametrize("learner", CATALOGUE.values(), ids=CATALOGUE.keys())
def test_a_model_file_keeps_it(learner, tmp_path):
    model, X, _ = fitted(learner)
    model._move_threshold(0.25)
    rb.save(model, tmp_path / "m")
    loaded = rb.load(tmp_path / "m")

    assert loaded.threshold_ == 0.25
    assert loaded.predict(X).tolist() == model.predict(X).tolist()


def test_fit_forgets_it_and_partial_fit_keeps_it_until_there_is_a_third_class():
    model, X, y = fitted()
    model._move_threshold(0.25)
    assert copy.deepcopy(model).fit(X, y).threshold_ == 0
    assert model.partial_fit(X[:5], y[:5]).threshold_ == 0.25
    assert model.partial_fit(X[:1], ["maybe"]).threshold_ == 0
