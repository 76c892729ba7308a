"""Crosses of pairs of columns."""

from itertools import combinations, pairwise

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.utils.estimator_checks import parametrize_with_checks

import rosenblatt as rb
from rosenblatt import TableFeatures
from rosenblatt.errors import BadData, BadParameter
from rosenblatt.featurise._helpful_pairs import MOST_PAIRS, helpful_pairs

KINDS = {"a": "number", "b": "category", "c": "number"}
values = st.tuples(
    st.none() | st.integers(0, 9), st.none() | st.sampled_from(["x", "y", "z"]), st.none() | st.floats(0, 1).map(float)
)
tables = st.lists(values, min_size=1, max_size=40)


def as_frame(rows):
    frame = pd.DataFrame(rows, columns=list(KINDS))
    return frame.astype({"a": float, "c": float, "b": object})


def names_of(features, table):
    names, dense = features.get_feature_names_out(), features.transform(table).toarray()
    return [names[row == 1].tolist() for row in dense]


def test_crosses_by_hand():
    table = {"age": [20, 60, 20, None], "genre": ["war", "war", "drama", None]}
    features = TableFeatures(numbers="bins", cross="all").fit(table)

    assert names_of(features, table) == [
        ["age=20", "genre=war", "age=20 & genre=war"],
        ["age=60", "genre=war", "age=60 & genre=war"],
        ["age=20", "genre=drama", "age=20 & genre=drama"],
        ["age is missing", "genre is missing", "age is missing & genre is missing"],
    ]
    unknown = {"age": [61], "genre": ["opera"]}
    assert names_of(features, unknown) == [["age=60", "age=60 & genre is another value"]]
    assert features.crosses_ == [("age", "genre")]


@given(tables, tables, st.integers(2, 6))
def test_a_cross_is_the_pair_of_what_its_columns_are(known, asked, bins):
    """Unless bins are coarser in crosses than alone, the name of a cross is the names of its two columns."""
    features = TableFeatures(kinds=KINDS, numbers="bins", bins=bins, cross="all").fit(as_frame(known))
    in_bins = [column.bins for column in features.columns_ if column.name != "b"]
    is_as_fine = all(bins.n_cells == bins.count for bins in in_bins)

    for names in names_of(features, as_frame(asked)):
        alone = [name for name in names if " & " not in name]
        by_column = {name.split()[0].split("=")[0]: name for name in alone}
        by_column.setdefault("b", "b is another value")
        coarse = {name for name in names if " & " in name}
        if is_as_fine:
            pairs = combinations(KINDS, 2)
            assert coarse == {f"{by_column[first]} & {by_column[second]}" for first, second in pairs}
        assert len(coarse) == 3


@given(tables, st.sets(st.integers(1, 39)), st.sampled_from(["standard", "bins", "both"]))
def test_batches_of_any_size_lead_to_the_same_crosses(rows, cuts, numbers):
    frame, labels = as_frame(rows), [row[0] for row in rows]
    whole = TableFeatures(kinds=KINDS, numbers=numbers, cross="all").fit(frame, labels)
    pieces = TableFeatures(kinds=KINDS, numbers=numbers, cross="all")
    for start, end in pairwise([0, *sorted(cut for cut in cuts if cut < len(rows)), len(rows)]):
        pieces.partial_fit(frame[start:end], labels[start:end])

    assert pieces.get_feature_names_out().tolist() == whole.get_feature_names_out().tolist()
    assert pieces.transform(frame).toarray().tolist() == whole.transform(frame).toarray().tolist()


@given(tables)
def test_columns_rise_and_every_name_is_different(rows):
    features = TableFeatures(kinds=KINDS, numbers="both", cross="all").fit(as_frame(rows))
    found = features.transform(as_frame(rows))

    assert found.has_sorted_indices
    assert all((np.diff(found.indices[a:b]) > 0).all() for a, b in pairwise(found.indptr))
    names = features.get_feature_names_out().tolist()
    assert len(set(names)) == len(names) == found.shape[1] == sum(features.widths_)


def test_edges_in_crosses_are_coarser_and_among_those_of_the_column():
    features = TableFeatures(numbers="bins", cross="all").fit({"a": range(10_000), "b": range(10_000, 0, -1)})
    alone, crossed = (features._blocks[place] for place in (0, -1))

    assert (alone.width, crossed.width) == (21 + 1, (10 + 1) ** 2)
    edges = {name.split("[")[1].split(",")[0] for name in alone.names(np.arange(21)) if "[" in name}
    first_halves = [name.split(" & ")[0] for name in crossed.names(np.arange(crossed.width))]
    assert {name.split("[")[1].split(",")[0] for name in first_halves if "[" in name} < edges


