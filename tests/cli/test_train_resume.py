"""``rosenblatt train --resume``."""

import json

import pytest

import rosenblatt as rb
from rosenblatt.train.resume import moved

OTHERS = "".join(f'"a tense thriller, number {row}",{95 + row % 3},crime,tense\n' for row in range(30))


@pytest.fixture
def thrillers(written, films):
    """Rows of a third class, with words and a category that the films have not, among some films."""
    return written(films.read_text(encoding="utf-8") + OTHERS, "thrillers.csv")


def test_new_rows_words_categories_and_classes_are_learned_on_top(run, films, thrillers, tmp_path):
    model = tmp_path / "films.model"
    run("train", films, "--label", "verdict", "--learner", "averaged-perceptron", "-o", model)
    before = rb.load(model)
    result = run("train", thrillers, "--resume", model, "-o", tmp_path / "more", "--json")
    after = rb.load(tmp_path / "more")
    said = json.loads(result.stdout)

    assert result.exit_code == 0, result.output
    assert after[-1].classes_.tolist() == ["bad", "good", "tense"]
    assert said["resumed_from"] == str(model)
    assert said["learner"] == "averaged-perceptron"
    assert said["held_out"]["accuracy"] == 1.0
    names = after[0].get_feature_names_out().tolist()
    assert set(before[0].get_feature_names_out()) < set(names)
    assert {"review:thriller", "genre=crime"} <= set(names)
    seen = sum(epoch.seen for epoch in after[-1].history_)
    assert after[-1]._solutions[0].seen == before[-1]._solutions[0].seen + seen
    assert model.read_bytes() != (tmp_path / "more").read_bytes()


def test_weights_stay_with_their_features_and_numbers_keep_their_scale(model, films, thrillers):
    features, learner = (step for _, step in rb.load(model).steps)
    table = next(iter(rb.open_batches(films, label="verdict"))).data
    scores = learner.decision_function(features.transform(table))
    before = dict(zip(features.get_feature_names_out(), learner.coef_[0], strict=True))
    batch = next(iter(rb.open_batches(thrillers, label="verdict"))).data
    widths = features.widths_
    features.widen(batch)
    learner._widen(moved(widths, features.widths_), sum(features.widths_))
    after = dict(zip(features.get_feature_names_out(), learner.coef_[0], strict=True))

    assert {name: after[name] for name in before} == before
    assert not any(weight for name, weight in after.items() if name not in before)
    assert learner.decision_function(features.transform(table)) == pytest.approx(scores, rel=1e-12)


@pytest.mark.parametrize("learner", ["perceptron", "pocket-perceptron", "voted-perceptron", "pa-1", "arow"])
def test_every_learner_can_go_on(run, films, thrillers, tmp_path, learner):
    run("train", films, "--label", "verdict", "--learner", learner, "-o", tmp_path / "m", "--quiet")
    result = run("train", thrillers, "--resume", tmp_path / "m", "-o", tmp_path / "m", "--force", "--json")

    assert result.exit_code == 0, result.output
    assert rb.load(tmp_path / "m")[-1].classes_.tolist() == ["bad", "good", "tense"]
    assert json.loads(result.stdout)["learner"] == learner


@pytest.mark.parametrize("learner", ["averaged-perceptron", "voted-perceptron", "pa-1", "averaged-pa-1", "arow"])
def test_a_matrix_may_become_wider(run, written, tmp_path, learner):
    rows = written("0 1:1\n1 2:1\n" * 20, "rows.svm")
    run("train", rows, "--learner", learner, "-o", tmp_path / "m", "--quiet")
    wider = written("0 1:1\n1 2:1\n2 5:1\n" * 20, "wider.svm")
    result = run("train", wider, "--resume", tmp_path / "m", "-o", tmp_path / "m", "--force", "--json")

    assert result.exit_code == 0, result.output
    assert rb.load(tmp_path / "m")[-1].coef_.shape == (3, 5)
    assert json.loads(result.stdout)["held_out"]["accuracy"] == 1.0


def test_what_the_model_has_settled_can_not_be_said_anew(run, model, films, tmp_path):
    result = run("train", films, "--resume", model, "--learner", "pa", "--bits", 18, "-o", tmp_path / "m")

    assert result.exit_code == 1
    assert "began; leave out --learner and --bits" in result.stderr
