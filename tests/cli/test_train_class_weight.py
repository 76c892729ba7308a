"""``rosenblatt train --class-weight``: how much rows of each class count."""

import json

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.cli.training.options import weights_of_classes
from rosenblatt.errors import BadParameter


@pytest.fixture
def rare(written):
    """Rows of two overlapping classes, one in ten of the second."""
    random = np.random.default_rng(0)
    y = random.random(3000) < 0.1
    X = random.normal(size=(3000, 2)) + 1.5 * y[:, np.newaxis]
    lines = [f"{a:.3f},{b:.3f},{'yes' if label else 'no'}" for (a, b), label in zip(X, y, strict=True)]
    return written("a,b,label\n" + "\n".join(lines) + "\n", "rare.csv")


def recall_of_yes(said):
    return next(one["recall"] for one in said["held_out"]["classes"] if one["label"] == "yes")


def test_balanced_weights_find_more_of_a_rare_class(run, rare, tmp_path):
    plain = json.loads(run("train", rare, "--label", "label", "-o", tmp_path / "plain", "--json").stdout)
    result = run("train", rare, "--label", "label", "--class-weight", "balanced", "-o", tmp_path / "m", "--json")
    weighted = json.loads(result.stdout)
    weights = rb.load(tmp_path / "m")[-1].class_weight

    assert result.exit_code == 0, result.output
    assert recall_of_yes(weighted) > recall_of_yes(plain) + 0.2
    assert weights["yes"] > 4
    assert 0.5 < weights["no"] < 1
    rows = {one["label"]: one["rows"] for one in weighted["classes"]}
    assert weights["yes"] == pytest.approx(3000 / (2 * rows["yes"]))
    assert all(trial["recipe"]["class_weight"] == "balanced" for trial in weighted["trials"])


def test_probabilities_are_those_of_the_file_whatever_the_weights(run, rare, tmp_path):
    """The rows that calibrate count once."""
    run("train", rare, "--label", "label", "--class-weight", "yes=9", "--calibration", "sigmoid", "-o", tmp_path / "m")
    said = json.loads(run("evaluate", tmp_path / "m", rare, "--json").stdout)

    assert said["probabilities"]["calibration_error"] < 0.04


def test_weights_by_label_are_class_weight_of_the_learner(run, written, tmp_path):
    file = written("a,label\n" + "".join(f"{row % 7},{row % 3}\n" for row in range(60)))
    result = run("train", file, "--label", "label", "--class-weight", "2=4,0=.5", "-o", tmp_path / "m", "--quiet")

    assert result.exit_code == 0, result.output
    assert rb.load(tmp_path / "m")[-1].class_weight == {0: 0.5, 1: 1.0, 2: 4.0}


def test_a_weighted_model_goes_on_in_a_stream_and_with_more_rows(run, rare, tmp_path):
    run("train", rare, "--label", "label", "--class-weight", "balanced", "--learner", "arow", "-o", tmp_path / "m")
    progressive = run("evaluate", tmp_path / "m", rare, "--progressive", "--json")
    resumed = run("train", rare, "--resume", tmp_path / "m", "-o", tmp_path / "more", "--json")

    assert (progressive.exit_code, resumed.exit_code) == (0, 0)
    assert rb.load(tmp_path / "more")[-1].class_weight == rb.load(tmp_path / "m")[-1].class_weight


def test_it_makes_no_difference_whether_rows_fit_into_memory(run, rare, tmp_path):
    how = ("--label", "label", "--class-weight", "balanced", "--learner", "arow", "--numbers", "standard")
    how += ("--order", "cyclic", "--quiet")
    run("train", rare, *how, "-o", tmp_path / "within")
    run("train", rare, *how, "-o", tmp_path / "beyond", "--memory", "20kB")
    within, beyond = (rb.load(tmp_path / name)[-1] for name in ("within", "beyond"))

    assert within.class_weight == beyond.class_weight
    assert within.coef_.tolist() == beyond.coef_.tolist()


def test_what_is_wrong_is_said(run, rare, tmp_path):
    unknown = run("train", rare, "--label", "label", "--class-weight", "maybe=2", "-o", tmp_path / "m")
    number = run("train", rare, "--label", "label", "--class-weight", "yes=many", "-o", tmp_path / "m")

    assert "--class-weight names 'maybe', which is no label of this file; there are 'no', 'yes'" in unknown.stderr
    assert "--class-weight must be balanced, or labels and weights as in spam=5,ham=1, got 'yes=many'" in number.stderr
    assert (unknown.exit_code, number.exit_code) == (1, 1)


def test_lists_and_labels_with_commas_are_read():
    assert weights_of_classes(()) is None
    assert weights_of_classes(("balanced",)) == "balanced"
    assert weights_of_classes(("spam=5,ham=1", "a=b=2")) == (("spam", 5.0), ("ham", 1.0), ("a=b", 2.0))
    assert weights_of_classes(("so, so=2,bad=1e3",)) == (("so, so", 2.0), ("bad", 1000.0))
    for wrong in ("unbalanced", "a=0", "a=-1", "a=inf", "a=nan", "a=1,b", "=", ""):
        with pytest.raises(BadParameter, match="--class-weight must be balanced, or labels"):
            weights_of_classes((wrong,))
