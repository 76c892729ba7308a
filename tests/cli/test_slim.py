"""``rosenblatt train --slim`` and ``rosenblatt export --to slim``: models for prediction only."""

import json

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.read.label_codes import LabelCodes
from rosenblatt.train.split import CHOOSE, Split, SplitRule

LABELS = ("calm", "dark", "loud", "warm")


@pytest.fixture(scope="module")
def texts(tmp_path_factory):
    """Texts of four classes, enough for a split, of words that say much, little, or nothing."""
    random = np.random.default_rng(0)
    lines = ["text,label"]
    for _ in range(2500):
        label = int(random.integers(4))
        own = [f"{LABELS[label]}{word}" for word in random.zipf(1.5, 4) % 40]
        words = [*own, *(f"w{word}" for word in random.zipf(1.2, 12) % 3000)]
        lines.append(f"{' '.join(random.permutation(words))},{LABELS[label if random.random() < 0.9 else 0]}")
    path = tmp_path_factory.mktemp("texts") / "texts.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def both(run, texts, tmp_path):
    """A function that trains a full and a slim model with the same options."""

    def train(*options, file=texts, label="label"):
        for name, more in (("full", ()), ("slim", ("--slim",))):
            result = run("train", file, "--label", label, "-o", tmp_path / name, "--quiet", *options, *more)
            assert result.exit_code == 0, result.output
        return tmp_path / "full", tmp_path / "slim"

    return train


def choosing_rows(texts):
    (batch,) = rb.open_batches(texts, label="label", batch_rows=10_000)
    parts = Split(SplitRule(0)).parts(LabelCodes().codes(np.asarray(batch.labels)))
    return batch.data.filter((parts == CHOOSE).tolist())


@pytest.mark.parametrize(
    ("options", "share"),  # of the full file; n-grams stay as they are
    [((), 0.5), (("--bits", "12"), 0.7), (("--learner", "averaged-perceptron", "--no-normalise"), 0.55)],
)
def test_a_slim_model_predicts_the_same_for_the_rows_that_chose_and_is_small(both, texts, options, share):
    full, slim = both(*options)
    rows = choosing_rows(texts)
    one, other = rb.load(full), rb.load(slim)

    assert 200 < len(rows) < 300
    assert other.predict(rows).tolist() == one.predict(rows).tolist()
    is_left = other[-1].coef_.any(axis=0)
    assert (other[-1].coef_[:, is_left] == one[-1].coef_.astype(np.float32)[:, is_left]).all()
    assert slim.stat().st_size < share * full.stat().st_size
    assert rb.saved_facts(slim)["held_out"] == rb.saved_facts(full)["held_out"]


def test_of_a_file_in_folds_all_rows_are_predicted_the_same(both, films):
    full, slim = both(file=films, label="verdict")
    (batch,) = rb.open_batches(films, label="verdict")

    assert rb.load(slim).predict(batch.data).tolist() == rb.load(full).predict(batch.data).tolist()


def test_all_commands_that_predict_take_a_slim_model(run, both, texts, tmp_path):
    full, slim = both()
    confusions = [json.loads(run("evaluate", model, texts, "--json").stdout)["confusion"] for model in (full, slim)]
    assert confusions[0] == confusions[1]
    for command in (
        ["predict", "MODEL", texts],
        ["inspect", "MODEL", "--feature", "calm1"],
    ):
        results = [run(*(model if word == "MODEL" else word for word in command)) for model in (full, slim)]
        assert [result.exit_code for result in results] == [0, 0]
        assert results[0].stdout == results[1].stdout
    explained = [run("inspect", model, "--explain", "calm1 loud2 calm3").stdout for model in (full, slim)]
    assert explained[0] == explained[1]
    assert run("export", slim, "--to", "csv", "-o", tmp_path / "weights.csv").exit_code == 0


def test_inspect_shows_that_a_model_is_slim(run, both):
    full, slim = both()
    shown = run("inspect", slim).stdout.splitlines()

    assert shown[1] == "slim: for prediction only, it cannot continue learning"
    assert "slim" not in run("inspect", full).stdout


def test_a_slim_model_is_not_resumed(run, both, texts, tmp_path):
    _, slim = both()
    result = run("train", texts, "--resume", slim, "-o", tmp_path / "more")
    learned = run("evaluate", slim, texts, "--progressive")

    assert result.exit_code == 1
    assert (
        f"{slim} is slim, for prediction only, and cannot continue learning; pass --resume the full model that it was "
        "made of, or train anew without --resume" in result.output
    )
    assert not (tmp_path / "more").exists()
    assert "this model is slim, for prediction only, so it cannot continue learning" in learned.output


def test_a_resumed_training_can_end_slim(run, both, texts, tmp_path):
    full, _ = both()
    result = run("train", texts, "--resume", full, "--slim", "-o", tmp_path / "more")

    assert result.exit_code == 0, result.output
    assert run("inspect", tmp_path / "more").stdout.splitlines()[1].startswith("slim: ")


def test_an_exported_slim_model_has_all_weights_unless_rows_are_given(run, both, texts, tmp_path):
    full, _ = both()
    alone, by_rows = tmp_path / "alone", tmp_path / "by_rows"
    said = [
        run("export", full, "--to", "slim", "-o", alone),
        run("export", full, "--to", "slim", "-o", by_rows, "--rows", texts),
    ]
    whole, one, other = map(rb.load, (full, alone, by_rows))
    (batch,) = rb.open_batches(texts, label="label", batch_rows=10_000)

    assert [result.exit_code for result in said] == [0, 0]
    assert (one[-1].coef_ == whole[-1].coef_.astype(np.float32)).all()
    assert one[-1].coef_.any(axis=0).sum() >= other[-1].coef_.any(axis=0).sum()
    assert other.predict(batch.data).tolist() == whole.predict(batch.data).tolist()
    assert by_rows.stat().st_size <= alone.stat().st_size < full.stat().st_size / 2
    assert rb.saved_facts(alone) == rb.saved_facts(full)
    n_all, n_used = whole[-1].n_features_in_, whole[-1].coef_.any(axis=0).sum()
    assert (
        said[0].stdout
        == f"{alone}: a model for prediction only, in which {n_used:,} of {n_all:,} features have weights\n"
    )


def test_a_learner_that_was_saved_alone_stays_alone(run, tmp_path):
    rb.save(rb.Perceptron().fit([[0.0, 1.0], [1.0, 0.0]], [0, 1]), tmp_path / "model")
    run("export", tmp_path / "model", "--to", "slim", "-o", tmp_path / "slim")

    assert rb.load(tmp_path / "slim").predict([[0.0, 2.0]]).tolist() == [0]


def test_what_has_no_slim_form_is_refused_before_any_work(run, films, tmp_path):
    voted = tmp_path / "voted"
    options = ("--label", "verdict", "--learner", "voted-perceptron")
    refused = run("train", films, *options, "--slim", "-o", tmp_path / "slim")
    run("train", films, *options, "-o", voted, "--quiet")
    resumed = run("train", films, "--resume", voted, "--slim", "-o", tmp_path / "slim")
    exported = run("export", voted, "--to", "slim", "-o", tmp_path / "slim")
    misplaced = run("export", voted, "--to", "csv", "--rows", films, "-o", tmp_path / "slim")

    assert "--slim is for learners that predict by their weights; voted-perceptron votes" in refused.output
    for result in (resumed, exported):
        assert (
            f"{voted}: a VotedPerceptron predicts by more than one plane per class, so it has no slim form"
            in result.output
        )
    assert "--rows is for --to slim; leave it out" in misplaced.output
    assert not (tmp_path / "slim").exists()
