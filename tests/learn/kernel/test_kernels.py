"""Kernels mean what scikit-learn means by their names."""

from types import SimpleNamespace

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics.pairwise import pairwise_kernels
from sklearn.svm import SVC

from rosenblatt.errors import BadData, BadParameter
from rosenblatt.learn.kernel.kernels import make_kernel
from rosenblatt.learn.kernel.store import Store

OPTIONS = {"degree": 3, "gamma": 0.5, "coef0": 1.5, "fit_intercept": False}


def options(kernel, **changes):
    return SimpleNamespace(kernel=kernel, **{**OPTIONS, **changes})


def some_rows(n, seed=0):
    return np.random.default_rng(seed).standard_normal((n, 4))


@pytest.mark.parametrize("storage", [np.asarray, sp.csr_array, np.float32], ids=["dense", "sparse", "float32"])
@pytest.mark.parametrize("name", ["linear", "poly", "rbf", "sigmoid"])
@pytest.mark.parametrize("fit_intercept", [False, True])
def test_the_values_are_those_of_scikit_learn(name, storage, fit_intercept):
    A, B = storage(some_rows(7)), storage(some_rows(5, seed=1))
    kernel = make_kernel(options(name, fit_intercept=fit_intercept), A)
    parameters = {"gamma": 0.5, "coef0": 1.5, "degree": 3}
    expected = pairwise_kernels(A, B, metric=name, filter_params=True, **parameters) + (1 if fit_intercept else 0)

    values = kernel(A, kernel.take(B, np.arange(5)))
    assert values == pytest.approx(expected, rel=1e-5 if storage is np.float32 else 1e-12)
    square = kernel(A, kernel.take(A, np.arange(7)))
    assert kernel.lengths2(A, np.arange(7)) == pytest.approx(np.diagonal(square), rel=1e-5)


@given(st.integers(1, 12), st.floats(-2, 2))
def test_a_whole_power_is_that_of_the_plain_product(degree, base):
    kernel = make_kernel(options("poly", degree=degree, gamma=1.0, coef0=0.0), np.ones((1, 1)))
    plain = 1.0
    for _ in range(degree):
        plain *= base

    assert kernel(np.array([[base]]), np.array([[1.0]]))[0, 0] == pytest.approx(plain, rel=1e-14, abs=1e-300)


@pytest.mark.parametrize("storage", [np.asarray, sp.csr_array], ids=["dense", "sparse"])
@pytest.mark.parametrize("gamma", ["scale", "auto"])
def test_gamma_is_that_of_scikit_learn(storage, gamma):
    X = some_rows(50) * 3 + 1
    svc = SVC(gamma=gamma).fit(X, np.arange(50) % 2)

    assert make_kernel(options("rbf", gamma=gamma), storage(X)).gamma == pytest.approx(svc._gamma)


def test_equal_rows_have_a_scale_all_the_same():
    assert make_kernel(options("rbf", gamma="scale"), np.ones((3, 2))).gamma == 1.0


def test_the_distance_of_a_row_to_itself_is_never_negative():
    X = np.full((3, 5), 1e8) + some_rows(3)[:, :1]

    assert make_kernel(options("rbf", gamma=10.0), X)(X, X).max() <= 1.0


def test_a_function_is_asked_for_blocks_and_its_answer_is_checked():
    X = some_rows(4)
    asked = make_kernel(options(lambda A, B: A @ B.T), X)
    assert asked(X, X) == pytest.approx(X @ X.T)
    assert asked.lengths2(X, np.array([1, 3])) == pytest.approx((X @ X.T)[[1, 3], [1, 3]])

    with pytest.raises(BadData, match=r"given 4 and 2 rows and must answer with an array of shape \(4, 2\), got \(4,"):
        make_kernel(options(lambda A, B: A[:, 0]), X)(X, X[:2])
    with pytest.raises(BadData, match="the kernel gave nan for rows 2 and 1 of its two blocks"):
        make_kernel(options(lambda A, B: np.where(np.arange(16).reshape(4, 4) == 9, np.nan, 0)), X)(X, X)


def test_given_values_are_looked_up():
    gram = np.arange(9.0).reshape(3, 3)
    kernel = make_kernel(options("precomputed", fit_intercept=True), gram)

    assert kernel(gram[:2], kernel.take(gram, np.array([2, 0]))).tolist() == [[3, 1], [6, 4]]
    assert kernel.lengths2(gram, np.array([2, 1])).tolist() == [9, 5]
    with pytest.raises(BadData, match="X must hold the kernel of each row with each; it has 2 rows and 3 columns"):
        make_kernel(options("precomputed"), gram[:2])


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"kernel": "rbff"}, "kernel must be one of 'linear', 'poly', 'rbf', 'sigmoid', 'precomputed', got 'rbff'"),
        ({"gamma": "big"}, "gamma must be 'scale', 'auto' or a number above 0, got 'big'"),
        ({"gamma": -1.0}, "gamma must be a number above 0, got -1.0"),
        ({"kernel": "poly", "degree": 2.5}, "degree must be a whole number of at least 1, got 2.5"),
        ({"kernel": "poly", "coef0": np.nan}, "coef0 must be a finite number, got nan"),
    ],
)
def test_wrong_options_are_refused_with_words(changes, words):
    with pytest.raises(BadParameter, match=words.replace(".", r"\.")):
        make_kernel(SimpleNamespace(**{"kernel": "rbf", **OPTIONS, **changes}), np.ones((2, 2)))


@given(st.lists(st.integers(1, 5), max_size=6), st.booleans())
def test_a_store_holds_what_was_appended(sizes, sparse):
    store, plain = Store(), np.zeros((0, 2))
    for k, size in enumerate(sizes):
        rows = np.arange(2.0 * size).reshape(size, 2) + 10 * k
        store.append(sp.csr_array(rows) if sparse and k % 2 else rows)
        plain = np.concatenate([plain, rows])

    assert len(store) == len(plain)
    if sizes:
        dense = store.all().toarray() if sp.issparse(store.all()) else store.all()
        assert dense.tolist() == plain.tolist()
        some = np.arange(0, len(plain), 2)
        chosen = store.choose(some)
        assert (chosen.toarray() if sp.issparse(chosen) else chosen).tolist() == plain[some].tolist()
        store.shrink_to(1)
        assert len(store) == store.all().shape[0] == 1
