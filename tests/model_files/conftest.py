"""Small model files to damage."""

import json

import pytest
from safetensors import safe_open
from sklearn.base import clone

import rosenblatt as rb
from rosenblatt import atomic_file
from tests.models import as_rows, calibrated, learners, pipelines, rows_and_labels

WANTED = {
    "perceptron-joint": False,
    "perceptron-average-ovr": False,
    "arow-2": True,
    "arow-average-ovo": False,
    "cw-full-2": False,
    "scw-1-joint": False,
    "voted-2": True,
    "voted-other-ovo": False,
    "kernel-poly-average-joint": True,
    "kernel-rbf-vote-ovr": False,
    "kernel-budget-random-2": False,
    "kernel-budget-oldest-2": True,
    "kernel-budget-project-joint": True,
}


def small_files(folder):
    """The text and the arrays of some models, with rows that each predicts from."""
    made = {}
    for name, learner, n_classes, is_sparse in learners():
        if WANTED.get(name) == is_sparse:
            X, y = rows_and_labels(n_classes, n=8)
            made[name] = (clone(learner).fit(as_rows(X, is_sparse), y), as_rows(X, is_sparse))
    made |= {name: (pipeline, X) for name, pipeline, X in pipelines()}
    made |= {name: (model, X) for name, model, X in calibrated()}
    for name, (model, X) in made.items():
        rb.save(model, folder / name)
        with safe_open(folder / name, framework="np") as file:
            text = json.loads(file.metadata()["rosenblatt"])
            arrays = {key: file.get_tensor(key) for key in file.keys()}  # noqa: SIM118
        text.pop("checksum")
        yield name, (folder / name).read_bytes(), text, arrays, X


@pytest.fixture(scope="package", autouse=True)
def _no_waiting_for_the_disk():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(atomic_file, "_sync", lambda *_: None)
        yield


@pytest.fixture(scope="module")
def model_files(tmp_path_factory):
    return list(small_files(tmp_path_factory.mktemp("good")))


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return tmp_path_factory.mktemp("hostile") / "model"
