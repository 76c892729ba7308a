"""Calls dominated by overhead: one row predicted, one row learned, a fit of four rows, a grid of small fits.

River and Vowpal Wabbit get each row in their own form, a dict or a parsed example; converting an array is not timed.
Vowpal Wabbit's examples belong to one workspace, so it keeps learning from round to round; the others start afresh.
"""

from __future__ import annotations

from functools import partial

import mlpack
import numpy as np
from river.linear_model import Perceptron as RiverPerceptron
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.linear_model import Perceptron as ScikitPerceptron
from sklearn.model_selection import GridSearchCV
from vowpalwabbit import Workspace

from benchmarks import answers, data
from benchmarks.rivals import OURS, PASSES, SCIKIT_LEARN, VW_OPTIONS, river_rows, vw_line
from benchmarks.targets import AtMost, TimesFaster
from benchmarks.timing import Contender
from benchmarks.workload import Workload
from rosenblatt import Perceptron

CALLS, FITS = 500, 100
RIVER, VOWPAL_WABBIT = "river (from dicts)", "Vowpal Wabbit (from parsed examples)"
FROM_LISTS, FROM_DICTS = "rosenblatt (from lists)", "rosenblatt (from dicts)"
RATES = np.linspace(0.1, 2.0, 20)


class Nothing(ClassifierMixin, BaseEstimator):
    """A learner that learns and predicts nothing."""

    def __init__(self, option=0):
        self.option = option

    def fit(self, X, y):
        self.classes_ = [0, 1]
        return self

    def score(self, X, y):
        return 0.0


def predict_one_row():
    """Predict the label of one row; scikit-learn gets our weights, so that its labels must be ours."""
    X, y = data.dense(CALLS, 100, np.float64)
    rows = [X[i : i + 1] for i in range(CALLS)]
    model, scikit = Perceptron(random_state=0).fit(X, y), ScikitPerceptron(random_state=0).fit(X, y)
    scikit.coef_, scikit.intercept_ = model.coef_, model.intercept_
    dicts, river = river_rows(X), RiverPerceptron()
    for x, label in zip(dicts, y, strict=True):
        river.learn_one(x, bool(label))
    workspace = Workspace(VW_OPTIONS)
    examples = _vw_examples(workspace, dicts, y)
    for example in examples:
        workspace.learn(example)

    def score(labels):
        return np.mean(np.ravel(labels) == y)

    contenders = [
        Contender(OURS, lambda: lambda: [model.predict(x) for x in rows], CALLS, score),
        Contender(SCIKIT_LEARN, lambda: lambda: [scikit.predict(x) for x in rows], CALLS, score),
        Contender(RIVER, lambda: lambda: [river.predict_one(x) for x in dicts], CALLS, score),
        Contender(
            VOWPAL_WABBIT,
            lambda: lambda: [workspace.predict(example) for example in examples],
            CALLS,
            lambda activations: score(np.greater(activations, 0)),
        ),
    ]
    targets = {
        OURS: AtMost(5, "us"),
        SCIKIT_LEARN: TimesFaster(8),
        RIVER: TimesFaster(1),
        VOWPAL_WABBIT: TimesFaster(1),
    }
    return Workload("predict, one row of 100 float64", contenders, answers.same_labels, targets)


def predict_csr_row():
    """Predict the label of one sparse row; scikit-learn gets our weights, so that its labels must be ours."""
    X, y = (part[:CALLS] for part in data.hashed_text())
    rows = [X[[i]] for i in range(CALLS)]
    model, scikit = Perceptron(random_state=0).fit(X, y), ScikitPerceptron(random_state=0).fit(X, y)
    scikit.coef_, scikit.intercept_ = model.coef_, model.intercept_

    def score(labels):
        return np.mean(np.ravel(labels) == y)

    contenders = [
        Contender(OURS, lambda: lambda: [model.predict(x) for x in rows], CALLS, score),
        Contender(SCIKIT_LEARN, lambda: lambda: [scikit.predict(x) for x in rows], CALLS, score),
    ]
    return Workload("predict, one CSR row of 80", contenders, answers.same_labels, {SCIKIT_LEARN: TimesFaster(8)})


def predict_one():
    """Predict the label of one row in the form that each library has for streams: a dict, a list, a parsed example."""
    X, y = data.dense(CALLS, 100, np.float64)
    dicts, lists, labels = river_rows(X), X.tolist(), [bool(label) for label in y]
    model, named, river = Perceptron(), Perceptron(), RiverPerceptron()
    workspace = Workspace(VW_OPTIONS)
    examples = _vw_examples(workspace, dicts, y)
    for x, row, example, label in zip(dicts, lists, examples, labels, strict=True):
        model.learn_one(row, label)
        named.learn_one(x, label)
        river.learn_one(x, label)
        workspace.learn(example)

    def score(predicted):
        return np.mean(np.equal(predicted, labels))

    contenders = [
        Contender(OURS, lambda: lambda: [named.predict_one(x) for x in dicts], CALLS, score),
        Contender(FROM_LISTS, lambda: lambda: [model.predict_one(x) for x in lists], CALLS, score),
        Contender(RIVER, lambda: lambda: [river.predict_one(x) for x in dicts], CALLS, score),
        Contender(
            VOWPAL_WABBIT,
            lambda: lambda: [workspace.predict(example) for example in examples],
            CALLS,
            lambda activations: score(np.greater(activations, 0)),
        ),
    ]
    targets = {RIVER: TimesFaster(1), VOWPAL_WABBIT: TimesFaster(1)}
    return Workload("predict_one, a dict of 100 names", contenders, answers.same_predictions, targets)


