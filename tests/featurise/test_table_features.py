"""What tables become."""

import pickle
import statistics
from decimal import Decimal
from itertools import pairwise

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

from rosenblatt import Perceptron, TableFeatures, TextFeatures
from rosenblatt.errors import BadData, BadParameter

KINDS = {"minutes": "number", "genre": "category", "review": "text"}
numbers = st.none() | st.floats(-1e6, 1e6).map(lambda value: round(value, 3))
genres = st.none() | st.sampled_from(["drama", "comedy", "war", "Ünï", ""])
reviews = st.none() | st.sampled_from(["a joy", "not a joy", "dull", "", "Straße"])
tables = st.lists(st.tuples(numbers, genres, reviews), min_size=1, max_size=12)


def films(rows):
    """A dict of columns."""
    return dict(zip(KINDS, map(list, zip(*rows, strict=True)), strict=True))


def as_dicts(features, rows):
    """Each row as a dict from names to numbers that are not 0."""
    names, dense = features.get_feature_names_out(), rows.toarray()
    return [{name: value for name, value in zip(names, row, strict=True) if value != 0} for row in dense.tolist()]


def test_a_table_by_hand():
    table = films([(90, "drama", "a joy"), (110, "comedy", "not a joy"), (None, None, None)])
    features = TableFeatures(kinds=KINDS, text=TextFeatures()).fit(table)

    assert as_dicts(features, features.transform(table)) == [
        {"minutes": -1, "genre=drama": 1, "review:a": 1, "review:joy": 1},
        {"minutes": 1, "genre=comedy": 1, "review:not": 1, "review:a": 1, "review:joy": 1},
        {"genre is missing": 1},
    ]
    assert features.n_missing_ == {"minutes": 1, "genre": 1, "review": 1}
    assert features.kinds_ == KINDS


@given(tables, tables)
def test_tables_are_what_plain_python_makes_of_them(known, asked):
    features = TableFeatures(kinds=KINDS, text=TextFeatures()).fit(films(known))
    minutes = [row[0] for row in known if row[0] is not None]
    mean = statistics.fmean(minutes) if minutes else 0.0
    spread = statistics.pstdev(minutes) if minutes else 0.0
    met = {row[1] for row in known}
    words = {word for row in known for word in (row[2] or "").lower().split()}

    for row, found in zip(asked, as_dicts(features, features.transform(films(asked))), strict=True):
        number = found.pop("minutes", 0.0)
        has_number = row[0] is not None and spread > 0
        assert number == pytest.approx((row[0] - mean) / spread if has_number else 0.0, rel=1e-6, abs=1e-6)
        expected = {f"review:{word}": 1 for word in (row[2] or "").lower().split() if word in words}
        if row[1] in met:
            expected["genre is missing" if row[1] is None else f"genre={row[1]}"] = 1
        assert found == expected


@given(tables, st.sets(st.integers(1, 11)))
def test_batches_of_any_size_teach_the_same_bits(rows, cuts):
    whole = TableFeatures(kinds=KINDS).fit(films(rows))
    pieces = TableFeatures(kinds=KINDS)
    for start, end in pairwise([0, *sorted(cut for cut in cuts if cut < len(rows)), len(rows)]):
        pieces.partial_fit(films(rows[start:end]))

    assert pieces.get_feature_names_out().tolist() == whole.get_feature_names_out().tolist()
    assert pieces.n_missing_ == whole.n_missing_
    assert pieces.transform(films(rows)).toarray().tolist() == whole.transform(films(rows)).toarray().tolist()


@given(tables)
def test_however_a_table_is_stored_it_is_the_same_table(rows):
    table = films(rows)
    schema = pa.schema({"minutes": pa.float64(), "genre": pa.string(), "review": pa.string()})
    arrow = pa.table(table, schema=schema)
    expected = TableFeatures(kinds=KINDS).fit(table)
    stored = {
        "Arrow": arrow,
        "record batch": arrow.to_batches()[0],
        "chunks": pa.concat_tables([arrow[:1], arrow[1:]]),
        "pandas": arrow.to_pandas(),
        "pandas of Arrow": arrow.to_pandas(types_mapper=pd.ArrowDtype),
        "pandas objects": pd.DataFrame(table, dtype=object),
        "polars": pl.from_arrow(arrow),
    }
    for kind, each in stored.items():
        features = TableFeatures(kinds=KINDS).fit(each)

        assert features.get_feature_names_out().tolist() == expected.get_feature_names_out().tolist(), kind
        assert features.transform(each).toarray().tolist() == expected.transform(table).toarray().tolist(), kind
        assert features.n_missing_ == expected.n_missing_, kind


# Numbers


