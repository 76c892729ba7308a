"""Learners called from Python: ``fit``, ``partial_fit`` and their options, on dense and on sparse rows."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise, product
from pathlib import Path

import numpy as np
import scipy.sparse as sp

import rosenblatt as rb
from tests.learned_bits.data import digest, rows_and_labels, whole_numbers

COMMON = {"random_state": 3, "max_iter": 8}
POLY = {"kernel": "poly", "degree": 2, "gamma": 1.0, "coef0": 1.0}
LINEAR = {
    "perceptron": rb.Perceptron,
    "averaged-perceptron": partial(rb.Perceptron, final="average"),
    "pocket-perceptron": partial(rb.Perceptron, final="best"),
    "voted-perceptron": rb.VotedPerceptron,
    "pa": partial(rb.PassiveAggressive, variant="PA"),
    "pa-1": partial(rb.PassiveAggressive, variant="PA-I", C=0.25),
    "pa-2": partial(rb.PassiveAggressive, variant="PA-II", C=0.25),
    "averaged-pa-1": partial(rb.PassiveAggressive, variant="PA-I", C=0.25, final="average"),
    "averaged-pa-2": partial(rb.PassiveAggressive, variant="PA-II", C=0.25, final="average"),
    "arow": partial(rb.ConfidenceWeighted, variant="AROW", r=2.0),
    "scw-1": partial(rb.ConfidenceWeighted, variant="SCW-I", C=0.25),
    "scw-2": partial(rb.ConfidenceWeighted, variant="SCW-II", C=0.25),
    "cw": partial(rb.ConfidenceWeighted, variant="CW", confidence=0.8),
}
KERNEL = {
    "kernel-perceptron-linear": partial(rb.KernelPerceptron, kernel="linear"),
    "kernel-perceptron-poly": partial(rb.KernelPerceptron, **POLY),
    "kernel-perceptron-average": partial(rb.KernelPerceptron, **POLY, final="average"),
    "kernel-perceptron-vote": partial(rb.KernelPerceptron, **POLY, final="vote"),
    "kernel-perceptron-budget": partial(rb.KernelPerceptron, **POLY, budget=9, forget="random"),
}
LEARNERS = LINEAR | KERNEL
STORAGE = {"dense": np.ascontiguousarray, "csr": sp.csr_array}
CLASSES = {"two": (2, "joint"), "ten": (10, "joint"), "ten-ovr": (10, "ovr"), "ten-ovo": (10, "ovo")}
OPTIONS = {
    "cyclic": {"order": "cyclic"},
    "random": {"order": "random"},
    "misclassified": {"order": "misclassified"},
    "rows-by-number": {"order": [*range(0, 50, 2), *range(50)]},
    "mistake-no-bias": {"trigger": "mistake", "tie": "positive", "fit_intercept": False},
    "early-stopping": {"early_stopping": True, "validation_fraction": 0.2, "n_iter_no_change": 2},
    "class-weight": {"class_weight": {0: 2.0, 1: 3.0}},
    "max-updates": {"max_updates": 25},
    "stalled": {"max_iter": 40, "n_iter_no_change": 3},
    "ovr-two-jobs": {"multiclass": "ovr", "n_jobs": 2},
}


def learned(model, X: object, decimals: int | None = None) -> str:
    """Compute sha256 of what a model learned, how, and what it predicts."""
    if isinstance(model, rb.KernelPerceptron):
        weights = [model.dual_coef_, model.support_]
    else:
        weights = [model.coef_, model.intercept_]
    if decimals is not None:
        weights = [np.round(weight, decimals) + 0.0 for weight in weights]
    if isinstance(model, rb.ConfidenceWeighted):
        weights += [model.variance_, model.intercept_variance_]
    if isinstance(model, rb.VotedPerceptron):
        weights += [np.array(model.n_models_), *(model.predict(X, method) for method in ("average", "last"))]
    counts = (model.n_seen_, model.n_mistakes_, model.n_updates_, model.n_iter_)
    epochs = [[epoch.seen, epoch.mistakes, epoch.updates] for epoch in model.history_]
    reason = getattr(model, "stop_reason_", None)
    return digest(*weights, model.classes_, model.predict(X), list(map(int, counts)), epochs, reason)


def fit(learner: str, classes: str, storage: str) -> dict[str, str]:
    n_classes, multiclass = CLASSES[classes]
    X, y = rows_and_labels(n_classes)
    model = LEARNERS[learner](multiclass=multiclass, **COMMON).fit(STORAGE[storage](X), y)
    return {"": learned(model, STORAGE[storage](rows_and_labels(n_classes, seed=11)[0]))}


def partial_fit(learner: str, classes: str, storage: str, *, all_known: bool) -> dict[str, str]:
    """Two batches, then row by row; classes are known from the beginning, or met one after another."""
    n_classes, multiclass = CLASSES[classes]
    X, y = rows_and_labels(n_classes)
    model = LEARNERS[learner](multiclass=multiclass, **COMMON)
    known = {"classes": np.arange(n_classes)} if all_known else {}
    cuts = [0, 4, 50, *range(51, 61)]
    for begin, end in pairwise(cuts):
        model.partial_fit(STORAGE[storage](X[begin:end]), y[begin:end], **known)
    return {"": learned(model, STORAGE[storage](rows_and_labels(n_classes, seed=11)[0]))}


def fit_with(learner: str, n_classes: int, option: str) -> dict[str, str]:
    X, y = rows_and_labels(n_classes)
    asked = rows_and_labels(n_classes, seed=11)[0]
    model = LEARNERS[learner](**COMMON | OPTIONS.get(option, {}))
    decimals = None
    if option == "sample-weight":
        model.fit(X, y, sample_weight=np.array(whole_numbers(len(y), 4, 5), dtype=float))
    elif option == "validation-data":
        model.set_params(early_stopping=True, n_iter_no_change=2)
        model.fit(X, y, validation_data=rows_and_labels(n_classes, n=30, seed=21))
    elif option == "warm-start":
        model.set_params(warm_start=True, max_iter=2).fit(X, y).fit(X[::-1], y[::-1])
    elif option == "float32":
        model.fit(X.astype(np.float32), y)
    elif option == "random-start":
        model.set_params(init="normal").fit(X, y)
        decimals = 9  # NumPy draws these with the logarithm of the machine
    elif option == "given-start":
        start = LEARNERS[learner](**COMMON, order="cyclic").fit(X[:20], y[:20])
        model.fit(X, y, coef_init=start.coef_, intercept_init=start.intercept_)
    elif option == "fit-then-partial-fit":
        model.fit(X[:40], y[:40]).partial_fit(X[40:], y[40:])
    elif option == "predict-learn":
        predicted = [model.predict_learn(X[k : k + 7], y[k : k + 7]) for k in range(0, len(y), 7)]
        return {"": learned(model, asked), "/predicted-before": digest(np.concatenate(predicted))}
    else:
        model.fit(X, y)
    return {"": learned(model, asked, decimals)}


def _options_of(learner: str) -> list[str]:
    others = ["sample-weight", "validation-data", "warm-start", "float32"]
    if learner in LINEAR:
        others += ["random-start", "given-start"]
    if learner != "pocket-perceptron":
        others += ["fit-then-partial-fit", "predict-learn"]
    refused = "misclassified" if learner == "kernel-perceptron-budget" else None
    return [option for option in (*OPTIONS, *others) if option != refused]


def python_cases() -> Iterator[tuple[str, Callable[[Path], dict[str, str]]]]:
    """Yield the name of each case and a function that computes its entries, given an empty folder."""
    for learner, classes, storage in product(LEARNERS, CLASSES, STORAGE):
        if learner in KERNEL and learner != "kernel-perceptron-poly" and classes in ("ten-ovr", "ten-ovo"):
            continue  # one is enough, as these take their time
        case = (learner, classes, storage)
        name = "/".join(case)
        yield f"{name}/fit", lambda _, case=case: fit(*case)
        if learner != "pocket-perceptron":
            yield f"{name}/partial_fit", lambda _, case=case: partial_fit(*case, all_known=True)
            if classes != "two":
                yield f"{name}/partial_fit-new-classes", lambda _, case=case: partial_fit(*case, all_known=False)
    for learner, (classes, n_classes) in product(LEARNERS, (("two", 2), ("ten", 10))):
        for option in _options_of(learner):
            yield f"{learner}/{classes}/dense/{option}", lambda _, a=(learner, n_classes, option): fit_with(*a)
