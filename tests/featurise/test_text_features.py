"""What texts become."""

import math
import pickle
from collections import Counter
from itertools import pairwise

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.exceptions import NotFittedError, SkipTestWarning
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import check_estimator

from rosenblatt import Perceptron, TextFeatures, _core, certify
from rosenblatt.errors import BadData, BadParameter
from tests import reference

REVIEWS = ["movie good", "movie bad", "not good"]
any_text = st.text(st.characters(exclude_categories=["Cs"]), max_size=200)
few_letters = st.text(st.sampled_from("ab B_1 .!\t\x1c\0éÉΣ\u03c3İ\u3000\u2026\u017f\u0307\U0001d400"), max_size=150)
texts = st.lists(any_text | few_letters, max_size=8)
ranges = st.tuples(st.integers(1, 3), st.integers(0, 2)).map(lambda pair: (pair[0], sum(pair)))


def entries(rows):
    """Each row as pairs of column and value, whose columns must rise."""
    for start, end in pairwise(rows.indptr):
        columns = rows.indices[start:end].tolist()
        assert columns == sorted(set(columns))
        yield list(zip(columns, rows.data[start:end].tolist(), strict=True))


def as_dicts(features, rows):
    """Each row as a dict from names to numbers."""
    names = features.get_feature_names_out()
    return [{names[column]: value for column, value in row} for row in entries(rows)]


def test_the_reviews_of_the_lecture_become_its_table():
    features = TextFeatures()
    rows = features.fit_transform(REVIEWS)

    assert features.get_feature_names_out().tolist() == ["movie", "good", "bad", "not"]
    assert rows.toarray().tolist() == [[1, 1, 0, 0], [1, 0, 1, 0], [0, 1, 0, 1]]


def test_pairs_of_words_make_the_inseparable_reviews_separable():
    reviews, labels = ["good", "bad", "not good", "not bad"], [1, -1, -1, 1]
    words, pairs = TextFeatures().fit_transform(reviews), TextFeatures(ngrams=(1, 2)).fit_transform(reviews)

    assert certify(words, labels).verdict == "inseparable"
    assert pairs.shape == (4, 5)
    model = Perceptron(order="cyclic").fit(pairs, labels)
    assert model.converged_
    assert model.predict(pairs).tolist() == labels


@given(any_text | few_letters, st.booleans(), st.booleans())
@example("ΣΓΣ ΓΣ. Σ ΓΣ'Γ aΣ\u0307 aΣ\u0307b", True, True)
@example("İstanbul IŞIK ẞ ǅ \u017f \u212a Ⱥ", True, False)
@example("x" * 63 + " " + "Y" * 64 + "z", True, False)
@example("x" * 63 + "!" * 66 + "y" * 63 + "?", True, True)
@example("a" * 64, True, True)
@example("", False, True)
def test_words_are_those_that_python_finds(text, lowercase, punctuation):
    features = TextFeatures(lowercase=lowercase, punctuation=punctuation).partial_fit([text])

    expected = reference.tokens(text, lowercase=lowercase, punctuation=punctuation)
    assert features.get_feature_names_out().tolist() == list(dict.fromkeys(expected))
    assert as_dicts(features, features.transform([text])) == [Counter(expected)]


@pytest.mark.parametrize("punctuation", [False, True])
def test_every_character_of_unicode_is_what_python_says(punctuation):
    every = [chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000]
    around = "".join(f"a{character}b " for character in every)
    features = TextFeatures(punctuation=punctuation).fit([around])

    expected = dict.fromkeys(reference.tokens(around, punctuation=punctuation))
    assert features.get_feature_names_out().tolist() == list(expected)


@given(texts, st.none() | ranges, st.none() | ranges, st.booleans(), st.booleans())
@example(["!!!"], (1, 3), None, True, True)
def test_ngrams_are_counted_as_in_plain_python(batch, words, characters, lowercase, punctuation):
    if words is None and characters is None:
        words = (1, 1)
    flags = {"lowercase": lowercase, "punctuation": punctuation and characters is None}  # both may be named "' a '"
    features = TextFeatures(ngrams=words, char_ngrams=characters, **flags).partial_fit(batch)
    expected = [reference.ngrams(text, words, characters, **flags) for text in batch]
    names = dict.fromkeys(name for text in expected for name in text)

    assert features.get_feature_names_out().tolist() == list(names)
    assert as_dicts(features, features.transform(batch)) == [Counter(text) for text in expected]


