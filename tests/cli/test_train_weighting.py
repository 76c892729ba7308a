"""Options of ``rosenblatt train`` for the features of texts."""

import json
import re

import numpy as np
import pytest

import rosenblatt as rb

WEIGHTED = ("--counts", "log", "--weighting", "idf")


@pytest.fixture
def reviews(written):
    """Sixty labelled texts, most of whose words are in both classes."""
    words = {"good": ["a joy", "so so funny", "warm"], "bad": ["dull", "a dull mess", "no joy"]}
    rows = [(("good", "bad")[row % 2], row) for row in range(60)]
    lines = [f"{words[label][row % 3]} and then it was over {row % 7},{label}" for label, row in rows]
    return written("review,y\n" + "\n".join(lines) + "\n", "reviews.csv")


@pytest.fixture
def reviews_with_rare_words(written, reviews):
    """The same texts, each with a word of its own."""
    header, *lines = reviews.read_text().splitlines()
    named = [line.replace(" over ", f" over film{row} ") for row, line in enumerate(lines)]
    return written("\n".join([header, *named]) + "\n", "rare.csv")


def trained(run, path, target, *options):
    result = run("train", path, "--label", "y", "-o", target, "--json", *options)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout), rb.load(target)


@pytest.mark.parametrize("bits", [(), ("--bits", 8)], ids=str)
def test_features_are_weighted_as_asked(run, reviews, tmp_path, bits):
    said, model = trained(run, reviews, tmp_path / "m", *WEIGHTED, *bits)
    features = model[0].columns_[0].features

    assert said["held_out"]["accuracy"] == 1.0
    assert (features.counts, features.weighting, features.normalise) == ("log", "idf", True)
    assert 54 <= features.n_texts_ <= 60
    rows = model[0].transform({"review": ["so so funny and then dull"]})
    assert np.linalg.norm(rows.data) == pytest.approx(1.0)
    assert len(set(rows.data.tolist())) > 2


def test_rare_features_are_left_out(run, reviews, tmp_path):
    _, model = trained(run, reviews, tmp_path / "m", "--min-count", 25, "--ngrams", 1)

    common = {"review:and", "review:then", "review:it", "review:was", "review:over"}
    assert set(model[0].get_feature_names_out()) == common


def test_of_very_many_features_those_that_occur_once_are_left_out(run, reviews_with_rare_words, tmp_path, monkeypatch):
    _, everything = trained(run, reviews_with_rare_words, tmp_path / "a")
    counts = everything[0].columns_[0].features._vocabulary.counts()
    monkeypatch.setattr("rosenblatt.train.frequent_ngrams.MANY", len(counts) - 1)

    said, many = trained(run, reviews_with_rare_words, tmp_path / "b")
    kept, all_kept = trained(run, reviews_with_rare_words, tmp_path / "c", "--min-count", 1)
    _, chosen = trained(run, reviews_with_rare_words, tmp_path / "d", "--min-count", 2)

    n_rare = int((counts == 1).sum())
    assert said["rare_ngrams"] == n_rare > 0
    assert set(many[0].get_feature_names_out()) == set(everything[0].get_feature_names_out()[counts > 1])
    assert many[-1].coef_.tobytes() == chosen[-1].coef_.tobytes()
    assert kept["rare_ngrams"] == 0
    assert len(all_kept[0].get_feature_names_out()) == len(counts)


def test_the_summary_counts_the_features_that_are_left_out(run, reviews, tmp_path):
    said = run("train", reviews, "--label", "y", "-o", tmp_path / "m", "--min-count", 25).stdout

    assert re.search(r"^left out: \d+ n-grams that occur too rarely; --min-count 1 learns from them$", said, re.M)


def test_a_resumed_training_learns_new_words_though_rare_ones_were_left_out(run, reviews, tmp_path):
    trained(run, reviews, tmp_path / "m", "--min-count", 25)
    more = tmp_path / "more.csv"
    more.write_text(reviews.read_text().replace("funny", "hilarious"))

    _, model = trained(run, more, tmp_path / "n", "--resume", tmp_path / "m")

    names = set(model[0].get_feature_names_out())
    assert "review:hilarious" in names
    assert {"review:and", "review:then", "review:it", "review:was", "review:over"} <= names


def test_what_is_frequent_is_found_though_few_features_are_counted_at_a_time(run, written, tmp_path, monkeypatch):
    """Ten thousand rows with a word of their own each: more words than may be counted at a time."""
    monkeypatch.setattr("rosenblatt.train.frequent_ngrams.MOST", 100)
    monkeypatch.setattr("rosenblatt.train.frequent_ngrams.MOST_COUNTED", 200)
    lines = [f"w{row} {('dull', 'warm')[row % 2]} and over,{('bad', 'good')[row % 2]}" for row in range(10_000)]
    path = written("review,y\n" + "\n".join(lines) + "\n", "many.csv")
    said, model = trained(run, path, tmp_path / "m", "--ngrams", 1, "--min-count", 50)

    assert set(model[0].get_feature_names_out()) == {"review:dull", "review:warm", "review:and", "review:over"}
    assert said["rare_ngrams"] is None
    assert said["held_out"]["accuracy"] == 1.0
    shown = run("train", path, "--label", "y", "-o", tmp_path / "n", "--ngrams", 1).stdout
    assert "left out: all but the most frequent n-grams; --bits 22 hashes all of them" in shown


