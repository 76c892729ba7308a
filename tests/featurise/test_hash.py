"""The hash of n-grams is fixed for ever: models keep columns that it chose."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rosenblatt import TextFeatures, _core
from tests import reference

GOLDEN = {
    "a": 0xAF26D3137A7A30F3,
    "good": 0x34FE1C5D1449322D,
    "not": 0x791A6E36792CCC32,
    "not good": 0xABE5B7CE1ECB2EFE,
    "a b c": 0x3AB6741C9BFABEF7,
    "abcdefgh": 0x6E69531421EFA472,
    "abcdefghi": 0x3D9AB71591F5B24A,
    "sixteen_letters_": 0x5459A101CA2A5DE5,
    "seventeen_letters": 0x6C72DC9641C11F0E,
    "donaudampfschifffahrtsgesellschaft": 0xA9316D78A12A7A74,
    "straße": 0x09D88708621A3DD3,
    "'good'": 0xFAA9CECCA91158BE,
    "'not g'": 0x75497A7E0D582BF5,
    "''": 0x898574F86DAB54D3,
}


@pytest.mark.parametrize("name", GOLDEN)
def test_hashes_are_what_they_always_were(name):
    assert _core.hash_of(name.strip("'"), name.startswith("'")) == GOLDEN[name]


def test_columns_are_what_they_always_were():
    rows = TextFeatures(ngrams=(1, 2), char_ngrams=(4, 4), bits=18).transform(["Not good"])

    assert rows.indices.tolist() == [54264, 60750, 124009, 159763, 176022, 199269, 199414, 256679]


words = st.text(st.characters(exclude_categories=["Cs", "Zs"], exclude_characters="' "), min_size=1, max_size=40)


@given(st.lists(words, min_size=1, max_size=3).map(" ".join))
def test_a_word_ngram_is_hashed_as_described(name):
    assert _core.hash_of(name) == reference.hash_ngram(name)


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=70))
def test_a_run_of_characters_is_hashed_as_described(run):
    assert _core.hash_of(run, is_characters=True) == reference.hash_ngram(f"'{run}'")


def test_a_run_of_characters_is_not_the_word_with_the_same_letters():
    assert _core.hash_of("good") != _core.hash_of("good", is_characters=True)


def test_the_order_of_words_matters():
    assert _core.hash_of("not good") != _core.hash_of("good not")


@pytest.mark.parametrize("bits", [8, 12])
@pytest.mark.parametrize(
    "names",
    [
        [f"{i}" for i in range(50_000)],
        [f"word{i:05}" for i in range(50_000)],
        [f"a{i} b{j}" for i in range(224) for j in range(224)],
    ],
    ids=["numbers", "a common start", "pairs"],
)
def test_names_that_look_alike_spread_evenly_over_the_columns(names, bits):
    """Pearson's chi-squared of an even spread has mean k and variance 2k; six deviations leave room for none."""
    columns = [_core.hash_of(name) >> (64 - bits) for name in names]
    counts = np.bincount(columns, minlength=1 << bits)
    expected = len(names) / (1 << bits)
    chi_squared = ((counts - expected) ** 2 / expected).sum()

    degrees = (1 << bits) - 1
    assert abs(chi_squared - degrees) < 6 * (2 * degrees) ** 0.5