@given(texts, ranges, st.none() | ranges, st.integers(1, 30), st.booleans())
def test_hashed_columns_are_those_of_the_hash(batch, words, characters, bits, punctuation):
    punctuation = punctuation and characters is None
    batch = [text.replace("'", "") for text in batch]  # "' a '" would be the name of characters
    rows = TextFeatures(ngrams=words, char_ngrams=characters, bits=bits, punctuation=punctuation).transform(batch)

    assert rows.shape == (len(batch), 2**bits)
    for text, row in zip(batch, entries(rows), strict=True):
        names = reference.ngrams(text, words, characters, punctuation=punctuation)
        assert dict(row) == Counter(reference.hash_ngram(name) >> (64 - bits) for name in names)


@pytest.fixture
def every_level():
    """Levels of this CPU to loop over; the best one is in use again afterwards."""
    yield _core.cpu_levels()
    _core.use_level(_core.cpu_levels()[-1])


@pytest.mark.parametrize("size", [0, 1, 15, 16, 17, 32, 33, 64, 65, 128, 129, 255, 256, 257, 5000])
@pytest.mark.parametrize("bits", [1, 6, 7, 18, 30])
def test_rows_of_every_length_are_sorted_and_summed_at_every_level(every_level, size, bits):
    text = " ".join(f"w{i * i % 1009}" for i in range(size))
    expected = Counter(reference.hash_ngram(name) >> (64 - bits) for name in reference.tokens(text))

    for level in every_level:
        _core.use_level(level)
        assert list(entries(TextFeatures(bits=bits).transform([text]))) == [sorted(expected.items())]


@pytest.mark.parametrize("counts", ["counts", "binary", "log"])
def test_each_number_is_divided_by_the_length_of_its_row(counts):
    words = {"a": 1, "b": 2, "c": 31, "d": 32, "e": 33, "f": 1000}
    number = {"counts": float, "binary": lambda _: 1.0, "log": lambda count: 1 + math.log(count)}[counts]
    row = TextFeatures(counts=counts, normalise=True).fit_transform(
        [" ".join(w for w in words for _ in range(words[w]))]
    )

    length = math.sqrt(sum(number(count) ** 2 for count in words.values()))
    assert row.data.tolist() == [np.float32(float(np.float32(number(count))) / length) for count in words.values()]


# What a row holds


def test_rows_hold_counts_or_ones_or_logs():
    text = ["a a a b b c"]

    def row(**options):
        return TextFeatures(**options).fit_transform(text).toarray()[0]

    assert row().tolist() == [3, 2, 1]
    assert row(counts="binary").tolist() == [1, 1, 1]
    assert row(counts="log") == pytest.approx([1 + math.log(3), 1 + math.log(2), 1])
    assert row(normalise=True) == pytest.approx(np.array([3, 2, 1]) / math.sqrt(14))
    assert row(normalise=True, counts="binary") == pytest.approx([3**-0.5] * 3)


@given(texts, st.sampled_from(["counts", "binary", "log"]), st.sampled_from([None, 4]))
def test_normalised_rows_have_length_one_and_empty_ones_stay_empty(batch, counts, bits):
    rows = TextFeatures(normalise=True, counts=counts, bits=bits).partial_fit(batch).transform(batch)

    lengths = np.sqrt((rows.toarray().astype(float) ** 2).sum(axis=1))
    assert lengths == pytest.approx([1.0 if reference.tokens(text) else 0.0 for text in batch])


def test_a_single_row_is_as_good_a_matrix_as_several():
    features = TextFeatures(bits=4)
    one, two = features.transform(["a b a"]), features.transform(["a b a", "c"])

    assert type(one) is type(two)
    assert vars(one).keys() == vars(two).keys()
    assert one.dtype == two.dtype == np.float32
    assert one.indices.dtype == two.indices.dtype == one.indptr.dtype == two.indptr.dtype == np.int32
    assert (one - two[[0]]).nnz == 0
    assert (one + one).toarray().tolist() == (2 * one.toarray()).tolist()


def test_each_row_is_a_matrix_of_its_own():
    features = TextFeatures(bits=4)
    first = features.transform(["a b a"])
    before = first.toarray().tolist()
    features.transform(["z z z"]).data[0] = 7

    assert first.toarray().tolist() == before
    assert features.transform(["z"]).data.tolist() == [1]


# Which n-grams have a column


