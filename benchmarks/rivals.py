"""One function per contender for five passes over X: ours, and each rival called in its fastest fair way.

All shuffle each epoch and never stop early, unless noted otherwise. Rivals that would take minutes
learn from the first rows only; their time is scaled to all rows, which flatters them: less data, more of it in cache.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import mlpack
import numpy as np
import scipy.sparse as sp
from mlxtend.classifier import Perceptron as MlxtendPerceptron
from river.linear_model import Perceptron as RiverPerceptron
from sklearn.linear_model import Perceptron as ScikitPerceptron
from vowpalwabbit import Workspace

from benchmarks.timing import Contender
from rosenblatt import Perceptron

PASSES = 5
OURS, SCIKIT_LEARN = "rosenblatt", "scikit-learn"

# Plain stochastic gradient descent on the hinge loss: the nearest that Vowpal Wabbit has to a perceptron.
VW_OPTIONS = "--quiet --sgd --loss_function hinge -b 18"

_scratch = tempfile.TemporaryDirectory(prefix="rosenblatt-bench-")


def estimator(name, make, X, y, *, passes=PASSES, is_limit=False):
    """Return a contender with scikit-learn's fit and predict."""
    return Contender(
        name,
        lambda: lambda: make().fit(X, y),
        units=passes,
        score=lambda model: np.mean(model.predict(X) == y),
        is_limit=is_limit,
    )


def ours(X, y):
    """Learn with this package."""
    return estimator(OURS, lambda: Perceptron(max_iter=PASSES, tol=None, random_state=0), X, y)


def scikit_learn(X, y):
    """Learn with scikit-learn's Perceptron."""
    return estimator(SCIKIT_LEARN, lambda: ScikitPerceptron(max_iter=PASSES, tol=None, random_state=0), X, y)


def mlpack_perceptron(X, y):
    """Learn with mlpack: rows in the given order; its copy of X into its own matrix is part of every call."""

    def score(outcome):
        predictions = mlpack.perceptron(input_model=outcome["output_model"], test=X)["predictions"]
        return np.mean(predictions == y)

    return Contender(
        "mlpack",
        lambda: lambda: mlpack.perceptron(training=X, labels=y, max_iterations=PASSES),
        units=PASSES,
        score=score,
    )


def vowpal_wabbit(X, y):
    """Learn with Vowpal Wabbit, from its own cache file, rows in the given order.

    Text and cache are written before the timing; creating the workspace and reading the cache are timed, because
    Vowpal Wabbit does its passes there, in C++. Passing parsed examples one by one from Python takes longer.
    """
    X, y, share = _first_rows(X, y, 2_000_000)
    lines = [vw_line(x, label) for x, label in zip(river_rows(X), y, strict=True)]
    path = Path(tempfile.mkdtemp(dir=_scratch.name)) / "rows.txt"
    path.write_text("\n".join(lines) + "\n")
    command = f"{VW_OPTIONS} --holdout_off --passes {PASSES} --data {path} --cache_file {path}.cache"

    def score(workspace):
        sample = slice(0, 1000)
        return np.mean(np.greater([workspace.predict(line) for line in lines[sample]], 0) == y[sample])

    return Contender(
        _scaled("Vowpal Wabbit", X, share),
        lambda: lambda: Workspace(command),
        units=PASSES * share,
        score=score,
    )


def river(X, y):
    """Learn with river, one pass, rows in the given order; converting them to dicts is not timed."""
    X, y, share = _first_rows(X, y, 200_000)
    rows, labels = river_rows(X), [bool(label) for label in y]

    def learn():
        model = RiverPerceptron()
        for x, label in zip(rows, labels, strict=True):
            model.learn_one(x, label)
        return model

    def score(model):
        return np.mean([model.predict_one(x) == label for x, label in zip(rows, labels, strict=True)])

    return Contender(_scaled("river", X, share), lambda: learn, units=share, score=score)


def mlxtend(X, y):
    """Learn with mlxtend, one pass."""
    X, y, share = _first_rows(X, y, 200_000)
    return Contender(
        _scaled("mlxtend", X, share),
        lambda: lambda: MlxtendPerceptron(eta=1.0, epochs=1, random_seed=0).fit(X, y),
        units=share,
        score=lambda model: np.mean(model.predict(X) == y),
    )


def river_rows(X):
    """Return rows as dicts from column name to number; of sparse rows only the stored numbers."""
    if sp.issparse(X):
        bounds = zip(X.indptr[:-1], X.indptr[1:], strict=True)
        return [dict(zip(map(str, X.indices[i:j]), X.data[i:j].tolist(), strict=True)) for i, j in bounds]
    names = [str(column) for column in range(X.shape[1])]
    return [dict(zip(names, row, strict=True)) for row in X.tolist()]


def vw_line(x, label):
    """Return one row in Vowpal Wabbit's text format."""
    return f"{1 if label else -1} | " + " ".join(f"{name}:{value:.9g}" for name, value in x.items())


def _first_rows(X, y, entries):
    """Return the first rows with about `entries` numbers, and their share of all rows."""
    each = X.nnz / X.shape[0] if sp.issparse(X) else X.shape[1]
    count = min(X.shape[0], int(entries / each))
    return X[:count], y[:count], count / X.shape[0]


def _scaled(name, X, share):
    return name if share == 1.0 else f"{name} ({X.shape[0]:,} rows, scaled)"
