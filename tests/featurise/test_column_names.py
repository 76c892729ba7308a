"""Names of hashed columns: by the text at hand, by the hash of a word, and from one more walk over the texts."""

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rosenblatt import TableFeatures, TextFeatures, _core
from rosenblatt.featurise import column_names
from rosenblatt.featurise._texts import as_texts

OPTIONS = _core.NgramOptions(1, 2, 3, 3, True, False)
REVIEWS = ["not good", "a good film", "such a bad film", "no joy at all", "so dull", "a warm and funny film"]
texts = st.lists(
    st.lists(st.sampled_from(["good", "bad", "Film", "é", "a-b", ""]), max_size=6).map(" ".join), max_size=5
)


def fitted(bits=3, **options):
    text = TextFeatures(bits=bits, ngrams=(1, 2), **options)
    table = {"review": REVIEWS, "genre": ["war", "love"] * 3}
    return TableFeatures(kinds={"review": "text", "genre": "category"}, text=text).fit(table)


def column_of(word, bits, *, is_characters=False):
    return _core.hash_of(word, is_characters) >> (64 - bits)


def test_the_names_of_a_row_come_from_its_own_text():
    features, text = fitted(bits=2), "Funny motorcycle!"
    columns = features.transform({"review": [text], "genre": ["war"]}).indices
    names = column_names.names_in_texts(features, columns, {"review": text})

    own = {"funny", "motorcycle", "funny motorcycle"}
    assert list(names) == columns.tolist()
    assert {name.removeprefix("review:").split(" (+")[0] for name in names.values()} <= {*own, "genre=war"}
    assert "genre=war" in names.values()


def test_a_shared_column_counts_its_other_known_ngrams():
    features = fitted(bits=1)
    known = TextFeatures(bits=1, ngrams=(1, 2)).fit(REVIEWS)._vocabulary
    sharing = np.count_nonzero(known.hashed_columns(1) == column_of("motorcycle", 1))
    columns = np.array([column_of("motorcycle", 1)])

    names = column_names.names_in_texts(features, columns, {"review": "motorcycle"})
    assert list(names.values()) == [f"review:motorcycle (+{sharing})"]

    (name,) = column_names.names_in_texts(features, columns, {"review": ""}).values()
    assert name == f"review:hash_{columns[0]}"


@pytest.mark.parametrize("asked", ["good", "Good!", "review:good"])
def test_a_word_is_found_by_its_hash(asked):
    found = column_names.find_columns(fitted(bits=18), asked)

    assert found == {column_of("good", 18): "review:good"}


def test_a_word_that_was_never_met_has_a_column_too_and_a_run_of_words_if_it_is_an_ngram():
    features = fitted(bits=18)

    assert column_names.find_columns(features, "motorcycle") == {column_of("motorcycle", 18): "review:motorcycle"}
    assert column_names.find_columns(features, "a  Bad") == {column_of("a bad", 18): "review:a bad"}
    assert column_names.find_columns(features, "a bad film") == {}
    assert column_names.find_columns(features, "genre=war") == {1 << 18: "genre=war"}
    assert list(column_names.find_columns(features, "war")) == [column_of("war", 18), 1 << 18]


def test_a_run_of_characters_is_found_in_quotes():
    features = fitted(bits=18, char_ngrams=(3, 3))

    assert column_names.find_columns(features, "'goo'") == {
        column_of("goo", 18, is_characters=True): "review:'goo'",
    }


def test_columns_without_a_known_ngram_learn_names_and_nothing_else_changes():
    features, table = fitted(bits=18), {"review": ["a motorcycle", "so dull"], "genre": ["war", "war"]}
    wanted = np.array(sorted(column_of(word, 18) for word in ("good", "motorcycle", "nowhere")))
    before = features.transform(table).toarray()

    unnamed = column_names.unnamed_columns(features, wanted)
    assert unnamed.tolist() == sorted(column_of(word, 18) for word in ("motorcycle", "nowhere"))

    column_names.learn_names(features, [pa.record_batch(table)], unnamed)
    assert features.names_of(np.array([column_of("motorcycle", 18)])) == ["review:motorcycle"]
    assert features.names_of(np.array([column_of("a motorcycle", 18)])) == [
        f"review:hash_{column_of('a motorcycle', 18)}"
    ]
    assert features.columns_[0].features.n_texts_ == len(REVIEWS)
    assert features.transform(table).toarray().tolist() == before.tolist()


def test_texts_that_are_joined_name_their_columns_together():
    table = {"title": ["a joy", "dull"], "body": ["so warm", "so long"]}
    text = TextFeatures(bits=18)
    features = TableFeatures(kinds=dict.fromkeys(table, "text"), text=text, join_text=True).fit(table)
    column = np.array([column_of("motorcycle", 18)])
    names = column_names.names_in_texts(features, column, {"title": "motorcycle"})
    assert list(names.values()) == ["title + body:motorcycle"]

    column_names.learn_names(features, [pa.record_batch({"title": ["a"], "body": ["motorcycle"]})], column)
    assert features.names_of(column) == ["title + body:motorcycle"]


def test_no_column_is_unnamed_without_hashing():
    features = TableFeatures(kinds={"review": "text"}).fit({"review": REVIEWS})

    assert len(column_names.unnamed_columns(features, np.arange(5))) == 0
    assert not column_names.has_hashed_columns(features)


@given(texts, st.integers(1, 30), st.data())
def test_the_core_finds_the_ngrams_of_wanted_columns_only(given_texts, bits, data):
    views = as_texts(TextFeatures(), given_texts, lowercase=True)
    every = _core.Vocabulary.of(views.views, views.letters, OPTIONS, None, None, 1)
    columns = every.hashed_columns(bits)
    drawn = data.draw(st.lists(st.sampled_from(columns.tolist() or [0]), max_size=4, unique=True))
    wanted = np.array([*drawn, *data.draw(st.lists(st.integers(0, 2**bits - 1), max_size=3))], np.int32)
    found = _core.Vocabulary.in_columns(views.views, views.letters, OPTIONS, wanted, bits, 2)

    is_wanted = np.isin(columns, wanted)
    names, counts = np.array(every.names(np.arange(len(every))), dtype=object), every.counts()
    assert sorted(found.names(np.arange(len(found)))) == sorted(names[is_wanted].tolist())
    assert sorted(found.counts().tolist()) == sorted(counts[is_wanted].tolist())


def test_no_table_is_read_once_all_columns_have_a_name():
    features = TableFeatures(kinds={"body": "text"}, text=TextFeatures(bits=20)).fit({"body": ["a"]})
    column = features.transform({"body": ["motorcycle"]}).indices.astype(np.int64)
    read = []

    def tables():
        for text in ("a car", "a motorcycle", "a bicycle"):
            read.append(text)
            yield pa.record_batch({"body": [text]})

    column_names.learn_names(features, tables(), column)

    assert read == ["a car", "a motorcycle"]
    assert features.names_of(column) == ["body:motorcycle"]
