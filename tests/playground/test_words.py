"""Typed reviews become the rows that the package's own features make."""

import pytest

import rosenblatt as rb
from rosenblatt.errors import BadData
from rosenblatt.playground.words import encode, encode_one

NEGATION = ["good", "bad", "not good", "not bad"]


def test_pairs_of_words_are_columns_of_their_own_and_separate_the_negation():
    labels = [1, -1, -1, 1]
    columns, rows = encode(NEGATION, pairs=True)

    assert columns == ["good", "bad", "not", "not good", "not bad"]
    assert rb.certify(rows, labels).verdict == "separable"
    assert rb.certify(encode(NEGATION, pairs=False)[1], labels).verdict == "inseparable"


def test_another_review_is_counted_in_the_columns_of_the_others():
    assert encode_one(NEGATION, "Not good, not the film", pairs=True) == [1, 0, 2, 1, 0]
    assert encode_one(NEGATION, "a film", pairs=False) == [0, 0, 0]


def test_more_words_than_the_page_has_columns_are_refused():
    with pytest.raises(BadData, match="these reviews have 60 different words, and this page allows 50"):
        encode([f"a{k} b{k}" for k in range(30)], pairs=False)
