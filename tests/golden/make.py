"""Make the model files beside this one: ``python -m tests.golden.make``. An existing file is never made again.

A model file must open with every later version, so these are made once, by the version that introduced the format with
whose number their names begin. Beside each is what it predicts.
"""

import json
from pathlib import Path

import numpy as np
from sklearn.base import clone
from sklearn.pipeline import make_pipeline

import rosenblatt as rb
from rosenblatt.evaluate.slim import slim_down
from tests.models import TABLE, VERDICTS, as_rows, calibrated, learners, pipelines, rows_and_labels

FOLDER = Path(__file__).parent
FORMATS = {"few-columns": 2, "many-words": 3, "slim": 3}  # of all others: 1
KINDS = {
    "perceptron-2": False,
    "perceptron-joint": True,
    "perceptron-average-ovr": False,
    "perceptron-best-2": True,
    "pa-ovo": False,
    "pa-average-joint": True,
    "arow-2": True,
    "arow-ovo": False,
    "arow-average-joint": True,
    "scw-1-joint": False,
    "cw-full-2": True,
    "cw-full-ovr": False,
    "voted-2": True,
    "voted-joint": False,
    "voted-ovr": False,
    "voted-other-joint": True,
    "kernel-linear-joint": True,
    "kernel-poly-average-ovo": False,
    "kernel-rbf-vote-joint": False,
    "kernel-sigmoid-pa-2": True,
    "kernel-budget-random-joint": False,
    "kernel-budget-oldest-ovr": True,
    "kernel-budget-project-2": False,
}


def models():
    """Yield (name, model, what it predicts from) for all kinds."""
    for name, learner, n_classes, is_sparse in learners():
        if KINDS.get(name) == is_sparse:
            X, y = rows_and_labels(n_classes)
            yield name, clone(learner).fit(as_rows(X, is_sparse), y), X.tolist()
    X, y = rows_and_labels(2)
    gram = X @ X.T
    yield "kernel-precomputed-2", rb.KernelPerceptron(kernel="precomputed", random_state=0).fit(gram, y), gram.tolist()
    yield from pipelines()
    yield "slim", *slim_model()
    yield from ((name, model, X.tolist()) for name, model, X in calibrated())


def slim_model():
    """Return a slim model of texts, numbers and categories, and what it predicts from."""
    features = rb.TableFeatures(kinds={"review": "text"}, text=rb.TextFeatures(weighting="idf", normalise=True))
    learner = rb.ConfidenceWeighted(random_state=0, max_iter=2, tol=None)
    model = make_pipeline(features, learner).fit(TABLE, VERDICTS)
    slim_down(model[-1], model[0])
    return model, TABLE


def make():
    """Write each file that does not exist yet, and what it predicts."""
    for name, model, X in models():
        if not any(FOLDER.glob(f"*-{name}.rosenblatt")):
            path = FOLDER / f"{FORMATS.get(name, 1)}-{name}.rosenblatt"
            rb.save(model, path, facts={"name": name})
            decision = np.asarray(model.decision_function(X)).tolist()
            expected = {"X": X, "predict": model.predict(X).tolist(), "decision_function": decision}
            if hasattr(model, "predict_proba"):
                expected["predict_proba"] = model.predict_proba(X).tolist()
            path.with_suffix(".json").write_text(json.dumps(expected) + "\n", encoding="utf-8")
            print(path.name)


if __name__ == "__main__":
    make()
