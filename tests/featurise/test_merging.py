"""Features of parts of the rows, merged: the bits of one fit to all rows, as a model file has them."""

import pickle
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rosenblatt as rb
from rosenblatt import TableFeatures, TextFeatures
from rosenblatt.errors import BadData, BadParameter
from rosenblatt.featurise.merging import merge_features, merge_text_features, part_of

KINDS = {
    "size": "number",
    "is_new": "number",
    "is_old": "number",
    "colour": "category",
    "title": "text",
    "body": "text",
    "day": "date",
}
TEXTS = {
    "words": None,
    "weighted": TextFeatures(ngrams=(1, 2), weighting="idf", normalise=True),
    "frequent": TextFeatures(min_count=2, weighting="idf"),
    "most frequent": TextFeatures(max_features=2),
    "hashed": TextFeatures(bits=5, weighting="idf"),
    "characters": TextFeatures(ngrams=None, char_ngrams=(1, 2), counts="log"),
}
words = st.none() | st.text("ab ", max_size=6)
rows = st.tuples(
    st.none() | st.floats(-1e6, 1e6) | st.sampled_from([1e-300, 1e100, -1e100]),
    st.booleans(),
    st.none() | st.sampled_from(["red", "blue", ""]),
    words,
    words,
    st.none() | st.sampled_from(["2024-02-29", "2025-01-01T12:30:00"]),
    st.sampled_from([0, 1]),
)
tables = st.lists(rows, min_size=1, max_size=14)
options = st.fixed_dictionaries(
    {
        "numbers": st.sampled_from(["standard", "products", "bins", "both"]),
        "cross": st.none() | st.sampled_from(["all", (("size", "colour"),)]),
        "bins": st.none() | st.just(2),
        "text": st.sampled_from(sorted(TEXTS)).map(TEXTS.__getitem__),
        "join_text": st.booleans(),
    }
)


def columns_of(table):
    """A table and its labels."""
    size, is_new, colour, title, body, day, label = map(list, zip(*table, strict=True))
    is_new, is_old = ([float(value == wanted) for value in is_new] for wanted in (True, False))
    return dict(zip(KINDS, [size, is_new, is_old, colour, title, body, day], strict=True)), label


def parts_of(features, n_rows, cuts, fit):
    """One part per piece; those of no rows are not fitted."""
    for start, end in pairwise([0, *sorted(min(cut, n_rows) for cut in cuts), n_rows]):
        part = part_of(features, start)
        yield fit(part, start, end) if start < end else part


def file_of(features, folder):
    rb.save(features, folder / "features")
    return (folder / "features").read_bytes()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("features")


@given(tables, st.lists(st.integers(0, 14), max_size=4), options)
def test_merged_parts_are_the_whole(folder, table, cuts, chosen):
    if chosen["numbers"] == "products":
        chosen["cross"] = None
    features = TableFeatures(kinds=KINDS, **chosen)

    def fit(part, start, end):
        return pickle.loads(pickle.dumps(part.partial_fit(*columns_of(table[start:end]))))

    merged = merge_features(parts_of(features, len(table), cuts, fit))

    assert file_of(merged, folder) == file_of(features.partial_fit(*columns_of(table)), folder)


@given(tables, tables)
def test_merged_features_learn_on_as_the_whole_does(folder, table, later):
    features = TableFeatures(kinds=KINDS, numbers="both", cross="all")
    parts = [part_of(features, 0), part_of(features, 1)]
    for part, some in zip(parts, (table[:1], table[1:]), strict=True):
        if some:
            part.partial_fit(*columns_of(some))
    merged = merge_features(parts).partial_fit(*columns_of(later))

    assert file_of(merged, folder) == file_of(features.partial_fit(*columns_of([*table, *later])), folder)


def test_the_sample_of_many_rows_is_that_of_the_whole(folder):
    """There are more rows than the sample has, and more different numbers than are counted."""
    random = np.random.default_rng(0)
    table = {"size": random.normal(size=50_000), "colour": random.permutation(50_000).astype(str)}
    features = TableFeatures(kinds={"size": "number", "colour": "category"}, numbers="bins", cross="all")

    def fit(part, start, end):
        return part.partial_fit({name: values[start:end] for name, values in table.items()})

    merged = merge_features(parts_of(features, 50_000, [100, 24_000, 24_001], fit))

    assert file_of(merged, folder) == file_of(features.fit(table), folder)


@given(st.lists(words, min_size=2, max_size=14), st.integers(1, 13), st.sampled_from(sorted(TEXTS)))
def test_merged_texts_are_the_whole(folder, texts, cut, kind):
    given = TEXTS[kind] or TextFeatures()
    start, end, whole = (
        TextFeatures(**given.get_params()).partial_fit(some)
        for some in (texts[: min(cut, len(texts) - 1)], texts[min(cut, len(texts) - 1) :], texts)
    )

    assert file_of(merge_text_features([start, end]), folder) == file_of(whole, folder)


# Refusals


def part(first_row=0, table=None, **options):
    return part_of(TableFeatures(**options), first_row).partial_fit(table or {"a": [1.0, 2.0], "b": ["x", "y"]})


def test_parts_that_do_not_follow_one_another_are_refused_where_row_numbers_count():
    with pytest.raises(BadData, match="one ends before row 2, and the next begins at row 3"):
        merge_features([part(numbers="bins"), part(3, numbers="bins")])


def test_settled_bins_are_not_merged(folder):
    file_of(part(numbers="bins"), folder)
    with pytest.raises(BadParameter, match="settled, as in a loaded model; merge before saving"):
        merge_features([rb.load(folder / "features"), part(2, numbers="bins")])


def test_other_columns_and_options_are_refused():
    with pytest.raises(BadData, match=r"the same columns of the same kinds, got .*; pass `kinds=`"):
        merge_features([part(), part(2, {"a": [1.0], "c": ["x"]})])
    with pytest.raises(BadParameter, match="must have the same options"):
        merge_features([part(), part(2, join_text=True)])
    with pytest.raises(BadData, match="at least one part to merge, got none"):
        merge_features([])


def test_numbers_that_are_too_large_only_together_are_refused_and_nothing_is_merged():
    one, two = (part(table={"a": [value], "b": ["x"]}) for value in (1e200, -1e200))
    with pytest.raises(BadData, match="column 'a' holds numbers too large to standardise"):
        merge_features([one, two])

    assert one.columns_[0].mean == 1e200