def test_standard_numbers_can_be_crossed():
    table = {"a": [1, 3], "b": ["x", "y"]}
    features = TableFeatures(cross=[("b", "a")]).fit(table)

    assert features.get_feature_names_out().tolist()[:4] == ["a", "b=x", "b=y", "a=1 & b=x"]
    assert features.transform(table).toarray()[:, :4].tolist() == [[-1, 1, 0, 1], [1, 0, 1, 0]]


def test_rare_values_share_a_cell_and_unknown_ones_join_them():
    common = [f"v{i}" for i in range(100)] * 2
    table = {"a": [*common, *(f"rare{i}" for i in range(500))], "b": ["x", "y"] * 350}
    features = TableFeatures(cross="all").fit(table)

    assert features.widths_[-1] == 63 * 3
    asked = {"a": ["v7", "v99", "rare3", "new"], "b": ["x"] * 4}
    expected = ["a=v7 & b=x", *["a is another value & b=x"] * 3]
    assert [names[-1] for names in names_of(features, asked)] == expected


def test_a_group_of_0_and_1_columns_is_crossed_as_one_category():
    table = {"n": ["p", "q", "p", "q"], "u": [1, 0, 0, 0], "v": [0, 1, 0, 1], "w": [0, 0, 1, 0]}
    features = TableFeatures(numbers="bins", cross="all").fit(table)

    assert features.crosses_ == [("n", "u to w")]
    assert [names[-1] for names in names_of(features, table)] == ["n=p & u=1", "n=q & v=1", "n=p & w=1", "n=q & v=1"]
    with pytest.raises(BadData, match="columns 'u' and 'w' are one category"):
        TableFeatures(numbers="bins", cross=[("u", "w")]).fit(table)


# Which pairs, if there are too many


def test_the_pair_that_decides_together_is_found_among_noise():
    random = np.random.default_rng(0)
    X = random.normal(size=(3000, 30))
    X[:, 7] = random.integers(0, 500, 3000)  # many cells must not look like information
    y = (X[:, 3] > 0) ^ (X[:, 21] > 0)
    found = TableFeatures(cross="all").fit(X, y).crosses_

    assert len(found) == MOST_PAIRS < 30 * 29 / 2
    assert ("x3", "x21") in found
    cells = [(column > np.median(column)).astype(np.int64) for column in X.T]
    assert helpful_pairs(cells, [2] * 30, y.astype(np.int64), 1) == [(3, 21)]


def test_too_many_pairs_need_labels_and_leave_nothing_behind():
    features = TableFeatures().fit([[1.0]])
    features.set_params(cross="all")
    with pytest.raises(BadData, match=r"30 columns have 435 pairs; of more than 300 .* call fit with y, or name pairs"):
        features.fit(np.random.default_rng(0).normal(size=(50, 30)))

    assert features.n_features_in_ == 1
    with pytest.raises(BadData, match="X has 2 rows and y has 3 labels"):
        features.fit([[1, 2], [3, 4]], [0, 1, 1])


# The contract


@parametrize_with_checks([TableFeatures(numbers="bins", cross="all")])
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


@pytest.mark.parametrize("numbers", ["standard", "bins", "both"])
def test_saved_crosses_are_loaded_and_stay(tmp_path, numbers):
    table = {"a": [*range(50), None], "u": [0, 1, *[1] * 49], "v": [1, 0, *[0] * 49], "b": ["x", "y", None] * 17}
    features = TableFeatures(numbers=numbers, cross="all").fit(table)
    rb.save(features, tmp_path / "crosses.rosenblatt")
    loaded = rb.load(tmp_path / "crosses.rosenblatt")
    asked = {"a": [7, None, 99], "u": [0, 1, 1], "v": [1, 1, 0], "b": ["x", "new", None]}

    assert loaded.crosses_ == features.crosses_
    assert loaded.get_feature_names_out().tolist() == features.get_feature_names_out().tolist()
    assert (loaded.transform(asked) != features.transform(asked)).nnz == 0
    before = loaded.widths_
    loaded.widen(asked)
    assert sum(loaded.widths_) == sum(before) + 1
    assert loaded.widths_[-1] == before[-1]


@pytest.mark.parametrize(
    ("cross", "error", "words"),
    [
        ("some", BadParameter, "cross must be 'all', pairs of names of columns, or None, got 'some'"),
        (["ab"], BadParameter, "cross must be 'all', pairs of names"),
        ([("a", "a")], BadData, "'a' and 'a' cannot be crossed; a cross takes two different columns"),
        ([("a", "t")], BadData, "'a' and 't' cannot be crossed"),
        ([("a", "z")], BadData, "there is no column 'z'; there are 'a', 't'"),
    ],
    ids=repr,
)
def test_a_bad_cross_is_refused_in_words(cross, error, words):
    with pytest.raises(error, match=f"^TableFeatures: {words}"):
        TableFeatures(cross=cross).fit({"a": [1, 2], "t": ["good old film", "bad new film"]})
