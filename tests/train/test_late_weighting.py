"""Rows that are weighted after they are stored."""

import numpy as np
import pytest

from rosenblatt import TableFeatures, TextFeatures, open_batches
from rosenblatt.train.cached_batches import CachedBatches
from rosenblatt.train.encode import Storage, encode, learn_features
from rosenblatt.train.progress import NoProgress
from rosenblatt.train.recipe import Recipe
from rosenblatt.train.split import CHOOSE, JUDGE, LEARN, Split, SplitRule
from rosenblatt.train.split_rows import FileRows

WORDS = [f"w{k * k % 97}" for k in range(400)]
RULE = SplitRule(seed=0)
WEIGHTED = {"counts": "log", "weighting": "idf", "order": "cyclic"}


@pytest.fixture
def path(tmp_path):
    """Two columns of texts, some of them missing, in rows of different lengths."""
    lines = ["title,body,y"]
    for row in range(200):
        title = "" if row % 13 == 0 else " ".join(WORDS[row : row + 1 + row % 3])
        lines.append(f"{title},{' '.join(WORDS[row : row + row % 9])} row{row % 2},{'ab'[row % 2]}")
    path = tmp_path / "rows.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def encoded(path, recipe, most_bytes=2**30):
    """The features of a recipe, and all rows and those that choose, as they are stored."""
    batches = open_batches(path, label="y", text=["title", "body"])
    rows, storage = FileRows(CachedBatches(batches, 0), RULE), Storage(path.parent, most_bytes)
    features = learn_features(rows, recipe, NoProgress())
    was_fitted = not features.needs_fit
    with encode(rows, features, recipe, storage, NoProgress()) as stored:
        parts = [store.read(range(store.n_blocks)).X.to_scipy() for store in (stored.rows, stored.choosing)]
        assert stored.rows.is_on_disk == (most_bytes == 0)
    return features, parts, was_fitted


def table_and_parts(path):
    """The rows as they are in the file, and the part of each."""
    table = next(iter(open_batches(path, label="y", text=["title", "body"]))).data
    return table, Split(RULE).parts(np.arange(len(table)) % 2)


@pytest.mark.parametrize("most_bytes", [2**30, 0])
@pytest.mark.parametrize("options", [{}, {"normalise": False}, {"join_text": True}], ids=str)
def test_stored_rows_are_to_the_bit_those_of_the_features(path, options, most_bytes):
    recipe = Recipe(bits=7, **options, **WEIGHTED)
    features, parts, was_fitted = encoded(path, recipe, most_bytes)

    assert not was_fitted
    table, played = table_and_parts(path)
    for rows, chosen in zip(parts, (played >= LEARN, played == CHOOSE), strict=True):
        expected = features.transform(table.take(np.flatnonzero(chosen)))
        assert rows.indptr.tolist() == expected.indptr.tolist()
        assert rows.indices.tolist() == expected.indices.tolist()
        assert rows.data.tobytes() == expected.data.tobytes()


@pytest.mark.parametrize("bits", [None, 7])
def test_rows_that_judge_count_in_no_frequency(path, bits):
    recipe = Recipe(bits=bits, **WEIGHTED)
    features, _, was_fitted = encoded(path, recipe)
    table, played = table_and_parts(path)
    learned = table.take(np.flatnonzero(played != JUDGE))

    assert was_fitted == (bits is None)
    for column in features.columns_:
        alone = TextFeatures(**column.features.get_params()).fit(learned.column(column.name))
        assert column.scales.tobytes() == alone._scales.tobytes()
        assert (column.features.n_texts_, column.n_missing) == (alone.n_texts_, alone.n_missing_)


def test_joined_texts_count_as_one(path):
    features, _, was_fitted = encoded(path, Recipe(bits=7, join_text=True, **WEIGHTED))
    (column,), (table, played) = features.columns_, table_and_parts(path)
    alone = TableFeatures(kinds=features.kinds, text=features.text, join_text=True)
    alone.fit(table.take(np.flatnonzero(played != JUDGE)))

    assert not was_fitted
    assert column.scales.tobytes() == alone.columns_[0].scales.tobytes()
    assert features.n_missing_ == alone.n_missing_ == {"title + body": 0}


def test_names_of_weighted_columns_are_learned(path):
    weighted, _, _ = encoded(path, Recipe(bits=7, **WEIGHTED))
    plain, _, _ = encoded(path, Recipe(bits=7, counts="counts", weighting=None, order="cyclic"))

    assert weighted.get_feature_names_out().tolist() == plain.get_feature_names_out().tolist()
