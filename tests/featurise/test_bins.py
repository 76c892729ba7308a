"""Numbers in bins."""

import pickle
from bisect import bisect_right
from collections import Counter
from fractions import Fraction
from itertools import pairwise
from math import ceil

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st
from sklearn.utils.estimator_checks import parametrize_with_checks

import rosenblatt as rb
from rosenblatt import TableFeatures, _core
from rosenblatt.errors import BadData, BadParameter
from rosenblatt.featurise import _row_sample
from rosenblatt.featurise.bins import bins_for, cuts
from rosenblatt.rows import Csr
from rosenblatt.splitmix import mixed

some_numbers = st.none() | st.sampled_from([0, 1, -999, 1e12, -0.0, 2.5]) | st.integers(-20, 20).map(float)
columns = st.lists(some_numbers, min_size=1, max_size=60)


def edges_by_hand(values, most):
    """The edges of the documentation, with fractions and loops."""
    counts = Counter(values)
    met = sorted(counts)
    if len(met) <= most:
        return met[1:]
    heavy = set()
    while True:
        size = Fraction(sum(counts[value] for value in met if value not in heavy), most - len(heavy))
        more = {value for value in met if value not in heavy and counts[value] >= size}
        if most - len(heavy) <= 1 or not more:
            break
        heavy |= more
    piece_of, total = {}, 0
    for value in met:
        total += counts[value] if value not in heavy else 0
        piece_of[value] = ceil(total / size)
    return [b for a, b in pairwise(met) if piece_of[a] != piece_of[b] or a in heavy or b in heavy]


def names_of(features, table):
    """The names of the columns that are 1 in each row."""
    names, dense = features.get_feature_names_out(), features.transform(table).toarray()
    assert set(np.unique(dense)) <= {0, 1}
    return [names[row == 1].tolist() for row in dense]


def test_bins_by_hand():
    table = {"age": [18, 22, 25, 31, 31, 40, 47, 52, 64, None]}
    features = TableFeatures(numbers="bins", bins=3).fit(table)

    assert features.get_feature_names_out().tolist() == ["age < 31", "age in [31, 47)", "age >= 47", "age is missing"]
    assert [name for (name,) in names_of(features, {"age": [-5, 31, 46.9, 47, 1e300, None]})] == [
        "age < 31",
        "age in [31, 47)",
        "age in [31, 47)",
        "age >= 47",
        "age >= 47",
        "age is missing",
    ]
    assert features.n_missing_ == {"age": 1}


@given(columns, columns, st.integers(2, 9))
def test_bins_are_what_plain_python_makes_of_them(known, asked, most):
    present = [value for value in known if value is not None]
    edges = edges_by_hand(present, most)
    features = TableFeatures(numbers="bins", bins=most, kinds={"a": "number"}).fit({"a": known})
    dense = features.transform({"a": pd.Series(asked, dtype=float)}).toarray()

    expected = [len(edges) + 1 if value is None else bisect_right(edges, value) for value in asked]
    assert dense.shape[1] == len(edges) + 2 < 2 * most + 2
    assert dense.argmax(axis=1).tolist() == expected
    assert dense.sum(axis=1).tolist() == [1] * len(asked)


@given(st.lists(st.integers(1, 50), min_size=1, max_size=40), st.integers(2, 12))
def test_pieces_have_about_equal_sums(counts, most):
    counts = np.array(counts)
    starts = np.concatenate([[0], cuts(counts, most) + 1])
    sums = np.add.reduceat(counts, starts)

    assert len(sums) < 2 * most
    for size, one in zip(np.diff([*starts, len(counts)]), sums, strict=True):
        assert size == 1 or one <= 2 * counts.sum() / most


@pytest.mark.parametrize(("n_rows", "bins"), [(1, 4), (124, 4), (125, 5), (999, 9), (1000, 10), (10**9, 254)])
def test_the_number_of_bins_is_the_cube_root_of_the_number_of_rows(n_rows, bins):
    assert bins_for(n_rows, 1, 254) == bins


def test_the_default_follows_the_number_of_rows():
    for n_rows in (100, 1000):
        features = TableFeatures(numbers="bins").fit({"a": range(n_rows)})

        assert features.widths_ == [bins_for(n_rows, 1, 254) + 1]


@pytest.mark.parametrize("odd", [1e12, -1e12])
def test_a_single_huge_number_moves_no_other_edge(odd):
    features = TableFeatures(numbers="bins", bins=5).fit({"a": [*range(1000), odd]})

    assert np.diff(features.columns_[0].bins.edges) == pytest.approx([200] * 3, abs=2)


def test_a_code_for_missing_has_a_bin_of_its_own():
    features = TableFeatures(numbers="bins", bins=5).fit({"a": [*range(1000), *[-999] * 300]})

    assert features.get_feature_names_out()[0] == "a < 0"
    assert np.diff(features.columns_[0].bins.edges) == pytest.approx([250] * 3, abs=2)


