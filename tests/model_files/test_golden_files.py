"""Model files of earlier versions, under tests/golden, open and predict what they did."""

import json
from pathlib import Path

import numpy as np
import pytest
from safetensors import safe_open

import rosenblatt as rb
from rosenblatt.errors import BadParameter

GOLDEN = Path(__file__).parent.parent / "golden"
FILES = sorted(GOLDEN.glob("*.rosenblatt"))


def test_the_files_are_there():
    assert len(FILES) >= 20


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_of_an_earlier_version_predicts_what_it_did(path):
    expected = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    model = rb.load(path)
    decision = model.decision_function(expected["X"])
    with safe_open(path, framework="np") as file:
        assert json.loads(file.metadata()["rosenblatt"])["format"] == int(path.name[0])

    assert model.predict(expected["X"]).tolist() == expected["predict"]
    if "kernel" in path.stem:  # by BLAS and the exponential function of the machine
        assert decision == pytest.approx(np.array(expected["decision_function"]), rel=1e-9, abs=1e-9)
    else:
        assert decision.tolist() == expected["decision_function"]
    assert hasattr(model, "predict_proba") == ("predict_proba" in expected)
    if "predict_proba" in expected:  # by the exponential function of the machine
        assert model.predict_proba(expected["X"]) == pytest.approx(np.array(expected["predict_proba"]), rel=1e-12)
    assert rb.saved_facts(path) == {"name": path.stem.partition("-")[2]}


def test_a_slim_file_of_an_earlier_version_is_still_for_prediction_only():
    expected = json.loads((GOLDEN / "3-slim.json").read_text(encoding="utf-8"))
    model = rb.load(GOLDEN / "3-slim.rosenblatt")
    with pytest.raises(BadParameter, match="this model is slim"):
        model[-1].partial_fit(model[0].transform(expected["X"]), expected["predict"])


@pytest.mark.parametrize("path", [path for path in FILES if "slim" not in path.stem], ids=lambda path: path.stem)
def test_a_file_of_an_earlier_version_goes_on_learning_and_can_be_saved_anew(path, tmp_path):
    expected = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    model = rb.load(path)
    features, learner = (model[0].transform, model[-1]) if hasattr(model, "steps") else (np.asarray, model)
    rows, labels = features(expected["X"]), expected["predict"]
    if hasattr(learner, "partial_fit"):
        learner.partial_fit(rows, labels)
    else:
        learner.set_params(warm_start=True).fit(rows, labels)
    rb.save(model, tmp_path / "model")

    assert rb.load(tmp_path / "model").predict(expected["X"]).tolist() == model.predict(expected["X"]).tolist()