def test_columns_are_in_the_order_in_which_ngrams_first_came():
    features = TextFeatures(ngrams=(1, 2)).fit(["b a b", "c b a"])

    assert features.get_feature_names_out().tolist() == ["b", "a", "b a", "a b", "c", "c b"]


def test_rare_ngrams_can_be_left_out():
    features = TextFeatures(min_count=2).fit(["a b b c", "c d"])

    assert features.get_feature_names_out().tolist() == ["b", "c"]
    assert features.transform(["d c b b a"]).toarray().tolist() == [[2, 1]]


def test_the_most_frequent_are_kept_and_of_equals_those_that_came_first():
    features = TextFeatures(max_features=3).fit(["a b c d d", "e b"])

    assert features.get_feature_names_out().tolist() == ["a", "b", "d"]


def test_of_many_equals_too_those_that_came_first_are_kept():
    words = [f"w{i}" for i in range(1000)]
    features = TextFeatures(max_features=400).fit([" ".join(words + words[::7])])

    twice = set(words[::7])
    once = [word for word in words if word not in twice][: 400 - len(twice)]
    assert features.get_feature_names_out().tolist() == [word for word in words if word in twice or word in once]


def test_words_never_met_are_left_out():
    assert TextFeatures().fit(REVIEWS).transform(["never met", "bad"]).toarray().tolist() == [[0] * 4, [0, 0, 1, 0]]


@given(
    st.lists(few_letters | st.none(), max_size=8),
    st.integers(0, 8),
    st.sampled_from([{}, {"min_count": 2}, {"max_features": 3}, {"bits": 5}]),
)
def test_batches_teach_what_all_of_them_teach(batch, cut, options):
    whole = TextFeatures(**options).partial_fit(batch)
    pieces = TextFeatures(**options).partial_fit(batch[:cut]).partial_fit(batch[cut:])

    assert pieces.get_feature_names_out().tolist() == whole.get_feature_names_out().tolist()
    assert (pieces.n_texts_, pieces.n_missing_) == (whole.n_texts_, whole.n_missing_)
    assert pieces.transform(batch).toarray().tolist() == whole.transform(batch).toarray().tolist()


def long_texts(n=2_500):
    """About 5 MB, so that several rounds of several threads have work."""
    random = np.random.default_rng(0)
    return [" ".join(f"wordnumber{k}" for k in random.zipf(1.3, 150) % 5000) for _ in range(n)]


@pytest.mark.parametrize("options", [{}, {"bits": 18}, {"bits": 10, "normalise": True}], ids=str)
def test_any_number_of_threads_gives_the_same_bits(options):
    batch = long_texts()
    expected = TextFeatures(**options).fit(batch)
    rows = expected.transform(batch)
    for n_jobs in (2, 3, -1, 10**9):
        features = TextFeatures(n_jobs=n_jobs, **options).fit(batch)
        again = features.transform(batch)

        assert features.get_feature_names_out().tolist() == expected.get_feature_names_out().tolist()
        assert again.indptr.tolist() == rows.indptr.tolist()
        assert again.indices.tobytes() == rows.indices.tobytes()
        assert again.data.tobytes() == rows.data.tobytes()


# Names under hashing


def test_a_hashed_column_is_called_by_its_most_frequent_ngram_and_says_that_it_is_shared():
    features = TextFeatures(bits=1).fit(["a b c d e f", "c f f"])
    shared = {0: [], 1: []}
    for name in "cfabde":
        shared[reference.hash_ngram(name) >> 63].append(name)

    expected = [f"{max(names, key='abdecf'.index)} (+{len(names) - 1})" for names in shared.values()]
    assert features.get_feature_names_out().tolist() == expected


def test_a_column_of_its_own_has_the_plain_name_and_one_never_met_its_number():
    features = TextFeatures(bits=18).fit(["not good"])
    names = features.get_feature_names_out()
    columns = features.transform(["not", "good"]).indices

    assert names[columns].tolist() == ["not", "good"]
    assert len(names) == 2**18
    assert names[0] == "hash_0"
    assert sum(not name.startswith("hash_") for name in names) == 2


def test_names_are_learned_in_bounded_memory_and_what_is_frequent_stays(monkeypatch):
    monkeypatch.setattr("rosenblatt.featurise._text_options.MOST_NGRAMS", 100)
    features = TextFeatures(bits=20)
    for batch in range(50):
        features.partial_fit([f"often {' '.join(f'rare{batch}x{i}' for i in range(60))} seldom" * 2])

    assert len(features._vocabulary) <= 100
    column = features.transform(["often"]).indices[0]
    assert features.get_feature_names_out()[column] == "often"