@given(st.lists(st.lists(st.floats(-1e3, 1e3), min_size=3, max_size=3), min_size=1, max_size=20))
def test_numbers_are_standardised_as_by_scikit_learn(rows):
    rows = np.round(np.array(rows), 3)
    constant = rows.min(axis=0) == rows.max(axis=0)
    expected = np.where(constant, 0.0, StandardScaler().fit_transform(rows))

    assert TableFeatures().fit_transform(rows).toarray() == pytest.approx(expected, rel=1e-6, abs=1e-6)


def test_a_mean_far_from_zero_costs_no_precision():
    rows = np.array([[1e9 + 1], [1e9 + 2], [1e9 + 3]])

    assert TableFeatures().fit_transform(rows).toarray()[:, 0] == pytest.approx([-(1.5**0.5), 0, 1.5**0.5], rel=1e-12)


def test_a_constant_column_is_zero_even_if_its_mean_is_not_exact():
    features = TableFeatures().fit(np.full((7, 1), 0.1))

    assert features.transform([[0.1], [5.0]]).nnz == 0


@pytest.mark.parametrize("dtype", [np.int8, np.uint64, np.float16, np.float32, ">f8", object])
def test_numbers_of_every_kind_are_numbers(dtype):
    rows = np.array([[1, 10], [3, 20]]).astype(dtype)

    assert TableFeatures().fit_transform(rows).toarray().tolist() == [[-1, -1], [1, 1]]


def test_decimals_and_digits_in_strings_are_numbers_if_asked():
    table = {"price": [Decimal("1.5"), Decimal("2.5")], "size": ["10", "30"]}
    features = TableFeatures(kinds={"size": "number"}).fit(table)

    assert features.transform(table).toarray().tolist() == [[-1, -1], [1, 1]]


def test_rows_with_numbers_are_float64_and_others_float32():
    assert TableFeatures().fit_transform({"a": [1.0, 2.0], "b": ["x", "y"]}).dtype == np.float64
    assert TableFeatures().fit_transform({"b": ["x", "y"]}).dtype == np.float32


# Kinds


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([1, 2], "number"),
        ([1.5, None], "number"),
        ([None, None], "number"),
        ([True, False], "category"),
        (["red", "blue"], "category"),
        (["New York", "Boston", "Oslo"], "category"),
        (["movie good", "movie bad", "not good"], "text"),
        (["I agree", "I do not agree"] * 10, "category"),
        ([None, ""], "category"),
        (pd.Series(["a b", "c d"], dtype="category"), "category"),
    ],
    ids=repr,
)
def test_the_kind_of_a_column_is_inferred(values, kind):
    assert TableFeatures().fit({"a": values, "b": range(len(values))}).kinds_["a"] == kind


def test_columns_can_be_ignored_whatever_they_hold():
    table = {"a": [1, 2], "when": pa.array([1, 2], pa.date32())}

    assert TableFeatures(kinds={"when": "ignore"}).fit(table).get_feature_names_out().tolist() == ["a"]


def test_whole_numbers_and_booleans_can_be_categories():
    table = {"code": [7, None, 7], "new": [True, False, True]}
    features = TableFeatures(kinds={"code": "category"}).fit(table)

    assert features.get_feature_names_out().tolist() == ["code=7", "code is missing", "new=true", "new=false"]
    assert features.transform(table).toarray().tolist() == [[1, 0, 1, 0], [0, 1, 0, 1], [1, 0, 1, 0]]


def test_texts_have_length_one_unless_asked_otherwise():
    table = {"a": ["good good film", "bad film"]}

    assert (TableFeatures().fit_transform(table) ** 2).sum(axis=1) == pytest.approx([1, 1])
    assert TableFeatures(text=TextFeatures()).fit_transform(table).max() == 2


def test_each_text_column_has_words_of_its_own():
    text = TextFeatures(ngrams=(1, 2))
    features = TableFeatures(text=text).fit({"a": ["x y"], "b": ["y z"]})

    expected = ["a:x", "a:y", "a:x y", "b:y", "b:z", "b:y z"]
    assert features.get_feature_names_out().tolist() == expected
    assert not hasattr(text, "n_texts_")


# The contract


@parametrize_with_checks([TableFeatures()])
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


@pytest.mark.parametrize("classifier", [LogisticRegression(), Perceptron()], ids=lambda c: type(c).__name__)
def test_it_works_in_a_pipeline(classifier):
    table = pd.DataFrame(films([(90, "drama", "a joy"), (95, "war", "not a joy"), (None, "war", "dull film")]))
    pipeline = make_pipeline(TableFeatures(kinds=KINDS, text=TextFeatures(bits=8)), classifier)
    pipeline.set_params(tablefeatures__text__ngrams=(1, 2)).fit(table, [1, 0, 0])

    assert pipeline.predict(table).tolist() == [1, 0, 0]


