"""The rivals of the commands: from a file to a saved model, and from both to predictions, one process each.

    python -m benchmarks.command_rivals RIVAL train | predict FOLDER CLASSES [PART]

`predict` prints one label per line, of the part "test" or "train". Vowpal Wabbit and fastText read their own formats,
which are written beforehand.
"""

# ruff: noqa: PLC0415  # each process loads its own rival only
from __future__ import annotations

import csv
import sys
from pathlib import Path

PASSES = 5


def _scikit_learn_train(folder, n_classes):
    import joblib
    from sklearn.feature_extraction.text import HashingVectorizer
    from sklearn.linear_model import Perceptron, SGDClassifier
    from sklearn.pipeline import make_pipeline

    options = {"max_iter": PASSES, "tol": None, "random_state": 0}
    averaged = SGDClassifier(loss="hinge", average=True, **options)
    learner = Perceptron(**options) if n_classes == 2 else averaged
    model = make_pipeline(HashingVectorizer(n_features=2**18), learner)
    labels, texts = _csv(folder / "train.csv")
    joblib.dump(model.fit(texts, labels), folder / "model.joblib")


def _scikit_learn_predict(folder, _, part):
    import joblib

    return joblib.load(folder / "model.joblib").predict(_csv(folder / f"{part}.csv")[1])


def _csv(path):
    with path.open(newline="") as file:
        rows = csv.reader(file)
        next(rows)
        return tuple(zip(*rows, strict=True))  # labels and texts


def _vowpal_wabbit_train(folder, n_classes):
    from vowpalwabbit import Workspace

    several = f"--oaa {n_classes}" if n_classes > 2 else "--loss_function hinge"
    cache = folder / "train.vw.cache"
    cache.unlink(missing_ok=True)
    where = f"-d {folder / 'train.vw'} --cache_file {cache} -f {folder / 'model.vw'}"
    Workspace(f"{where} --passes {PASSES} -b 18 --holdout_off {several} --quiet").finish()


def _vowpal_wabbit_predict(folder, n_classes, part):
    from vowpalwabbit import Workspace

    where = f"-i {folder / 'model.vw'} -t -d {folder / f'{part}.vw'} -p {folder / 'predictions.vw'}"
    Workspace(f"{where} --quiet").finish()
    predictions = [float(line) for line in (folder / "predictions.vw").read_text().split()]
    return [f"class{int(value > 0) if n_classes == 2 else int(value) - 1}" for value in predictions]


def _fasttext_train(folder, _):
    import fasttext

    fasttext.FastText.eprint = lambda *_: None
    model = fasttext.train_supervised(str(folder / "train.ft"), dim=10, epoch=PASSES, thread=2, bucket=0, verbose=0)
    model.save_model(str(folder / "model.ft"))


def _fasttext_predict(folder, _, part):
    import fasttext

    fasttext.FastText.eprint = lambda *_: None
    model = fasttext.load_model(str(folder / "model.ft"))
    texts = [line.split(" ", 1)[1] for line in (folder / f"{part}.ft").read_text().splitlines()]
    return [model.f.predict(text, 1, 0.0, "strict")[0][1].removeprefix("__label__") for text in texts]


RIVALS = {
    "scikit-learn": (_scikit_learn_train, _scikit_learn_predict),
    "Vowpal Wabbit": (_vowpal_wabbit_train, _vowpal_wabbit_predict),
    "fastText": (_fasttext_train, _fasttext_predict),
}

if __name__ == "__main__":
    name, what, folder, n_classes, *parts = sys.argv[1:]
    train, predict = RIVALS[name]
    if what == "train":
        train(Path(folder), int(n_classes))
    else:
        print("\n".join(predict(Path(folder), int(n_classes), *parts)))