def learn_one_row():
    """Learn one row; the first, which creates the weights, is not timed."""
    X, y = data.dense(CALLS + 1, 100, np.float64)
    rows = [(X[i : i + 1], y[i : i + 1]) for i in range(1, CALLS + 1)]
    dicts = river_rows(X)
    pairs = list(zip(dicts, map(bool, y), strict=True))[1:]
    workspace = Workspace(VW_OPTIONS)
    examples = _vw_examples(workspace, dicts, y)

    def learn_all(model):
        model.partial_fit(X[:1], y[:1], classes=[0, 1])
        return partial(_learn, model, rows)

    def score(model):
        return np.mean(model.predict(X) == y)

    contenders = [
        Contender(OURS, lambda: learn_all(Perceptron()), CALLS, score),
        Contender(SCIKIT_LEARN, lambda: learn_all(ScikitPerceptron()), CALLS, score),
        Contender(
            RIVER,
            lambda: partial(_learn_one_by_one, RiverPerceptron(), pairs),
            CALLS,
            lambda model: np.mean([model.predict_one(x) for x in dicts] == y),
        ),
        Contender(
            VOWPAL_WABBIT,
            lambda: lambda: [workspace.learn(example) for example in examples[1:]],
            CALLS,
            lambda _: np.mean(np.greater([workspace.predict(example) for example in examples], 0) == y),
        ),
    ]
    targets = {
        OURS: AtMost(12, "us"),
        SCIKIT_LEARN: TimesFaster(12),
        RIVER: TimesFaster(1),
        VOWPAL_WABBIT: TimesFaster(1),
    }
    return Workload("partial_fit, one row of 100 float64", contenders, answers.same_weights, targets)


def learn_one():
    """Learn one row in the form that each library has for streams; the first, which creates the weights, is not timed.

    Ours learns from lists, which is the row of the target, and from the dicts that river gets.
    """
    X, y = data.dense(CALLS + 1, 100, np.float64)
    dicts, lists, labels = river_rows(X), X.tolist(), [bool(label) for label in y]
    workspace = Workspace(VW_OPTIONS)
    examples = _vw_examples(workspace, dicts, y)

    def learn_all(model, rows):
        model.learn_one(rows[0], labels[0])
        return partial(_learn_one_by_one, model, list(zip(rows, labels, strict=True))[1:])

    def score(rows, model):
        return np.mean([model.predict_one(x) for x in rows] == y)

    contenders = [
        Contender(OURS, lambda: learn_all(Perceptron(), lists), CALLS, partial(score, lists)),
        Contender(FROM_DICTS, lambda: learn_all(Perceptron(), dicts), CALLS, partial(score, dicts)),
        Contender(RIVER, lambda: learn_all(RiverPerceptron(), dicts), CALLS, partial(score, dicts)),
        Contender(
            VOWPAL_WABBIT,
            lambda: lambda: [workspace.learn(example) for example in examples[1:]],
            CALLS,
            lambda _: np.mean(np.greater([workspace.predict(example) for example in examples], 0) == y),
        ),
    ]
    targets = {OURS: AtMost(6, "us"), RIVER: TimesFaster(1), VOWPAL_WABBIT: TimesFaster(1)}
    return Workload("learn_one, a list of 100 numbers", contenders, answers.same_streams, targets)


def fit_four_rows():
    """Fit a set of 4 x 3, including the creation of the estimator."""
    X, y = data.truth_table()

    def score(model):
        return np.mean(model.predict(X) == y)

    def mlpack_score(outcome):
        return np.mean(mlpack.perceptron(input_model=outcome["output_model"], test=X)["predictions"] == y)

    contenders = [
        _repeated(OURS, lambda: Perceptron(max_iter=PASSES, tol=None, random_state=0).fit(X, y), score),
        _repeated(SCIKIT_LEARN, lambda: ScikitPerceptron(max_iter=PASSES, tol=None, random_state=0).fit(X, y), score),
        _repeated("mlpack", lambda: mlpack.perceptron(training=X, labels=y, max_iterations=PASSES), mlpack_score),
    ]
    return Workload("fit, 4 x 3", contenders, answers.converged, {OURS: AtMost(80, "us")})


def grid_search():
    """Fit a grid of 20 options, five folds each, in scikit-learn's own search; its work between the fits counts."""
    X, y = data.dense(1_000, 20, np.float64)
    constant = Contender(
        "the search itself (a learner that does nothing)",
        lambda: lambda: _search(Nothing(), {"option": range(20)}, X, y),
        FITS,
        is_limit=True,
    )
    contenders = [
        Contender(OURS, partial(_searching, Perceptron, {"learning_rate": RATES}, X, y), FITS, _mean_score),
        Contender(SCIKIT_LEARN, partial(_searching, ScikitPerceptron, {"eta0": RATES}, X, y), FITS, _mean_score),
        constant,
    ]
    return Workload("GridSearchCV, a fit of 800 x 20", contenders, answers.searched, {SCIKIT_LEARN: TimesFaster(3)})


def _searching(learner, grid, X, y):
    return partial(_search, learner(max_iter=PASSES, tol=None, random_state=0), grid, X, y)


def _search(learner, grid, X, y):
    return GridSearchCV(learner, grid, cv=5, refit=False).fit(X, y)


def _mean_score(search):
    return search.cv_results_["mean_test_score"].mean()


def _repeated(name, fit, score):
    times = 50
    return Contender(name, lambda: lambda: [fit() for _ in range(times)][-1], times, score)


def _learn(model, rows):
    for x, label in rows:
        model.partial_fit(x, label)
    return model


def _learn_one_by_one(model, pairs):
    for x, label in pairs:
        model.learn_one(x, label)
    return model


def _vw_examples(workspace, dicts, y):
    return [workspace.parse(vw_line(x, label)) for x, label in zip(dicts, y, strict=True)]
