"""The rivals of `quality.py`, one process each: ``python -m benchmarks.quality_rivals RIVAL KIND LABEL FOLDER``.

Learns from the training file of the folder and writes `predictions.txt`, one label per test row, and `settings.json`:
what cross-validation chose, and the CPU seconds of choosing. LogisticRegression writes its probabilities, too. Nothing
here has seen a test file. All settings:

- LinearSVC and LogisticRegression of scikit-learn: features of `quality_features.py`; C of 0.1, 1 and 10 by 3-fold
  cross-validation, C = 1 for files of over 100,000 rows or five million values; otherwise defaults.
- Vowpal Wabbit: logistic loss, one against all with several classes, 2^22 columns; texts with pairs of words; 2 or 10
  passes, whichever is better on a third of the training rows. Tables once more with all pairs of columns (-q ::),
  except MNIST, whose 150 values per row have 11,000 pairs.
- fastText: words and pairs in 200,000 buckets, 100 dimensions, one thread; (lr, epoch) of (0.5, 5), (0.5, 25) and
  (1.0, 25), chosen in the same way.
- HistGradientBoosting: scikit-learn's defaults, categories as categories.
"""

# ruff: noqa: PLC0415  # each process loads its own rival only
from __future__ import annotations

import json
import sys
import time
import warnings
from pathlib import Path

from benchmarks.quality_sets import BOOSTING, FASTTEXT, LINEAR_SVC, LOGISTIC, MATRIX, TEXT, WABBIT, WABBIT_PAIRS

PROBABILITIES = "probabilities.npz"
CHOICES_OF_C = (0.1, 1.0, 10.0)
MOST_ROWS, MOST_VALUES = 100_000, 5_000_000  # above either: C = 1


def _scikit_learn(make, kind, label, folder):
    import numpy as np
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.model_selection import StratifiedKFold
    from sklearn.pipeline import make_pipeline

    from benchmarks.quality_features import features, load

    warnings.simplefilter("ignore", ConvergenceWarning)
    X, y = load(kind, label, folder / "train")
    size = X.size if hasattr(X, "size") else 0
    choices = CHOICES_OF_C if len(y) <= MOST_ROWS and size <= MOST_VALUES else (1.0,)
    start = time.process_time()
    right = dict.fromkeys(choices, 0)
    if len(choices) > 1:
        folds = StratifiedKFold(3, shuffle=True, random_state=0)
        for learned, judged in folds.split(np.zeros(len(y)), y):
            made = features(kind, X)
            rows, others = made.fit_transform(_take(X, learned)), made.transform(_take(X, judged))
            for C in choices:
                right[C] += np.sum(make(C).fit(rows, y[learned]).predict(others) == y[judged])
    C = max(choices, key=right.get)
    searched = time.process_time() - start
    model = make_pipeline(features(kind, X), make(C)).fit(X, y)
    others = load(kind, label, folder / "test", X)[0]
    if hasattr(model, "predict_proba"):
        np.savez(folder / PROBABILITIES, classes=model.classes_, values=model.predict_proba(others))
    return model.predict(others), {"C": C}, searched


def _take(X, rows):
    return X.iloc[rows] if hasattr(X, "iloc") else X[rows]


def linear_svc(kind, label, folder):
    """Return predictions, settings and the seconds of choosing, of scikit-learn's LinearSVC."""
    from sklearn.svm import LinearSVC

    return _scikit_learn(lambda C: LinearSVC(C=C), kind, label, folder)


def logistic_regression(kind, label, folder):
    """Return the same of scikit-learn's LogisticRegression."""
    from sklearn.linear_model import LogisticRegression

    return _scikit_learn(lambda C: LogisticRegression(C=C), kind, label, folder)


def boosting(kind, label, folder):
    """Return the same of scikit-learn's HistGradientBoostingClassifier."""
    from sklearn.ensemble import HistGradientBoostingClassifier

    from benchmarks.quality_features import as_categories, load

    X, y = load(kind, label, folder / "train")
    others = load(kind, label, folder / "test", X)[0]
    X, others = (X.toarray(), others.toarray()) if kind == MATRIX else as_categories(X, others)
    model = HistGradientBoostingClassifier(random_state=0)
    return model.fit(X, y).predict(others), {}, 0.0