@pytest.mark.parametrize("bits", [(), ("--bits", 8)], ids=str)
def test_weighted_rows_on_the_disk_give_the_model_of_rows_in_memory(run, reviews, tmp_path, bits):
    (_, first), (_, second) = (
        trained(run, reviews, tmp_path / memory, *WEIGHTED, *bits, "--order", "cyclic", "--memory", memory)
        for memory in ("1GB", "0")
    )

    assert first[-1].coef_.tobytes() == second[-1].coef_.tobytes()
    assert first[0].columns_[0].scales.tobytes() == second[0].columns_[0].scales.tobytes()


@pytest.mark.parametrize("bits", [(), ("--bits", 8)], ids=str)
def test_a_resumed_model_counts_on_and_keeps_the_scales_of_its_columns(run, reviews, written, tmp_path, bits):
    _, before = trained(run, reviews, tmp_path / "m", *WEIGHTED, *bits)
    new = reviews.read_text(encoding="utf-8") + "a tense thriller,tense\n" * 40
    _, after = trained(run, written(new, "new.csv"), tmp_path / "more", "--resume", tmp_path / "m")
    old, now = (model[0].columns_[0] for model in (before, after))
    known = np.flatnonzero(old.features._documents) if bits else np.arange(old.width)

    assert now.scales[known].tobytes() == old.scales[known].tobytes()
    documents = now.features._documents if bits else now.features._vocabulary.documents()
    thriller = after[0].transform({"review": ["thriller"]}).indices[0]
    assert now.features.n_texts_ >= old.features.n_texts_ + 90
    assert 36 <= documents[thriller] <= 40
    expected = np.log((1 + now.features.n_texts_) / (1 + documents[thriller])) + 1
    assert now.scales[thriller] == pytest.approx(expected, rel=1e-6)
    assert after.predict({"review": ["a tense thriller"]}).tolist() == ["tense"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--weighting", "tfidf"), "--weighting must be one of idf, none, got 'tfidf'"),
        (("--counts", "tf"), "--counts must be one of 'counts', 'binary', 'log', got 'tf'"),
        (("--min-count", "2", "--bits", "9"), "--min-count is not for --bits, which counts no feature; leave out one"),
        (("--min-count", "0"), "--min-count"),
    ],
    ids=str,
)
def test_an_option_that_cannot_be_is_named(run, reviews, tmp_path, options, words):
    result = run("train", reviews, "--label", "y", "-o", tmp_path / "m", *options)

    assert result.exit_code == 1
    assert words in result.stderr.replace("\n", "")


@pytest.mark.parametrize("option", [("--weighting", "idf"), ("--counts", "log"), ("--min-count", "2")], ids=str)
def test_a_resumed_model_has_settled_its_features(run, reviews, tmp_path, option):
    trained(run, reviews, tmp_path / "m")
    result = run("train", reviews, "--resume", tmp_path / "m", "-o", tmp_path / "more", *option)

    assert result.exit_code == 1
    assert f"as it began; leave out {option[0]}" in result.stderr.replace("\n", " ")


def test_contributions_are_weighted_values_times_weights(run, reviews, tmp_path):
    _, model = trained(run, reviews, tmp_path / "m", *WEIGHTED)
    lines = run("inspect", tmp_path / "m", "--explain", "so so dull").stdout.splitlines()

    shown = {name.strip(): float(value) for name, value in (line.rsplit(maxsplit=1) for line in lines[2:])}
    row = model[0].transform({"review": ["so so dull"]})
    names = np.array(model[0].get_feature_names_out())[row.indices]
    lead = 2 if lines[0].startswith("good") else -2  # good is +1, and bad has the opposite weights
    terms = lead * row.data * model[-1].coef_[0][row.indices]
    assert set(names) == {"review:so", "review:so so", "review:dull"}
    assert {name: shown[name] for name in names} == {
        name: float(f"{term:.3g}") for name, term in zip(names, terms, strict=True)
    }


@pytest.fixture
def letters(written):
    """Texts in two columns: each word means the same in both."""
    rows = [(("good", "bad")[row % 2], ("joy", "dull")[row % 2], row) for row in range(60)]
    lines = [f"{word if row % 3 else ''},it is {'so' if row % 3 else word},{label}" for label, word, row in rows]
    return written("title,body,y\n" + "\n".join(lines) + "\n", "letters.csv")


@pytest.mark.parametrize("options", [(), ("--bits", 9), ("--bits", 9, *WEIGHTED)], ids=str)
def test_all_columns_of_text_can_be_read_as_one(run, letters, tmp_path, options):
    columns = ("--text", "title", "--text", "body")
    said, model = trained(run, letters, tmp_path / "m", "--join-text", *columns, *options)

    assert said["held_out"]["accuracy"] == 1.0
    assert {"title + body:joy", "title + body:dull"} <= set(model[0].get_feature_names_out())
    assert list(model[0].n_missing_) == ["title + body"]
    assert run("inspect", tmp_path / "m", "--explain", "so dull").stdout.startswith("bad, ahead of good")
    refused = run("export", tmp_path / "m", "--to", "sklearn", "-o", tmp_path / "x")
    assert "cannot join columns of text; train without --join-text" in refused.stderr.replace("\n", " ")
