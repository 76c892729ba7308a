"""Columns of texts scaled by inverse document frequency."""

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.exceptions import NotFittedError
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.utils.estimator_checks import check_estimator

from rosenblatt import TextFeatures, load, save
from rosenblatt.errors import BadData, BadParameter
from tests import reference
from tests.featurise.test_text_features import entries, few_letters, long_texts

texts = st.lists(few_letters, max_size=8)
values = st.fixed_dictionaries({"counts": st.sampled_from(["counts", "binary", "log"]), "normalise": st.booleans()})
FILMS = ["a good film", "a bad film", "good good", ""]


def weighted(**options):
    return TextFeatures(weighting="idf", **options)


def bits_of(rows):
    return rows.indptr.tolist(), rows.indices.tolist(), rows.data.tobytes()


# The numbers


def test_a_column_is_multiplied_by_its_inverse_document_frequency():
    rows = weighted().fit_transform(FILMS).toarray()

    twice, once = np.log(5 / 3) + 1, np.log(5 / 2) + 1
    expected = [[twice, twice, twice, 0], [twice, 0, twice, once], [0, 2 * twice, 0, 0], [0, 0, 0, 0]]
    assert rows == pytest.approx(np.array(expected), rel=1e-7)


@given(texts, texts, values, st.sampled_from([1, 2]), st.sampled_from([None, 1, 4]))
def test_rows_are_those_of_plain_python(learned_from, batch, options, most_words, bits):
    features = weighted(ngrams=(1, most_words), bits=bits, **options).partial_fit(learned_from)
    ngrams = [reference.ngrams(text, (1, most_words)) for text in (*learned_from, *batch)]
    known = ngrams[: len(learned_from)]
    numbers = {ngram: number for number, ngram in enumerate(dict.fromkeys(n for text in known for n in text))}
    column_of = numbers.get if bits is None else lambda ngram: reference.hash_ngram(ngram) >> (64 - bits)

    expected = reference.tf_idf(ngrams[len(learned_from) :], known, column_of, **options)
    for row, wanted in zip(entries(features.transform(batch)), expected, strict=True):
        assert dict(row) == pytest.approx(wanted, rel=3e-7)


@given(st.lists(few_letters, min_size=1, max_size=8).filter(lambda some: any(map(reference.tokens, some))), values)
def test_rows_are_those_of_scikit_learn(batch, options):
    features = weighted(ngrams=(1, 2), **options).fit(batch)
    vectorizer = TfidfVectorizer(
        lowercase=False,
        analyzer=lambda text: reference.ngrams(text, (1, 2)),
        vocabulary=features.get_feature_names_out().tolist(),
        binary=options["counts"] == "binary",
        sublinear_tf=options["counts"] == "log",
        norm="l2" if options["normalise"] else None,
    )

    assert features.transform(batch).toarray() == pytest.approx(vectorizer.fit_transform(batch).toarray(), rel=3e-7)


def test_ngrams_without_a_column_do_not_count_in_the_length_of_a_row():
    features = weighted(min_count=2, normalise=True).fit(["a b", "a c c", "d"])

    a, c = np.log(4 / 3) + 1, np.log(4 / 2) + 1
    assert features.transform(["a b c d e"]).toarray()[0] == pytest.approx(np.array([a, c]) / np.hypot(a, c))


def test_hashed_columns_of_no_text_are_left_out_like_words_outside_a_vocabulary():
    new = ["good new film", "nothing known"]
    hashed, known = (weighted(bits=bits, normalise=True).fit(FILMS).transform(new) for bits in (16, None))

    assert np.diff(hashed.indptr).tolist() == np.diff(known.indptr).tolist() == [2, 0]
    assert sorted(hashed.data.tolist()) == sorted(known.data.tolist())


@pytest.mark.parametrize("options", [{}, {"min_count": 3}, {"bits": 18}, {"bits": 10}], ids=str)
def test_any_number_of_threads_counts_the_same_documents(options):
    batch = long_texts()
    expected = weighted(normalise=True, **options).fit(batch).transform(batch[::50])

    for n_jobs in (2, 3):
        features = weighted(normalise=True, n_jobs=n_jobs, **options).fit(batch)
        assert bits_of(features.transform(batch[::50])) == bits_of(expected)


@given(texts, st.integers(0, 8), st.sampled_from([{}, {"min_count": 2}, {"max_features": 3}, {"bits": 5}]))
def test_batches_teach_the_frequencies_of_all_of_them(batch, cut, options):
    whole = weighted(**options).partial_fit(batch)
    pieces = weighted(**options).partial_fit(batch[:cut]).partial_fit(batch[cut:])

    assert bits_of(pieces.transform(batch)) == bits_of(whole.transform(batch))


# Streams


