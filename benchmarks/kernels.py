"""Votes and kernels: beside an SVM, an approximation of the kernel, plain NumPy, and the matrix products themselves."""

from __future__ import annotations

import numpy as np
from sklearn.datasets import make_moons
from sklearn.kernel_approximation import Nystroem
from sklearn.linear_model import Perceptron as ScikitPerceptron
from sklearn.pipeline import make_pipeline
from sklearn.svm import SVC

from benchmarks import published_data
from benchmarks.answers import require
from benchmarks.rivals import OURS
from benchmarks.targets import TimesFaster, Within
from benchmarks.timing import Contender
from benchmarks.workload import Workload
from rosenblatt import KernelPerceptron, VotedPerceptron

SVM, APPROXIMATED = "scikit-learn's SVC", "Nystroem(300) + scikit-learn's Perceptron"
ROW_BY_ROW, MODEL_BY_MODEL = "NumPy, a row of kernel values an example", "NumPy, model by model"
VALUES = "the kernel values by one matrix product"
PRODUCT = "the bare matrix product"
GAMMA = 1.0


def _moons(n, seed):
    """Return two moons that do not touch in the first two of 20 columns; the others are faint noise."""
    X, y = make_moons(n, noise=0.1, random_state=seed)
    return np.hstack([X, 0.1 * np.random.default_rng(seed).standard_normal((n, 18))]), y


def _rbf():
    X, y = _moons(20_000, 0)
    unseen, truth = _moons(5_000, 1)

    def fit_and_predict(make):
        return lambda: lambda: make().fit(X, y).predict(unseen)

    def contender(name, make):
        return Contender(name, fit_and_predict(make), score=lambda predictions: np.mean(predictions == truth))

    few = 1_000
    contenders = [
        contender(OURS, lambda: KernelPerceptron(gamma=GAMMA, max_iter=10, final="average", random_state=0)),
        contender(SVM, lambda: SVC(gamma=GAMMA)),
        contender(APPROXIMATED, lambda: make_pipeline(Nystroem(gamma=GAMMA, n_components=300), ScikitPerceptron())),
        Contender(
            f"{ROW_BY_ROW} (one epoch of {few:,} rows, scaled)",
            lambda: lambda: _row_by_row(X[:few], y[:few]),
            units=few / (10 * len(X)),
        ),
    ]

    def check(timed):
        ours, svm = (np.mean(timed[name].outcome == truth) for name in (OURS, SVM))
        require(ours >= svm - 0.005, f"{ours:.1%} of the unseen rows right, the SVM {svm:.1%}")

    targets = {SVM: TimesFaster(2), APPROXIMATED: TimesFaster(1), contenders[-1].name: TimesFaster(10)}
    return Workload("rbf, 20,000 x 20, fit and predict 5,000", contenders, check, targets)


def _row_by_row(X, y):
    """Run one epoch of the textbook algorithm: kernel values of every row with all stored rows."""
    kept, steps = np.empty_like(X), np.empty(len(X))
    count = 0
    for x, sign in zip(X, 2 * y - 1, strict=True):
        values = np.exp(-GAMMA * np.square(kept[:count] - x).sum(axis=1)) + 1
        if sign * (values @ steps[:count]) <= 0:
            kept[count], steps[count] = x, sign
            count += 1
    return count


def _poly():
    X, y = (part[:10_000] for part in published_data.mnist("train"))
    options = {"kernel": "poly", "degree": 4, "gamma": 1.0, "coef0": 1.0, "fit_intercept": False}
    options |= {"max_iter": 1, "order": "cyclic"}

    def make():
        return KernelPerceptron(**options).fit(X, y)

    stored = X[make().support_]
    contenders = [
        Contender(OURS, lambda: make, score=lambda model: model.score(X, y)),
        Contender(VALUES, lambda: lambda: np.power(X @ stored.T + 1, 4), is_limit=True),
    ]
    return Workload(
        f"poly 4, MNIST 10,000 digits, ten classes, one epoch ({len(stored):,} rows kept)",
        contenders,
        lambda timed: require(timed[OURS].outcome.score(X, y) > 0.9, "less than 90 % of the rows right"),
        {VALUES: Within(3)},
    )


def _predict():
    X = published_data.mnist("train")[0]
    rows, y = X[:5_000], np.arange(5_000) % 2  # random labels, so that every row is stored
    options = {"kernel": "poly", "degree": 3, "gamma": 0.01, "coef0": 1.0, "fit_intercept": False}
    model = KernelPerceptron(margin=1e9, order="cyclic", max_iter=1, **options).fit(rows, y)
    asked, steps = X[10_000:20_000], model.dual_coef_[0]
    require(model.n_support_ == 5_000, f"{model.n_support_} rows kept")

    def by_product():
        return np.power(0.01 * (asked @ rows.T) + 1, 3) @ steps

    contenders = [
        Contender(OURS, lambda: lambda: model.decision_function(asked)),
        Contender(VALUES, lambda: by_product, is_limit=True),
    ]

    def check(timed):
        require(np.allclose(timed[OURS].outcome, timed[VALUES].outcome), "not the sums of kernel values")

    return Workload("kernel predict, 10,000 rows, 5,000 kept", contenders, check, {VALUES: Within(2)})


def _voted():
    X, _ = published_data.mnist("train")
    rows, asked = X[:10_000], X[20_000:30_000]
    y = np.random.default_rng(0).integers(0, 2, 10_000)  # random labels: with this margin, every row is an update
    model = VotedPerceptron(margin=1e9, max_iter=1, order="cyclic").fit(rows, y)
    require(model.n_updates_ == 10_000, f"{model.n_updates_} updates")
    some = 200

    def model_by_model():
        weights, bias, votes = np.zeros(784), 0.0, np.zeros(len(asked))
        for x, sign in zip(rows[:some], 2 * y[:some] - 1, strict=True):
            weights += sign * x
            bias += sign
            votes += np.where(asked @ weights + bias > 0, 1, -1)
        return votes

    slow = f"{MODEL_BY_MODEL} ({some} of 10,000 models, scaled)"
    contenders = [
        Contender(OURS, lambda: lambda: model.decision_function(asked)),
        Contender(slow, lambda: model_by_model, units=some / 10_000),
        Contender(PRODUCT, lambda: lambda: asked @ rows.T, is_limit=True),
    ]

    def check(timed):
        few = VotedPerceptron(margin=1e9, max_iter=1, order="cyclic").fit(rows[:some], y[:some])
        require(np.array_equal(few.decision_function(asked) * some, timed[slow].outcome), "not the votes of all models")

    return Workload("voted predict, 10,000 rows, 10,000 updates", contenders, check, {slow: TimesFaster(20)})


WORKLOADS = {
    "voted-predict": _voted,
    "kernel-rbf": _rbf,
    "kernel-poly": _poly,
    "kernel-predict": _predict,
}
