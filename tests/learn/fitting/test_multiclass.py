"""Several classes as problems of two: each class against the rest, or pair by pair."""

from itertools import combinations

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st
from sklearn.datasets import load_iris

from rosenblatt import Inseparable, PassiveAggressive, Perceptron
from rosenblatt.errors import BadParameter, Overflowed
from rosenblatt.learn.fitting.multiclass import OneVsOne
from rosenblatt.learn.linear_catalogue import LINEAR
from tests import reference
from tests.test_every_learner import learned

ONLINE = [learner for name, learner in LINEAR.items() if name != "pocket-perceptron"]
every_learner = pytest.mark.parametrize("learner", LINEAR.values(), ids=LINEAR.keys())
every_division = pytest.mark.parametrize("multiclass", ["ovr", "ovo"])


def flowers(n=150):
    X, y = load_iris(return_X_y=True)
    return X[:: 150 // n], np.array(["setosa", "versicolor", "virginica"])[y[:: 150 // n]]


@st.composite
def streams(draw, least=3):
    columns, classes = draw(st.integers(1, 5)), draw(st.integers(least, 5))
    whole = st.lists(st.integers(-9, 9), min_size=columns, max_size=columns)
    rows = draw(st.lists(whole, min_size=classes, max_size=15))
    labels = draw(st.lists(st.integers(0, classes - 1), min_size=len(rows), max_size=len(rows)))
    labels[:classes] = range(classes)
    return rows, labels, classes


def brute_force_ovo(learners, x, classes, tie):
    """Most pairs won, then the largest sum of activations, then the first class (the last, where ties are positive)."""
    wins, sums = [0] * classes, [0] * classes
    for (low, high), learner in learners.items():
        wins[high if learner.predict(x) > 0 else low] += 1
        sums[high] += learner.activation(x)
        sums[low] -= learner.activation(x)
    return max(range(classes), key=lambda c: (wins[c], sums[c], c if tie == "positive" else -c))


@given(streams(), st.sampled_from(["negative", "positive"]), st.booleans())
def test_each_class_against_the_rest_is_a_learner_of_its_own(stream, tie, fit_intercept):
    rows, labels, classes = stream
    options = {"tie": tie, "fit_intercept": fit_intercept}
    learners = [reference.Perceptron(len(rows[0]), **options) for _ in range(classes)]
    model = Perceptron(multiclass="ovr", **options)
    for i, (x, label) in enumerate(zip(rows, labels, strict=True)):
        activations = [learner.activation(x) for learner in learners]
        best = [c for c in range(classes) if activations[c] == max(activations)]
        prediction = model.predict_learn([x], [label], classes=range(classes))
        for c, learner in enumerate(learners):
            learner.step(i, x, 1 if label == c else -1)

        assert prediction == [best[-1] if tie == "positive" else best[0]]
        assert model.coef_.tolist() == [learner.weights for learner in learners]
        assert model.intercept_.tolist() == [learner.bias for learner in learners]
        assert model.decision_function([x]).tolist() == [[learner.activation(x) for learner in learners]]


@given(streams(), st.sampled_from(["negative", "positive"]), st.booleans())
def test_each_pair_of_classes_is_a_learner_of_its_own(stream, tie, fit_intercept):
    rows, labels, classes = stream
    options = {"tie": tie, "fit_intercept": fit_intercept}
    learners = {pair: reference.Perceptron(len(rows[0]), **options) for pair in combinations(range(classes), 2)}
    model = Perceptron(multiclass="ovo", **options)
    for i, (x, label) in enumerate(zip(rows, labels, strict=True)):
        expected = brute_force_ovo(learners, x, classes, tie)
        prediction = model.predict_learn([x], [label], classes=range(classes))
        for (low, high), learner in learners.items():
            if label in (low, high):
                learner.step(i, x, 1 if label == high else -1)

        assert prediction == [expected]
        assert model.coef_.tolist() == [learner.weights for learner in learners.values()]
        assert model.predict([x]) == [brute_force_ovo(learners, x, classes, tie)]
    assert model.n_seen_ == len(rows)


def test_a_tie_of_pairs_goes_to_the_sum_and_then_to_the_order_of_the_classes():
    """a beats b, b beats c, c beats a: one win each."""
    a_b, a_c, b_c = -1.0, 2.0, -5.0

    decided = OneVsOne(3).decide(np.array([[a_b, a_c, b_c]]), last_wins=False)[0]
    assert decided.argmax() == 1  # the sums are -1, 4 and -3
    assert np.floor(decided + 0.5).tolist() == [1, 1, 1]

    equal = OneVsOne(3).decide(np.array([[-1.0, 1.0, -1.0]]), last_wins=False)[0]
    assert equal.tolist() == [1, 1, 1]


@every_learner
@pytest.mark.parametrize("storage", [np.asarray, sp.csr_array], ids=["dense", "sparse"])
@every_division
def test_any_number_of_jobs_gives_the_same_bits(learner, storage, multiclass):
    X, y = flowers()
    options = {"multiclass": multiclass, "random_state": 1, "max_iter": 15, "when_stalled": "stop"}
    alone = learner(n_jobs=None, **options).fit(storage(X), y)
    both = learner(n_jobs=2, **options).fit(storage(X), y)

    assert _all_that_was_learned(alone) == _all_that_was_learned(both)
    assert np.array_equal(alone.decision_function(X), both.decision_function(X))


@every_learner
@every_division
def test_two_classes_are_the_same_model_under_any_name(learner, multiclass):
    X, y = flowers()
    X, y = X[y != "setosa"], y[y != "setosa"]

    named = learner(multiclass=multiclass, random_state=1).fit(X, y)
    assert learned(named) == learned(learner(random_state=1).fit(X, y))


@every_learner
def test_the_shapes_are_those_of_scikit_learn(learner):
    X, y = flowers()
    y = np.where(np.arange(150) % 4 == 0, "zoster", y)  # a fourth class
    rest = learner(multiclass="ovr", max_iter=5, when_stalled="stop").fit(X, y)
    pairs = learner(multiclass="ovo", max_iter=5, when_stalled="stop").fit(X, y)

    assert rest.coef_.shape == (4, 4)
    assert pairs.coef_.shape == (6, 4)
    assert rest.decision_function(X).shape == pairs.decision_function(X).shape == (150, 4)
    for model in (rest, pairs):
        assert np.array_equal(model.predict(X), model.classes_[model.decision_function(X).argmax(axis=1)])
        assert [len(model.coef_), len(model.intercept_)] == [len(model.problems_)] * 2


def test_each_learner_says_how_it_fared():
    """Of the three species one is separable from the other two, which are not separable from one another."""
    X, y = flowers()
    model = Perceptron(multiclass="ovo", random_state=0).fit(X, y)
    setosa_versicolor, setosa_virginica, versicolor_virginica = model.problems_

    assert (setosa_versicolor.negative, setosa_versicolor.positive) == ("setosa", "versicolor")
    assert setosa_versicolor.stop_reason == setosa_virginica.stop_reason == "converged"
    assert versicolor_virginica.stop_reason == model.stop_reason_ == "inseparable"
    assert isinstance(versicolor_virginica.certificate, Inseparable)
    assert {versicolor_virginica.certificate.positive, versicolor_virginica.certificate.negative} == {
        "versicolor",
        "virginica",
    }
    assert not model.converged_
    assert model.n_iter_ == len(model.history_) == max(len(problem.history) for problem in model.problems_)
    assert model.n_updates_ == sum(epoch.updates for problem in model.problems_ for epoch in problem.history)
    assert model.history_[0].seen == 300
    assert model.history_[0].mistakes == sum(problem.history[0].mistakes for problem in model.problems_)


def test_the_rest_is_called_none():
    X, y = flowers()
    problems = Perceptron(multiclass="ovr", random_state=0).fit(X, y).problems_

    assert [(problem.positive, problem.negative) for problem in problems] == [
        ("setosa", None),
        ("versicolor", None),
        ("virginica", None),
    ]
    assert [problem.stop_reason for problem in problems] == ["converged", "inseparable", "inseparable"]
    assert problems[1].certificate.positive == 1


@every_division
def test_held_out_rows_and_given_starts_reach_every_learner(multiclass):
    X, y = flowers()
    model = Perceptron(multiclass=multiclass, early_stopping=True, random_state=0, max_iter=50).fit(X, y)
    assert all(epoch.validation_error is not None for problem in model.problems_ for epoch in problem.history)

    start = np.arange(12.0).reshape(3, 4)
    begun = Perceptron(multiclass=multiclass, max_iter=1, max_updates=1, order=[0], learning_rate=1e-9)
    begun.fit(X, y, coef_init=start, intercept_init=[1, 2, 3])
    assert begun.coef_ == pytest.approx(start, abs=1e-7)
    assert begun.intercept_ == pytest.approx([1, 2, 3], abs=1e-7)


@every_division
@pytest.mark.parametrize("final", ["last", "average"])
def test_warm_start_and_partial_fit_go_on_where_they_left_off(multiclass, final):
    X, y = flowers()
    options = {"multiclass": multiclass, "final": final, "order": "cyclic", "tol": None}
    once = Perceptron(max_iter=4, **options).fit(X, y)
    twice = Perceptron(max_iter=2, warm_start=True, **options).fit(X, y).fit(X, y)
    streamed = Perceptron(**options).partial_fit(X, y)
    for start in range(0, 450, 30):
        streamed.partial_fit(X[start % 150 : start % 150 + 30], y[start % 150 : start % 150 + 30])

    assert once.coef_.tolist() == twice.coef_.tolist() == streamed.coef_.tolist()


@every_division
@pytest.mark.parametrize("learner", ONLINE)
def test_a_call_that_fails_leaves_every_learner_as_it_was(learner, multiclass):
    X, y = flowers()
    model = learner(multiclass=multiclass).partial_fit(X, y)
    before = learned(model)
    with pytest.raises(Overflowed):
        model.partial_fit(np.full((3, 4), 1e308) * [[1], [-1], [1]], ["setosa", "versicolor", "virginica"])
    assert learned(model) == before

    model.multiclass = "joint"
    with pytest.raises(BadParameter, match=f"multiclass must be '{multiclass}', as it was when this model began"):
        model.partial_fit(X, y)
    assert learned(model) == before


def test_wrong_options_are_refused_with_words():
    X, y = flowers()
    with pytest.raises(BadParameter, match="multiclass must be one of 'joint', 'ovr', 'ovo', got 'all'"):
        Perceptron(multiclass="all").fit(X, y)
    with pytest.raises(BadParameter, match="n_jobs must be a whole number other than 0, or None, got 0"):
        PassiveAggressive(n_jobs=0).fit(X, y)
    with pytest.raises(BadParameter, match="coef_init must be 12 finite numbers"):
        Perceptron(multiclass="ovo").fit(X, y, coef_init=np.zeros((4, 4)))


def _all_that_was_learned(model):
    problems = [
        problem._replace(history=[epoch._replace(seconds=0) for epoch in problem.history])
        for problem in model.problems_
    ]
    return {**learned(model), "problems_": problems}