def test_a_column_of_few_values_has_one_bin_per_value():
    features = TableFeatures(numbers="bins").fit({"rooms": [1, 2, 2.5, None, 1]})

    assert features.get_feature_names_out().tolist() == ["rooms=1", "rooms=2", "rooms=2.5", "rooms is missing"]
    assert names_of(features, {"rooms": [0, 2.2, 7]}) == [["rooms=1"], ["rooms=2"], ["rooms=2.5"]]


def test_both_has_the_standardised_number_beside_its_bins():
    table = {"a": [1, 3, None], "b": ["x", "y", "x"]}
    both = TableFeatures(numbers="both").fit(table)

    assert both.get_feature_names_out().tolist() == ["a", "a=1", "a=3", "a is missing", "b=x", "b=y"]
    assert both.transform(table).toarray().tolist() == [[-1, 1, 0, 0, 1, 0], [1, 0, 1, 0, 0, 1], [0, 0, 0, 1, 1, 0]]
    assert both.n_missing_ == {"a": 1, "b": 0}


def test_a_column_without_a_number_has_two_bins():
    features = TableFeatures(numbers="bins", kinds={"a": "number"}).fit({"a": [None, None]})

    assert features.get_feature_names_out().tolist() == ["a is present", "a is missing"]


def test_bins_are_float32_and_categories_and_texts_stay():
    table = {"a": [1.0, 2.0], "b": ["x", None], "c": ["good film", "bad film indeed"]}
    features = TableFeatures(numbers="bins").fit(table)

    assert features.transform(table).dtype == np.float32
    assert features.get_feature_names_out().tolist()[3:5] == ["b=x", "b is missing"]
    assert names_of(features, {**table, "b": ["z", "x"], "c": ["", ""]}) == [["a=1"], ["a=2", "b=x"]]


# Matrices


@given(st.lists(st.lists(st.integers(-3, 3).map(float), min_size=3, max_size=3), min_size=1, max_size=20))
def test_a_sparse_matrix_is_the_same_table_as_a_dense_one(rows):
    dense = np.array(rows)
    sparse = sp.csr_array(dense)
    ours = Csr(sparse.data, sparse.indices, sparse.indptr, sparse.shape)
    for numbers in ("standard", "both"):
        expected = TableFeatures(numbers=numbers, cross="all").fit(dense.astype(int))
        for X in (dense, dense.astype(np.float32), np.asfortranarray(dense), sparse, sparse.tocoo(), ours):
            features = TableFeatures(numbers=numbers, cross="all").fit(X)

            assert features.get_feature_names_out().tolist() == expected.get_feature_names_out().tolist()
            assert (features.transform(X) != expected.transform(dense.astype(int))).nnz == 0


def test_a_sparse_matrix_of_many_columns_is_refused():
    with pytest.raises(
        BadData, match=r"^TableFeatures: a sparse matrix may have up to 60 columns, and this one has 61"
    ):
        TableFeatures().fit(sp.csr_array((2, 61)))


# Groups of columns of 0 and 1


def test_columns_of_0_and_1_that_sum_to_1_are_one_category():
    table = {"n": [5, 6, 7, 8], "u": [1, 0, 0, 0], "v": [0, 1, 0, 1], "w": [0, 0, 1, 0], "z": [0, 1, 1, 0]}
    features = TableFeatures(numbers="bins").fit(table)

    group = ["u=1", "v=1", "w=1", "u to w sum to another number than 1"]
    assert features.get_feature_names_out().tolist()[5:] == [*group, "z=0", "z=1", "z is missing"]
    asked = {"n": [5] * 4, "u": [1, 0, 1, None], "v": [0, 1, 1, 0], "w": [0, 0, 0, 0], "z": [0, 0, 0, 0]}
    assert [names[1] for names in names_of(features, asked)] == ["u=1", "v=1", group[3], group[3]]


def test_a_group_may_hold_a_value_that_no_row_has():
    rows = np.eye(5)[[0, 2, 3, 4, 0, 2]]
    features = TableFeatures(numbers="bins").fit(rows)

    assert features.get_feature_names_out().tolist()[:5] == ["x0=1", "x1=1", "x2=1", "x3=1", "x4=1"]
    assert names_of(features, np.eye(5)[[1]]) == [["x1=1"]]


def test_columns_that_sum_to_1_in_most_rows_are_no_group():
    rows = [[1, 0], [0, 1], [0, 1], [1, 1]]

    assert TableFeatures(numbers="bins").fit(rows).widths_ == [3, 3]


# Batches