@given(texts, texts, texts, st.sampled_from([None, 4]))
def test_widening_leaves_the_scales_of_columns_that_occurred_before(first, second, third, bits):
    features = weighted(bits=bits).partial_fit(first)
    before = features.transform(first)
    features.widen(second).widen(third)
    after = features.transform(first)

    assert bits_of(after) == bits_of(before)


@given(texts, texts, st.sampled_from([None, 4]))
def test_widening_scales_new_columns_by_all_documents(first, second, bits):
    widened = weighted(bits=bits).partial_fit(first).widen(second)
    fitted = weighted(bits=bits).partial_fit([*first, *second])
    old = set(TextFeatures(bits=bits).partial_fit(first).transform(first).indices.tolist())

    for row, wanted in zip(entries(widened.transform(second)), entries(fitted.transform(second)), strict=True):
        assert {c: v for c, v in row if c not in old} == {c: v for c, v in wanted if c not in old}


@pytest.mark.parametrize("bits", [None, 6])
def test_after_widening_frequencies_have_counted_everything(bits):
    widened = weighted(bits=bits).fit(FILMS[:2]).widen(FILMS[2:]).partial_fit(["film"])
    fitted = weighted(bits=bits).fit([*FILMS, "film"])

    assert bits_of(widened.transform(FILMS)) == bits_of(fitted.transform(FILMS))


@pytest.mark.parametrize("options", [{"min_count": 2}, {"max_features": 5}], ids=str)
def test_widening_is_refused_where_it_would_renumber_columns(options):
    with pytest.raises(
        BadParameter, match=r"^TextFeatures: widen needs min_count=1 and max_features=None, .*; got min"
    ):
        weighted(**options).fit(["a a b"]).widen(["b"])


def test_widening_needs_something_to_widen():
    with pytest.raises(NotFittedError, match="not fitted yet"):
        weighted(bits=4).widen(["a"])


def test_texts_that_are_refused_widen_nothing():
    features = weighted().fit(FILMS)
    before = bits_of(features.transform(FILMS))
    with pytest.raises(BadData):
        features.widen(["new", 3])

    assert bits_of(features.transform(FILMS)) == before


# The contract


@pytest.mark.parametrize("bits", [None, 6])
def test_a_pickled_one_goes_on_as_the_original_would(bits):
    features = weighted(bits=bits).fit(FILMS)
    copied = pickle.loads(pickle.dumps(features))
    for each in (features, copied):
        each.widen(["new film"]).partial_fit(["a b"])

    assert bits_of(copied.transform(FILMS)) == bits_of(features.transform(FILMS))


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning")
@pytest.mark.parametrize("bits", [None, 6])
def test_scikit_learn_accepts_it(bits):
    results = check_estimator(weighted(bits=bits), on_skip=None)

    assert {result["status"] for result in results} == {"passed"}


@pytest.mark.parametrize("bits", [None, 6])
def test_without_fit_there_are_no_frequencies(bits):
    with pytest.raises(NotFittedError, match="This TextFeatures is not fitted yet"):
        weighted(bits=bits).transform(["a"])
    unweighted = TextFeatures(bits=bits).fit(FILMS).set_params(weighting="idf")
    with pytest.raises(NotFittedError, match="was fitted without weighting; call fit with texts again"):
        unweighted.transform(FILMS)
    with pytest.raises(NotFittedError, match="was fitted without weighting"):
        unweighted.partial_fit(FILMS)


@pytest.mark.parametrize("bits", [None, 6])
def test_weighting_can_be_switched_off_again(bits):
    features = weighted(bits=bits).fit(FILMS).set_params(weighting=None)
    plain = TextFeatures(bits=bits).fit(FILMS)

    assert bits_of(features.transform(FILMS)) == bits_of(plain.transform(FILMS))
    assert bits_of(features.partial_fit(FILMS).transform(FILMS)) == bits_of(plain.transform(FILMS))


@pytest.mark.parametrize("bad", ["tf", True, 1])
def test_an_unknown_weighting_is_answered_with_the_known_ones(bad):
    with pytest.raises(BadParameter, match=f"^TextFeatures: weighting must be 'idf' or None, got {bad!r}"):
        TextFeatures(weighting=bad).fit(FILMS)


@pytest.mark.parametrize("bits", [None, 6])
def test_a_saved_one_goes_on_as_the_original_would(bits, tmp_path):
    features = weighted(bits=bits).fit(FILMS).widen(["new new film"])
    save(features, tmp_path / "features")
    loaded = load(tmp_path / "features")

    for learn in (lambda one: one, lambda one: one.widen(["new words"]), lambda one: one.partial_fit(["a b"])):
        assert bits_of(learn(loaded).transform(FILMS)) == bits_of(learn(features).transform(FILMS))
