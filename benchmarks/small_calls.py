"""Calls dominated by overhead: one row predicted, one row learned, a fit of four rows.

River and Vowpal Wabbit get each row in their own form, a dict or a parsed example; converting an array is not timed.
Vowpal Wabbit's examples belong to one workspace, so it keeps learning from round to round; the others start afresh.
"""

from __future__ import annotations

from functools import partial

import mlpack
import numpy as np
from river.linear_model import Perceptron as RiverPerceptron
from sklearn.linear_model import Perceptron as ScikitPerceptron
from vowpalwabbit import Workspace

from benchmarks import answers, data
from benchmarks.rivals import OURS, PASSES, SCIKIT_LEARN, VW_OPTIONS, river_rows, vw_line
from benchmarks.targets import AtMost, TimesFaster
from benchmarks.timing import Contender
from benchmarks.workload import Workload
from rosenblatt import Perceptron

CALLS = 500
RIVER, VOWPAL_WABBIT = "river (from dicts)", "Vowpal Wabbit (from parsed examples)"


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
    targets = {OURS: AtMost(20, "us"), SCIKIT_LEARN: TimesFaster(8)}
    return Workload("predict, one row of 100 float64", contenders, answers.same_labels, targets)


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
            lambda: partial(_learn_dicts, RiverPerceptron(), pairs),
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
    targets = {OURS: AtMost(40, "us"), SCIKIT_LEARN: TimesFaster(12)}
    return Workload("partial_fit, one row of 100 float64", contenders, answers.same_weights, targets)


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
    return Workload("fit, 4 x 3", contenders, answers.converged, {OURS: AtMost(300, "us")})


def _repeated(name, fit, score):
    times = 50
    return Contender(name, lambda: lambda: [fit() for _ in range(times)][-1], times, score)


def _learn(model, rows):
    for x, label in rows:
        model.partial_fit(x, label)
    return model


def _learn_dicts(model, dicts):
    for x, label in dicts:
        model.learn_one(x, label)
    return model


def _vw_examples(workspace, dicts, y):
    return [workspace.parse(vw_line(x, label)) for x, label in zip(dicts, y, strict=True)]