def vowpal_wabbit(kind, _, folder, extra=""):
    """Return the same of Vowpal Wabbit, which reads the files of `quality_formats.py`."""
    labels = json.loads((folder / "labels.json").read_text())
    extra = "--ngram 2" if kind == TEXT else extra
    several = f"--oaa {len(labels)}" if len(labels) > 2 else ""
    common = f"-b 22 --loss_function logistic --holdout_off --quiet {several} {extra}"
    options = [f"{common} --passes {passes}" for passes in (2, 10)]
    start = time.process_time()
    lines = (folder / "train.vw").read_text().splitlines(keepends=True)
    learned, judged = folder / "learned.vw", folder / "judged.vw"
    learned.write_text("".join(line for i, line in enumerate(lines) if i % 3))
    judged.write_text("".join(lines[::3]))
    truth = [int(line.split(maxsplit=1)[0]) for line in lines[::3]]
    right = {}
    for option in options:
        codes = _vowpal_wabbit(option, learned, judged, len(labels))
        right[option] = sum(code == label for code, label in zip(codes, truth, strict=True))
    best = max(options, key=right.get)
    searched = time.process_time() - start
    codes = _vowpal_wabbit(best, folder / "train.vw", folder / "test.vw", len(labels))
    of_code = dict(zip((-1, 1) if len(labels) == 2 else range(1, len(labels) + 1), labels, strict=True))
    return [of_code[code] for code in codes], {"options": best}, searched


def vowpal_wabbit_pairs(kind, label, folder):
    """Return the same of Vowpal Wabbit with all pairs of columns."""
    return vowpal_wabbit(kind, label, folder, "-q ::")


def _vowpal_wabbit(options, learned, judged, n_classes):
    from vowpalwabbit import Workspace

    cache, model, predictions = (learned.with_suffix(suffix) for suffix in (".cache", ".model", ".predictions"))
    cache.unlink(missing_ok=True)
    Workspace(f"{options} -d {learned} --cache_file {cache} -f {model}").finish()
    Workspace(f"-t --quiet -i {model} -d {judged} -p {predictions}").finish()
    values = [float(line.split()[0]) for line in predictions.read_text().splitlines()]
    return [(1 if value > 0 else -1) if n_classes == 2 else int(value) for value in values]


def fasttext(_, __, folder):
    """Return the same of fastText, which reads the files of `quality_formats.py`."""
    start = time.process_time()
    lines = (folder / "train.ft").read_text().splitlines(keepends=True)
    learned = folder / "learned.ft"
    learned.write_text("".join(line for i, line in enumerate(lines) if i % 3))
    truth = [line.split(" ", 1)[0] for line in lines[::3]]
    right = {}
    for lr, epoch in ((0.5, 5), (0.5, 25), (1.0, 25)):
        predictions = _fasttext(lr, epoch, learned, lines[::3])
        right[lr, epoch] = sum(a == b for a, b in zip(predictions, truth, strict=True))
    lr, epoch = max(right, key=right.get)
    searched = time.process_time() - start
    others = (folder / "test.ft").read_text().splitlines()
    predictions = _fasttext(lr, epoch, folder / "train.ft", others)
    return [label.removeprefix("__label__") for label in predictions], {"lr": lr, "epoch": epoch}, searched


def _fasttext(lr, epoch, learned, lines):
    import fasttext as package

    package.FastText.eprint = lambda *_: None
    options = {"lr": lr, "epoch": epoch, "wordNgrams": 2, "bucket": 200_000, "thread": 1, "verbose": 0}
    model = package.train_supervised(str(learned), **options)
    texts = (line.rstrip("\n").split(" ", 1)[1] for line in lines)
    return [model.f.predict(f"{text}\n", 1, 0.0, "strict")[0][1] for text in texts]  # the end of a line is a word, too


RIVALS = {
    LINEAR_SVC: linear_svc,
    LOGISTIC: logistic_regression,
    WABBIT: vowpal_wabbit,
    WABBIT_PAIRS: vowpal_wabbit_pairs,
    FASTTEXT: fasttext,
    BOOSTING: boosting,
}


def main(name, kind, label, folder):
    """Learn, predict, and write both files."""
    folder = Path(folder)
    (folder / PROBABILITIES).unlink(missing_ok=True)
    predictions, settings, seconds = RIVALS[name](kind, label, folder)
    (folder / "predictions.txt").write_text("".join(f"{label}\n" for label in predictions))
    (folder / "settings.json").write_text(json.dumps({"settings": settings, "search_cpu": seconds}))


if __name__ == "__main__":
    main(*sys.argv[1:])
