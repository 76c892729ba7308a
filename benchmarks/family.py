"""The rest of the linear family: averaged, passive-aggressive, several classes at once."""

from __future__ import annotations

from functools import partial

import numpy as np
from sklearn.linear_model import Perceptron as ScikitPerceptron
from sklearn.linear_model import SGDClassifier

from benchmarks import answers, data, published_data
from benchmarks.rivals import OURS, PASSES, SCIKIT_LEARN, estimator
from benchmarks.targets import TimesFaster, Within
from benchmarks.workload import Workload
from rosenblatt import ConfidenceWeighted, PassiveAggressive, Perceptron

OUR_PLAIN = "rosenblatt, last weights"
OUR_PA = "rosenblatt's PassiveAggressive"
SGD = "scikit-learn's SGDClassifier"

# What scikit-learn's Perceptron and PassiveAggressiveClassifier set, with an average; the second is deprecated
# since 1.8 in favour of this.
PERCEPTRON = {"loss": "perceptron", "penalty": None, "learning_rate": "constant", "eta0": 1.0}
PASSIVE_AGGRESSIVE = {"loss": "hinge", "penalty": None, "learning_rate": "pa1", "eta0": 1.0}

NEVER_STOP = {"tol": None, "random_state": 0}


def _averaged(make_rows, title, factor):
    X, y = make_rows()
    options = {**NEVER_STOP, "max_iter": PASSES}
    contenders = [
        estimator(OURS, lambda: Perceptron(final="average", **options), X, y),
        estimator(SGD, lambda: SGDClassifier(**PERCEPTRON, average=True, **options), X, y),
        estimator(OUR_PLAIN, lambda: Perceptron(**options), X, y, is_limit=True),
    ]
    return Workload(
        f"averaged perceptron, {title}, a pass",
        contenders,
        partial(
            answers.same_in_the_order_given,
            X,
            y,
            partial(Perceptron, final="average"),
            partial(SGDClassifier, **PERCEPTRON, average=True),
        ),
        {SGD: TimesFaster(factor), OUR_PLAIN: Within(1.3)},
    )


def _passive_aggressive(make_rows, title, factor):
    X, y = make_rows()
    options = {**NEVER_STOP, "max_iter": PASSES}
    contenders = [
        estimator(OURS, lambda: PassiveAggressive(**options), X, y),
        estimator(SGD, lambda: SGDClassifier(**PASSIVE_AGGRESSIVE, **options), X, y),
    ]
    return Workload(
        f"passive-aggressive, {title}, a pass",
        contenders,
        partial(answers.same_in_the_order_given, X, y, PassiveAggressive, partial(SGDClassifier, **PASSIVE_AGGRESSIVE)),
        {SGD: TimesFaster(factor)},
    )


def _confidence_weighted(make_rows, title):
    """AROW in one pass, where most rows need an update, beside passive-aggressive, whose walk it shares."""
    X, y = make_rows()
    options = {**NEVER_STOP, "max_iter": 1}
    contenders = [
        estimator(OURS, lambda: ConfidenceWeighted(**options), X, y, passes=1),
        estimator(OUR_PA, lambda: PassiveAggressive(**options), X, y, passes=1, is_limit=True),
    ]
    return Workload(
        f"AROW, {len(np.unique(y))} classes, {title}, one pass",
        contenders,
        partial(answers.variances_fell, y),
        {OUR_PA: Within(2)},
    )


def _joint(make_rows, title, factor):
    X, y = make_rows()
    options = {**NEVER_STOP, "max_iter": 1}
    contenders = [
        estimator(OURS, lambda: Perceptron(**options), X, y, passes=1),
        estimator(SCIKIT_LEARN, lambda: ScikitPerceptron(**options), X, y, passes=1),
    ]
    return Workload(
        f"{len(np.unique(y))} classes, {title}, one pass",
        contenders,
        partial(answers.joint_rule, X, y),
        {SCIKIT_LEARN: TimesFaster(factor)},
    )


def _mnist(dtype):
    X, y = published_data.mnist("train")
    return X.astype(dtype, copy=False), y


_dense = partial(data.dense, 200_000, 100, np.float64)

WORKLOADS = {
    "averaged-dense": partial(_averaged, _dense, "dense float64, 200,000 x 100", 4),
    "averaged-csr": partial(_averaged, data.hashed_text, "CSR, 200,000 x 2^18", 2.5),
    "pa-dense": partial(_passive_aggressive, _dense, "dense float64, 200,000 x 100", 3),
    "pa-csr": partial(_passive_aggressive, data.hashed_text, "CSR, 200,000 x 2^18", 2),
    "arow-csr": partial(_confidence_weighted, data.hashed_text, "CSR, 200,000 x 2^18"),
    "arow-joint-csr": partial(_confidence_weighted, data.topics, "CSR, 200,000 x 2^18"),
    "joint-csr": partial(_joint, data.topics, "CSR, 200,000 x 2^18", 8),
    "joint-mnist": partial(_joint, partial(_mnist, np.float64), "MNIST float64, 60,000 x 784", 10),
    "joint-mnist-float32": partial(_joint, partial(_mnist, np.float32), "MNIST float32, 60,000 x 784", 10),
}