@given(st.lists(st.tuples(some_numbers, st.integers(0, 1), st.integers(0, 9)), min_size=1, max_size=60), st.data())
def test_batches_of_any_size_lead_to_the_same_bins(rows, data):
    cut = data.draw(st.sets(st.integers(1, 59)))
    table = pd.DataFrame([(a, b, 1 - b, c) for a, b, c in rows], columns=["a", "b", "not b", "c"]).astype(float)
    whole = TableFeatures(numbers="both").fit(table)
    pieces = TableFeatures(numbers="both")
    for start, end in pairwise([0, *sorted(one for one in cut if one < len(rows)), len(rows)]):
        pieces.partial_fit(table[start:end])

    assert pieces.get_feature_names_out().tolist() == whole.get_feature_names_out().tolist()
    assert pieces.transform(table).toarray().tolist() == whole.transform(table).toarray().tolist()


def test_many_values_are_sampled_the_same_way_in_batches_of_any_size():
    n_rows = _row_sample.MOST_ROWS + 7_000
    values = np.random.default_rng(0).normal(size=n_rows)
    found = []
    for size in (n_rows, 9_999, 1_300):
        features = TableFeatures(numbers="bins")
        for start in range(0, n_rows, size):
            features.partial_fit(values[start : start + size, None])
        found.append(features.columns_[0].bins.edges.tolist())

    assert found[1] == found[0] == found[2]
    shares = np.diff(np.searchsorted(np.sort(values), found[0])) / n_rows
    assert shares == pytest.approx([1 / (len(found[0]) + 1)] * len(shares), rel=0.25)


def test_a_sample_is_the_rows_with_the_smallest_hashes():
    n_rows = 3 * _row_sample.MOST_ROWS
    hashes = mixed(np.arange(n_rows, dtype=np.uint64))
    expected = np.sort(np.argsort(hashes)[: _row_sample.MOST_ROWS]).tolist()
    for size in (n_rows, 25_001, 999):
        sample = _row_sample.RowSample(1)
        for start in range(0, n_rows, size):
            count = min(size, n_rows - start)
            chosen = sample.chosen(count)
            sample.add(count, chosen, [start + chosen])

        assert sample.columns[0].tolist() == expected
        assert sample.n_rows == n_rows


def test_the_core_counts_different_numbers_until_there_are_too_many():
    counts = _core.DistinctCounts()
    counts.add(np.array([2.0, -0.0, np.nan, 0.0, 2.0]))
    copied = pickle.loads(pickle.dumps(counts))

    assert copied.sorted() == counts.sorted() == [(0.0, 2), (2.0, 2)]
    assert (copied.missing, copied.too_many) == (1, False)
    counts.add(np.arange(counts.most - 1.0) + 10)
    assert (len(copied.sorted()), len(counts.sorted()), counts.too_many) == (2, 0, True)


# The contract


@parametrize_with_checks([TableFeatures(numbers="bins"), TableFeatures(numbers="both", bins=3)])
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


def test_saved_bins_are_loaded_and_stay(tmp_path):
    table = {"a": [*range(50), None], "u": [0, 1, *[1] * 49], "v": [1, 0, *[0] * 49], "b": ["x", "y", None] * 17}
    features = TableFeatures(numbers="both").fit(table)
    rb.save(features, tmp_path / "bins.rosenblatt")
    loaded = rb.load(tmp_path / "bins.rosenblatt")

    assert loaded.get_feature_names_out().tolist() == features.get_feature_names_out().tolist()
    assert (loaded.transform(table) != features.transform(table)).nnz == 0
    assert loaded.n_missing_ == features.n_missing_
    loaded.partial_fit({"a": [1e6, None], "u": [0, 0], "v": [0, 0], "b": ["new", "x"]})
    names = features.get_feature_names_out().tolist()
    assert loaded.get_feature_names_out().tolist() == [*names, "b=new"]
    assert loaded.n_missing_["a"] == 2


def test_widening_adds_categories_and_leaves_bins():
    features = TableFeatures(numbers="bins").fit({"a": [1, 2, 3], "b": ["x", "y", "x"]})
    features.widen({"a": [9, 10], "b": ["z", "x"]}).partial_fit({"a": [11], "b": ["x"]})

    expected = ["a=1", "a=2", "a=3", "a is missing", "b=x", "b=y", "b=z"]
    assert features.get_feature_names_out().tolist() == expected


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"numbers": "ranks"}, "numbers must be one of 'standard', 'products', 'bins', 'both', got 'ranks'"),
        ({"numbers": "bins", "bins": 1}, "bins must be a whole number of at least 2, or None, got 1"),
    ],
    ids=repr,
)
def test_a_bad_option_is_named_with_what_it_must_be(options, words):
    with pytest.raises(BadParameter, match=f"^TableFeatures: {words}"):
        TableFeatures(**options).fit({"a": [1, 2]})
