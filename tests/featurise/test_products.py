"""Products of numbers in `TableFeatures`."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.pipeline import make_pipeline

import rosenblatt as rb
from rosenblatt.errors import BadParameter

numbers = st.floats(-1e6, 1e6, width=32)
tables = st.integers(1, 4).flatmap(
    lambda width: st.lists(st.lists(numbers, min_size=width, max_size=width), min_size=2, max_size=8)
)


@given(tables)
def test_each_two_standard_numbers_are_multiplied(rows):
    X = np.array(rows)
    standard = rb.TableFeatures().fit_transform(X).toarray().tolist()
    found = rb.TableFeatures(numbers="products").fit_transform(X).toarray().tolist()

    n = X.shape[1]
    for z, row in zip(standard, found, strict=True):
        assert row == z + [z[i] * z[j] for i in range(n) for j in range(i, n)]


def test_products_have_names_and_follow_all_other_columns():
    films = {"minutes": [90, 110], "genre": ["war", "war"], "year": [1999, 2001], "review": ["a joy", "so dull"]}
    kinds = {"review": "text", "year": "number"}
    features = rb.TableFeatures(kinds=kinds, numbers="products").fit(films)

    names = features.get_feature_names_out().tolist()
    assert names[:3] == ["minutes", "genre=war", "year"]
    assert names[-3:] == ["minutes²", "minutes * year", "year²"]
    assert features.widths_ == [1, 1, 1, 4, 3]
    last = features.transform({"minutes": [None], "genre": ["war"], "year": [2002], "review": [""]}).toarray()[0, -3:]
    assert last.tolist() == [0.0, 0.0, 4.0]  # (2002 - 2000) / 1, squared; a missing number is 0


def test_a_table_without_numbers_has_no_products():
    taste = {"colour": ["red", "blue"]}
    features = rb.TableFeatures(numbers="products").fit(taste)

    assert features.get_feature_names_out().tolist() == ["colour=red", "colour=blue"]
    assert features.transform(taste).toarray().tolist() == [[1.0, 0.0], [0.0, 1.0]]


def test_a_circle_is_a_plane_among_products():
    random = np.random.default_rng(0)
    X = random.normal(size=(400, 2))
    X = X[np.abs(np.linalg.norm(X, axis=1) - 1) > 0.1]
    y = np.linalg.norm(X, axis=1) < 1

    assert isinstance(rb.certify(rb.TableFeatures().fit_transform(X), y), rb.Inseparable)
    assert isinstance(rb.certify(rb.TableFeatures(numbers="products").fit_transform(X), y), rb.Separable)


def test_products_survive_in_a_model_file(tmp_path):
    X, y = [[1.0, 5.0], [2.0, 3.0], [4.0, 1.0]], [0, 1, 0]
    features = rb.TableFeatures(numbers="products").fit(X)
    learner = rb.Perceptron().fit(features.transform(X), y)
    rb.save(make_pipeline(features, learner), tmp_path / "m")

    loaded = rb.load(tmp_path / "m")
    assert loaded[0].transform(X).toarray().tobytes() == features.transform(X).toarray().tobytes()
    assert loaded[0].get_feature_names_out().tolist() == features.get_feature_names_out().tolist()


def test_products_and_crosses_exclude_each_other():
    with pytest.raises(BadParameter, match=r"^TableFeatures: cross must be None with numbers='products', got 'all'"):
        rb.TableFeatures(numbers="products", cross="all").fit([[1.0, 2.0], [2.0, 1.0]])