# Where texts come from


def kinds_of_input(values):
    array = pa.array(values)
    return {
        "tuple": tuple(values),
        "generator": (value for value in values),
        "object array": np.array(values, dtype=object),
        "pandas": pd.Series(values),
        "pandas objects": pd.Series(values, dtype=object),
        "pandas Arrow": pd.Series(values, dtype=pd.ArrowDtype(pa.string())),
        "pandas categories": pd.Series(values, dtype="category"),
        "pandas odd index": pd.Series(values, index=range(5, 5 + len(values))),
        "polars": pl.Series(values),
        "string": array,
        "large_string": array.cast(pa.large_string()),
        "string_view": array.cast(pa.string_view()),
        "dictionary": array.dictionary_encode(),
        "sliced": pa.array(["before", *values, "after"]).slice(1, len(values)),
        "chunked": pa.chunked_array([array[:1], array[1:1], array[1:]]),
    }


@given(st.lists(any_text | few_letters | st.none(), min_size=1, max_size=5).filter(any))
def test_however_texts_are_stored_they_are_the_same_texts(values):
    expected = TextFeatures(bits=12).partial_fit(values)
    rows = expected.transform(values).toarray().tolist()
    for kind, stored in kinds_of_input(values).items():
        features = TextFeatures(bits=12)
        again = features.fit_transform(stored).toarray().tolist()

        assert again == rows, kind
        assert (features.n_texts_, features.n_missing_) == (expected.n_texts_, expected.n_missing_), kind


def test_numpy_strings_are_texts():
    assert TextFeatures().fit_transform(np.array(REVIEWS)).toarray().tolist()[2] == [0, 1, 0, 1]


def test_missing_texts_are_empty_and_counted():
    features = TextFeatures().fit(["a", None, float("nan"), ""])

    assert (features.n_texts_, features.n_missing_) == (4, 2)
    assert features.transform([None, "a"]).toarray().tolist() == [[0], [1]]


# The contract


@pytest.mark.parametrize("bits", [None, 18])
def test_scikit_learn_accepts_it(bits):
    """Its checks know no texts; those that are left must pass."""
    with pytest.warns(SkipTestWarning, match="requires input"):
        results = check_estimator(TextFeatures(bits=bits), on_skip=None)

    assert {result["status"] for result in results} == {"passed"}


@pytest.mark.parametrize("bits", [None, 10])
@pytest.mark.parametrize("classifier", [LogisticRegression(), Perceptron()], ids=lambda c: type(c).__name__)
def test_it_works_in_a_pipeline(classifier, bits):
    pipeline = make_pipeline(TextFeatures(ngrams=(1, 2), bits=bits), classifier)
    pipeline.fit([*REVIEWS, "not bad"], [1, 0, 0, 1])

    assert pipeline.predict(REVIEWS).tolist() == [1, 0, 0]


@pytest.mark.parametrize("options", [{"ngrams": (1, 2), "char_ngrams": (2, 2)}, {"bits": 6}], ids=str)
def test_a_pickled_one_goes_on_as_the_original_would(options):
    features = TextFeatures(**options).fit(["Straße ist lang", "a b"])
    copied = pickle.loads(pickle.dumps(features))
    for each in (features, copied):
        each.partial_fit(["lang b"])

    assert copied.get_feature_names_out().tolist() == features.get_feature_names_out().tolist()
    assert (copied.transform(["a b ist"]) != features.transform(["a b ist"])).nnz == 0
    assert clone(copied).get_params() == features.get_params()


def test_a_batch_that_is_refused_teaches_nothing():
    features = TextFeatures().fit(["a"])
    with pytest.raises(BadData):
        features.partial_fit(["b", 3])
    features.partial_fit(["c"])

    assert features.get_feature_names_out().tolist() == ["a", "c"]
    assert features.n_texts_ == 2


