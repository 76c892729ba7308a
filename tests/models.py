"""Models of every kind that a file can hold, small, and made the same way each time."""

from copy import deepcopy
from itertools import product

import numpy as np
import scipy.sparse as sp
from sklearn.pipeline import make_pipeline

from rosenblatt import (
    ConfidenceWeighted,
    KernelPerceptron,
    PassiveAggressive,
    Perceptron,
    TableFeatures,
    TextFeatures,
    VotedPerceptron,
    calibrate,
)

LABELS = np.array(["ape", "bee", "cat", "dog"])

LINEAR = {
    "perceptron": Perceptron,
    "perceptron-average": lambda **o: Perceptron(final="average", **o),
    "perceptron-best": lambda **o: Perceptron(final="best", **o),
    "pa": PassiveAggressive,
    "pa-average": lambda **o: PassiveAggressive(final="average", variant="PA-II", **o),
    "arow": ConfidenceWeighted,
    "arow-average": lambda **o: ConfidenceWeighted(final="average", r=0.5, **o),
    "scw-1": lambda **o: ConfidenceWeighted(variant="SCW-I", C=0.5, **o),
    "voted": VotedPerceptron,
    "voted-other": lambda **o: VotedPerceptron(tie="positive", fit_intercept=False, init="normal", **o),
}
KERNEL = {
    "linear": {"kernel": "linear"},
    "poly-average": {"kernel": "poly", "degree": 2, "coef0": 1.0, "gamma": 1.0, "final": "average"},
    "rbf-vote": {"kernel": "rbf", "final": "vote", "tie": "positive"},
    "sigmoid-pa": {"kernel": "sigmoid", "step": "pa-1", "gamma": "auto"},
    "budget-random": {"kernel": "poly", "budget": 9, "forget": "random"},
    "budget-oldest": {"kernel": "rbf", "budget": 9, "forget": "oldest"},
    "budget-project": {"kernel": "rbf", "budget": 9, "forget": "project", "step": "pa"},
}
UNIT_LOGS = {"counts": "log", "normalise": True}
COMMON = {"random_state": 0, "max_iter": 2, "tol": None}

TEXTS = ["a good film", "not a good film", "bad", "", "Ärgerlich, not good", "good good", "no film", None, "bad film"]
VERDICTS = ["+", "-", "-", "+", "-", "+", "-", "+", "-"]
TABLE = {
    "minutes": [90, 110, None, 80, 95, 100, 60, 120, 75],
    "genre": ["war", "comedy", None, "war", "drama", "war", "comedy", "drama", "war"],
    "review": TEXTS,
}


def rows_and_labels(n_classes, n=24, d=4, seed=0):
    """Whole numbers, so that every product of rows is the same bits on every machine."""
    random = np.random.default_rng(seed)
    X = random.integers(-9, 10, (n, d)).astype(float)
    y = np.argmax(X @ random.integers(-3, 4, (n_classes, d)).T + random.integers(0, 9, (n, n_classes)), axis=1)
    y[:n_classes] = np.arange(n_classes)
    return X, LABELS[y]


def full_covariances():
    """Give the same for weights with a covariance, which several classes cannot have jointly."""
    for is_sparse in (False, True):
        for multiclass, n_classes in (("ovo", 2), ("ovr", 3)):
            name = "cw-full-2" if n_classes == 2 else f"cw-full-{multiclass}"
            learner = ConfidenceWeighted(variant="CW", covariance="full", multiclass=multiclass, **COMMON)
            yield name, learner, n_classes, is_sparse


def learners():
    """Give (name, learner that learned nothing yet, classes, whether sparse) for all kinds of learners."""
    for (name, make), is_sparse in product(LINEAR.items(), (False, True)):
        yield f"{name}-2", make(**COMMON), 2, is_sparse
        for multiclass in ("joint", "ovr", "ovo"):
            yield f"{name}-{multiclass}", make(multiclass=multiclass, **COMMON), 3, is_sparse
    yield from full_covariances()
    for (name, options), is_sparse in product(KERNEL.items(), (False, True)):
        yield f"kernel-{name}-2", KernelPerceptron(**options, **COMMON), 2, is_sparse
        for multiclass in ("ovr",) if name == "budget-oldest" else ("joint",) if is_sparse else ("joint", "ovr", "ovo"):
            several = KernelPerceptron(multiclass=multiclass, **options, **COMMON)
            yield f"kernel-{name}-{multiclass}", several, 3, is_sparse


def pipelines():
    """Give (name, fitted pipeline, what it predicts from) for all kinds of features."""
    words = make_pipeline(TextFeatures(ngrams=(1, 2), min_count=2), Perceptron(**COMMON)).fit(TEXTS, VERDICTS)
    hashed = TextFeatures(char_ngrams=(2, 3), bits=8, normalise=True)
    columns = TableFeatures(kinds={"review": "text"}, text=TextFeatures(char_ngrams=(1, 2), counts="log"))
    crossed = TableFeatures(kinds={"review": "ignore"}, numbers="both", bins=3, cross="all")
    dated = {**TABLE, "shown": [f"2024-0{1 + row % 3}-1{row} 20:15" for row in range(9)]}
    few_columns = make_pipeline(TextFeatures(bits=12), Perceptron(final="average", **COMMON))
    weighted = make_pipeline(TextFeatures(ngrams=(1, 2), weighting="idf", **UNIT_LOGS), Perceptron(**COMMON))
    weighted_columns = make_pipeline(TextFeatures(bits=6, weighting="idf", **UNIT_LOGS), Perceptron(**COMMON))
    many = [f"{text} {' '.join(f'{row}x{k}' for k in range(150))}" for row, text in enumerate(TEXTS)]
    many_words = make_pipeline(TextFeatures(weighting="idf", **UNIT_LOGS), Perceptron(final="average", **COMMON))
    return [
        ("words", words, TEXTS),
        ("hashed", make_pipeline(hashed, PassiveAggressive(**COMMON)).fit(TEXTS, VERDICTS), TEXTS),
        ("table", make_pipeline(columns, VotedPerceptron(**COMMON)).fit(TABLE, VERDICTS), TABLE),
        ("crossed-table", make_pipeline(crossed, Perceptron(**COMMON)).fit(dated, VERDICTS), dated),
        ("few-columns", few_columns.fit(TEXTS, VERDICTS), TEXTS),
        ("weighted", weighted.fit(TEXTS, VERDICTS), TEXTS),
        ("weighted-columns", weighted_columns.fit(TEXTS, VERDICTS), TEXTS),
        ("many-words", many_words.fit(many, VERDICTS), many),
    ]


def calibrated():
    """Give (name, fitted learner, what it predicts from) for each method of calibration."""
    for method, n_classes in (("temperature", 3), ("sigmoid", 2), ("sigmoid", 3), ("isotonic", 2), ("isotonic", 3)):
        X, y = rows_and_labels(n_classes)
        model = calibrate(ConfidenceWeighted(**COMMON).fit(X, y), X, y, method=method)
        yield f"calibrated-{method}-{n_classes}", model, X
    for n_classes in (2, 3):
        X, y = rows_and_labels(n_classes)
        model = ConfidenceWeighted(**COMMON)
        model.predict_learn(X, y)
        yield f"calibrated-online-{n_classes}", model, X
    twice = calibrate(deepcopy(model), X, y)
    twice.predict_learn(X, y)
    yield "calibrated-twice-3", twice, X


def as_rows(X, is_sparse):
    return sp.csr_array(X) if is_sparse else X