def test_a_pickled_one_goes_on_as_the_original_would():
    table = films([(90, "drama", "a joy"), (None, None, None)])
    features = TableFeatures(kinds=KINDS).fit(table)
    copied = pickle.loads(pickle.dumps(features))
    more = films([(130, "war", "dull")])
    for each in (features, copied):
        each.partial_fit(more)

    assert copied.get_feature_names_out().tolist() == features.get_feature_names_out().tolist()
    assert copied.transform(table).toarray().tolist() == features.transform(table).toarray().tolist()


def test_a_batch_that_is_refused_teaches_nothing():
    features = TableFeatures(kinds={"b": "text"}).fit({"a": [1, 3], "b": ["x", "y"]})
    expected = features.transform({"a": [2], "b": ["x z"]}).toarray().tolist()
    with pytest.raises(BadData):
        features.partial_fit({"a": [100, 200], "b": ["z", "\ud800"]})

    assert features.transform({"a": [2], "b": ["x z"]}).toarray().tolist() == expected
    assert features.get_feature_names_out().tolist() == ["a", "b:x", "b:y"]


# Refusals


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({"a": [1, "x"]}, "column 'a' must hold values of one kind, numbers or strings"),
        ({"a": [1, 2], "b": [1]}, "columns must have one length, but 'a' has 2, 'b' has 1"),
        ({"a": [1.0, float("inf")]}, r"column 'a' must hold finite numbers, but row 1 holds infinity \(inf\)"),
        ({"a": [1e200, -1e200]}, "column 'a' holds numbers too large to standardise"),
        (
            {"a": pa.array([1], pa.duration("s"))},
            r"column 'a' holds duration\[s\], which is neither numbers nor strings",
        ),
        ({"a": pa.array([b"\xff x y"]).view(pa.string())}, "column 'a' must be valid Arrow data, but Invalid UTF8"),
        ({"a": ["\ud800"]}, "column 'a' must hold values of one kind, .* surrogates not allowed"),
        ({"a": []}, "found 0 row"),
        ({}, "found 0 column|0 feature"),
        (pa.table([[1], [2]], names=["a", "a"]), "there are two columns 'a'"),
        ([1, 2], "Expected 2D array"),
    ],
)
def test_a_table_that_is_none_is_refused_in_words(table, words):
    with pytest.raises(BadData, match=f"^TableFeatures: .*({words})"):
        TableFeatures().fit(table)


def test_the_column_of_a_refused_text_and_a_bad_number_is_named():
    with pytest.raises(BadData, match=r"^TableFeatures: column 'b' must hold numbers, but row 1 holds 'x'; correct it"):
        TableFeatures(kinds={"b": "number"}).fit({"b": ["1", "x"]})
    with pytest.raises(BadData, match=r"^TableFeatures: column 'b': text 0 must be a string, got 1"):
        TableFeatures(kinds={"b": "text"}).fit({"b": [1, 2]})
    with pytest.raises(BadData, match=r"^TableFeatures: column 'b' holds list<item: int64>, which cannot be cat"):
        TableFeatures(kinds={"b": "category"}).fit({"b": [[1], [2]]})


def test_later_tables_must_have_the_columns_of_the_first():
    features = TableFeatures().fit({"a": [1, 2], "b": ["x", "y"]})

    with pytest.raises(BadData, match=r"^TableFeatures: The feature names should match(.|\n)*missing(.|\n)*- b"):
        features.transform({"a": [1]})


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"kinds": {"a": "words"}}, "kinds must be a dict from names of columns to one of 'number', 'category', "),
        ({"kinds": "text"}, "kinds must be a dict"),
        ({"kinds": {"a": "ignore"}}, "kinds must be something else than 'ignore' for one column at least"),
        ({"kinds": {"a": "text"}, "text": "log"}, "text must be a TextFeatures, or None, got 'log'"),
    ],
    ids=repr,
)
def test_a_bad_option_is_named_with_what_it_must_be(options, words):
    with pytest.raises(BadParameter, match=f"^TableFeatures: {words}"):
        TableFeatures(**options).fit({"a": ["x", "y"]})


def test_a_column_that_is_not_there_is_answered_with_those_that_are():
    with pytest.raises(BadData, match=r"^TableFeatures: there is no column 'c'; there are 'a', 'b'$"):
        TableFeatures(kinds={"c": "text"}).fit({"a": [1], "b": [2]})


@pytest.mark.parametrize("ask", [lambda f: f.transform([[1]]), lambda f: f.get_feature_names_out()])
def test_without_fit_there_are_no_columns(ask):
    with pytest.raises(NotFittedError, match="This TableFeatures is not fitted yet"):
        ask(TableFeatures())