# Refusals


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        ("one text", r"texts must be a list or another series of strings, got 'one text': put a single text into"),
        (np.array("one"), r"texts must be a list or another series of strings, got array"),
        (3, r"texts must be a list or another series of strings, got 3"),
        ({"a": 1}, r"got \{'a': 1\}"),
        (["a", 3], r"text 1 must be a string, got 3: "),
        ([b"a"], r"text 0 must be a string, got b'a'"),
        (["a", "\ud800"], r"text 1 holds a lone surrogate"),
        (np.array([["a"]]), r"texts must be one series of strings, got a table: choose the column"),
        (pd.DataFrame({"a": ["b"]}), r"got a table"),
        (pl.DataFrame({"a": ["b"]}), r"got a table"),
        (pa.table({"a": ["b"]}), r"got a table"),
        (pa.array([1, 2]), r"text 0 must be a string, got 1"),
        (pa.array([b"a", b"\xc3("]).view(pa.string()), r"text 1 is not UTF-8: decode"),
        (pa.chunked_array([pa.array(["a"]), pa.array([b"\xed\xa0\x80"]).view(pa.string())]), r"text 1 is not UTF-8"),
        ([], r"no n-gram occurs min_count=1 times in 0 texts"),
        (["...", ""], r"no n-gram occurs min_count=1 times in 2 texts; at least one must"),
    ],
)
def test_texts_that_are_none_are_refused_in_words(bad, words):
    with pytest.raises(BadData, match=f"^TextFeatures: .*{words}"):
        TextFeatures().fit(bad)


@pytest.mark.parametrize(
    "bad",
    [
        b"\x80",
        b"\xc1\x81",
        b"\xe0\x9f\xbf",
        b"\xed\xa0\x80",
        b"\xf0\x8f\xbf\xbf",
        b"\xf4\x90\x80\x80",
        b"\xf5",
        b"\xc3",
        b"\xe2\x82",
    ],
)
def test_only_utf8_is_utf8(bad):
    with pytest.raises(UnicodeDecodeError):
        bad.decode()
    with pytest.raises(BadData, match="text 0 is not UTF-8"):
        TextFeatures(bits=3).transform(pa.array([bad]).view(pa.string()))


@given(st.binary(max_size=8))
def test_bytes_are_texts_if_python_can_decode_them(data):
    array = pa.array([data]).view(pa.string())
    try:
        text = data.decode()
    except UnicodeDecodeError:
        with pytest.raises(BadData, match="not UTF-8"):
            TextFeatures(bits=3).transform(array)
    else:
        expected = TextFeatures(bits=3).transform([text])
        assert (TextFeatures(bits=3).transform(array) != expected).nnz == 0


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"ngrams": (2, 1)}, r"ngrams must be a pair \(least, most\) of whole numbers with 1 <= least <= most"),
        ({"ngrams": 2}, "ngrams must be a pair"),
        ({"char_ngrams": (0, 2)}, "char_ngrams must be a pair"),
        ({"ngrams": None}, "ngrams or char_ngrams must be given, got None for both"),
        ({"bits": 31}, "bits must be a whole number from 1 to 30, or None, got 31"),
        ({"bits": 0}, "bits must be a whole number of at least 1, got 0"),
        ({"bits": 4, "min_count": 2}, "min_count must be 1 under hashing"),
        ({"bits": 4, "max_features": 2}, "max_features must be None under hashing"),
        ({"counts": "tf"}, "counts must be one of 'counts', 'binary', 'log', got 'tf'"),
        ({"min_count": 0}, "min_count must be a whole number of at least 1, got 0"),
        ({"max_features": 0}, "max_features must be a whole number of at least 1, or None, got 0"),
        ({"n_jobs": 0}, "n_jobs must be a whole number other than 0, or None, got 0"),
        ({"lowercase": "yes"}, "lowercase must be True or False, got 'yes'"),
        ({"normalise": "l2"}, "normalise must be True or False, got 'l2'"),
    ],
    ids=str,
)
def test_a_bad_option_is_named_with_what_it_must_be(options, words):
    with pytest.raises(BadParameter, match=f"^TextFeatures: {words}"):
        TextFeatures(**options).fit_transform(REVIEWS)


@pytest.mark.parametrize("ask", [lambda f: f.transform(["a"]), lambda f: f.get_feature_names_out()])
def test_without_fit_there_is_no_vocabulary(ask):
    with pytest.raises(NotFittedError, match="This TextFeatures is not fitted yet"):
        ask(TextFeatures())


def test_runs_longer_than_any_text_are_none():
    assert TextFeatures(ngrams=(1, 2**70), bits=4).transform(["a b"]).sum() == 3
    assert TextFeatures(ngrams=(2**70, 2**70), bits=4).transform(["a b"]).nnz == 0
