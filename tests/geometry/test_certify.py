"""Separable or not: the verdict is that of an exact linear program, and every verdict has its proof."""

import math
import warnings
from fractions import Fraction

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

import rosenblatt as rb
from rosenblatt import _core
from rosenblatt.errors import BadData, BadParameter
from tests.data import CORNERS, labelled_rows
from tests.geometry.exact_lp import separable


def prove(X, y, **options):
    """Certify, and have the answer verified anew after a trip through JSON."""
    proof = rb.from_json(rb.certify(X, y, **options).to_json())
    assert rb.verify(proof, X, y)
    return proof


def agrees_with_the_linear_program(rows, fit_intercept):
    X, y = zip(*rows, strict=True)
    proof = prove(X, y, fit_intercept=fit_intercept)
    assert proof.verdict == ("separable" if separable(X, y, fit_intercept) else "inseparable")
    if proof.verdict == "inseparable":
        assert len(proof.rows) <= len(X[0]) + 1 + fit_intercept
    return proof


# By hand


@pytest.mark.parametrize("y", [[0, 0, 0, 1], [0, 1, 1, 1]])
def test_and_and_or_are_separable(y):
    proof = prove(CORNERS, y)

    assert proof.verdict == "separable"
    assert proof.margin.low <= proof.margin.high <= proof.margin.low * (1 + 1e-6)
    assert all(sum(w * x for w, x in zip(proof.weights, row, strict=True)) + proof.bias > 0 for row in CORNERS[3:])


def test_xor_is_not_and_both_diagonals_meet_in_the_middle():
    proof = prove(CORNERS, [0, 1, 1, 0])

    assert proof.rows == (0, 1, 2, 3)
    assert proof.multipliers == (1, 1, 1, 1)
    assert proof.point == (0.5, 0.5)


def test_three_short_reviews_are_separable():
    """Positive: "movie good"; negative: "movie bad", "not good". Columns: movie, good, bad, not."""
    assert prove([[1, 1, 0, 0], [1, 0, 1, 0], [0, 1, 0, 1]], [1, -1, -1]).verdict == "separable"


def test_reviews_with_negation_are_separable_only_with_bigrams():
    """Positive: "good", "not bad"; negative: "bad", "not good". Columns: good, bad, not."""
    reviews, y = [[1, 0, 0], [0, 1, 0], [1, 0, 1], [0, 1, 1]], [1, -1, -1, 1]
    bigrams = [[0, 0], [0, 0], [1, 0], [0, 1]]  # "not good", "not bad"

    assert prove(reviews, y).multipliers == (1, 1, 1, 1)
    assert prove(np.hstack([reviews, bigrams]), y).verdict == "separable"


def test_two_points_have_the_plane_halfway():
    """a = (-0, -1) and (1, 1): the hull's nearest point to 0 is (0.4, -0.2), of length 1/sqrt(5)."""
    proof = prove([[0.0], [1.0]], ["left", "right"])

    assert proof.positive == "right"
    assert proof.margin.low == pytest.approx(1 / math.sqrt(5))
    assert proof.radius == pytest.approx(math.sqrt(2))
    assert proof.support == (0, 1)
    assert proof.hyperplane().distance([[0.5]])[0] == pytest.approx(0.0, abs=1e-12)


# Against an exact linear program


@given(labelled_rows(st.integers(-3, 3)), st.booleans())
@settings(max_examples=300)
def test_the_verdict_on_small_whole_numbers_is_that_of_an_exact_linear_program(rows, fit_intercept):
    proof = agrees_with_the_linear_program(rows, fit_intercept)

    if proof.verdict == "separable":
        assert proof.margin.high <= proof.margin.low * (1 + 2e-6)


@given(labelled_rows(st.integers(-2, 2), max_columns=4), st.lists(st.integers(-2, 2), min_size=5, max_size=5))
def test_the_verdict_is_right_where_the_hulls_only_touch(rows, plane):
    """Rows off a plane get its side; rows on it keep either sign."""
    touching = [
        (x, sign if side == 0 else (1 if side > 0 else -1))
        for x, sign in rows
        for side in [sum(w * v for w, v in zip(plane, x, strict=False))]
    ]
    if len({sign for _, sign in touching}) == 2:
        agrees_with_the_linear_program(touching, fit_intercept=True)


nearly_equal = st.integers(-2, 2).map(lambda steps: 1.0 + steps * 2.0**-52)
any_size = st.builds(lambda digit, power: digit * 10.0**power, st.integers(-3, 3), st.integers(-150, 150))


@given(labelled_rows(nearly_equal, max_columns=4, max_rows=8), st.booleans())
@settings(max_examples=50)
def test_a_margin_of_one_ulp_is_seen(rows, fit_intercept):
    agrees_with_the_linear_program(rows, fit_intercept)


@given(labelled_rows(any_size, max_columns=4, max_rows=8), st.booleans())
@settings(max_examples=50)
def test_numbers_from_1e_150_to_1e150_are_told_apart(rows, fit_intercept):
    agrees_with_the_linear_program(rows, fit_intercept)


@given(labelled_rows(st.floats(-1e300, 1e300), max_columns=3, max_rows=6))
@settings(max_examples=50)
def test_any_finite_floats_will_do(rows):
    agrees_with_the_linear_program(rows, fit_intercept=True)


@given(labelled_rows(st.integers(-3, 3)))
def test_sparse_rows_have_the_same_answer_as_dense_ones(rows):
    X, y = zip(*rows, strict=True)

    assert rb.certify(sp.csr_array(np.array(X, dtype=float)), y) == rb.certify(X, y)


# Degenerate rows


def test_equal_rows_of_both_classes_are_a_proof_on_two_rows():
    rng = np.random.default_rng(1)
    X = rng.normal(size=(200, 5))
    y = (X[:, 0] > 0).astype(int)
    X[150], y[150] = X[17], 1 - y[17]
    proof = prove(X, y)

    assert proof.rows == (17, 150)
    assert proof.multipliers == (1, 1)
    assert proof.point == tuple(X[17])


def test_equal_rows_of_one_class_do_no_harm():
    assert prove([[1, 2], [1, 2], [1, 2], [3, 4]], [0, 0, 0, 1]).verdict == "separable"


def test_rows_that_are_all_equal_cannot_be_separated():
    assert len(prove([[7.5, -1.0]] * 6, [0, 1, 0, 1, 0, 1]).rows) == 2


def test_a_class_of_one_row():
    rng = np.random.default_rng(2)
    X = np.vstack([rng.normal(size=(50, 3)), [[0.0, 0.0, 0.0], [9.0, 9.0, 9.0]]])

    assert prove(X[:51], [0] * 50 + [1]).verdict == "inseparable"
    assert prove(np.delete(X, 50, axis=0), [0] * 50 + [1]).verdict == "separable"


def test_points_on_a_line():
    X = np.outer(np.arange(6.0), [1.0, 2.0, 3.0])

    assert prove(X, [0, 0, 0, 1, 1, 1]).verdict == "separable"
    assert len(prove(X, [0, 0, 1, 0, 1, 1]).rows) == 3


def test_columns_of_zeros_change_nothing():
    X = np.insert(np.array(CORNERS, dtype=float), [0, 1, 2], 0.0, axis=1)

    assert prove(X, [0, 1, 1, 0]).multipliers == (1, 1, 1, 1)
    assert prove(X, [0, 1, 1, 1]).verdict == "separable"


def test_a_row_of_zeros_alone_proves_that_no_plane_through_the_origin_separates():
    proof = prove([[1.0, 0.0], [0.0, 0.0], [2.0, 1.0]], [0, 1, 0], fit_intercept=False)

    assert proof.rows == (1,)
    assert proof.point == (0.0, 0.0)


def test_fewer_rows_than_columns_are_separable_when_independent():
    X = np.random.default_rng(3).normal(size=(20, 100))

    assert prove(X, [0, 1] * 10).verdict == "separable"


def test_the_hulls_of_whole_rows_that_touch_in_one_point():
    """The corner (0, 0) of one triangle lies on the edge of the other."""
    X = [[0, 0], [2, 1], [2, -1], [0, 1], [0, -1], [-3, 0]]

    assert set(prove(X, [1, 1, 1, 0, 0, 0]).rows) == {0, 3, 4}


def test_a_gap_of_one_ulp_is_enough():
    one = 1.0
    proof = prove([[one], [np.nextafter(one, 2)]], [0, 1])

    assert proof.verdict == "separable"
    assert proof.margin.low > 0
    assert prove([[one], [one]], [0, 1]).verdict == "inseparable"


@pytest.mark.parametrize("scale", [1e-150, 1e150, 5e-324, 1e300])
def test_the_scale_of_the_rows_does_not_matter(scale):
    X = np.array(CORNERS) * scale

    assert prove(X, [0, 0, 0, 1]).verdict == "separable"
    assert prove(X, [0, 1, 1, 0]).multipliers == (1, 1, 1, 1)


# More than floats in a table


@pytest.mark.parametrize("scale", [5e-324, 1e-310, 2e-308, 1e-160])
@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
def test_planes_through_the_origin_of_the_smallest_floats(scale, form):
    """Without the 1 of the padding all numbers are tiny, and the factor that lifts them must be a float itself."""
    line, cone = np.array([[1.0], [-1.0], [2.0]]), np.array([[3.0, 4.0], [-3.0, 1.0], [5.0, -5.0]])

    assert prove(form(line * scale), [1, 0, 1], fit_intercept=False).margin == (scale, scale)
    assert prove(form(line * scale), [1, 1, 0], fit_intercept=False).verdict == "inseparable"
    assert prove(form(cone * scale), [1, 0, 1], fit_intercept=False).verdict == "separable"
    assert rb.mistake_bound(form(line * scale), [1, 0, 1], fit_intercept=False).updates == 4.0


def test_several_classes_are_each_set_against_the_rest():
    X = [[0.0], [1.0], [2.0], [3.0]]
    proofs = rb.certify(X, ["a", "b", "b", "c"])

    assert {label: proof.verdict for label, proof in proofs.items()} == {
        "a": "separable",
        "b": "inseparable",
        "c": "separable",
    }
    assert all(rb.verify(proof, X, ["a", "b", "b", "c"]) for proof in proofs.values())


def test_each_pair_of_classes_has_its_own_answer_with_the_row_numbers_of_all_rows():
    X, y = [[5.0], [0.0], [1.0], [1.0], [2.0]], ["a", "b", "b", "c", "c"]
    proofs = rb.certify(X, y, multiclass="ovo")

    assert list(proofs) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert proofs["b", "c"].rows == (2, 3)
    assert proofs["a", "b"].support == (0, 2)
    assert all(rb.verify(proof, X, y) for proof in proofs.values())


def test_whole_numbers_booleans_and_float32_are_taken_as_they_are():
    for kind in (np.int32, np.uint8, np.bool_, np.float32):
        assert prove(np.array(CORNERS, dtype=kind), [0, 1, 1, 0]).multipliers == (1, 1, 1, 1)


def test_limits_leave_the_question_open_with_what_is_known():
    rng = np.random.default_rng(4)
    X, y = rng.normal(size=(300, 20)), rng.integers(0, 2, 300)
    answer = rb.certify(X, y, work_limit=200_000)

    assert answer.verdict == "undecided"
    assert answer.reason == "the work limit of 200,000 multiply-adds"
    assert answer.margin.low == 0.0
    assert 0.0 < answer.margin.high < np.inf
    assert rb.from_json(answer.to_json()) == answer
    assert rb.certify(X, y, work_limit=10**9).verdict == "inseparable"


def test_a_time_limit_is_named_too():
    rng = np.random.default_rng(4)

    assert "time limit" in rb.certify(rng.normal(size=(300, 20)), rng.integers(0, 2, 300), time_limit=1e-9).reason


def test_a_limit_after_a_plane_was_found_leaves_a_wide_bracket():
    rng = np.random.default_rng(5)
    X = rng.normal(size=(2000, 20))
    X[:, 0] += np.where(X[:, 0] > 0, 1.0, -1.0)
    y = X[:, 0] > 0
    narrow, wide = prove(X, y), prove(X, y, work_limit=4 * 10**5)

    assert wide.margin.low <= narrow.margin.low <= narrow.margin.high <= wide.margin.high
    assert wide.margin.low < wide.margin.high * (1 - 1e-3)


def test_asking_for_any_plane_takes_the_perceptrons():
    X = np.random.default_rng(6).normal(size=(40, 60))
    proof = prove(X, X[:, 0] > 0, tol=1)

    assert proof.verdict == "separable"
    assert proof.margin.low < proof.margin.high


def test_the_same_call_gives_the_same_answer():
    rng = np.random.default_rng(7)
    X, y = rng.normal(size=(500, 8)), rng.integers(0, 2, 500)

    assert rb.certify(X, y) == rb.certify(X, y)


@pytest.mark.parametrize("kind", ["whole", "gaussian"])
def test_every_vector_level_takes_the_same_steps_to_the_same_answer(kind):
    rng = np.random.default_rng(8)
    X = rng.integers(-2, 3, size=(300, 12)) if kind == "whole" else rng.normal(size=(300, 12))
    y = X[:, :6].sum(axis=1) > 0.5
    level = _core.level_in_use()
    try:
        answers = set()
        for name in _core.cpu_levels():
            _core.use_level(name)
            answers.add((rb.certify(X, y), rb.certify(X, y, work_limit=150_000)))
    finally:
        _core.use_level(level)

    assert len(answers) == 1


def test_no_warning_is_given_on_the_way():
    X, y = [[1e300, -1e300], [5e-324, 0.0], [0.0, 1e300]], [0, 1, 0]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        certificate = rb.certify(X, y)

    assert certificate.verdict == "separable"
    assert rb.verify(certificate, X, y)


# Refusals


@pytest.mark.parametrize(
    ("X", "y", "words"),
    [
        ([[0.0], [np.nan]], [0, 1], "X is nan in row 1, column 0; every number must be finite"),
        (sp.csr_array([[0.0, 1.0], [0.0, np.inf]]), [0, 1], "X is inf in row 1, column 1; every number must be finite"),
        ([[0.0], [1.0]], ["a", "a"], "y holds only one class, 'a'"),
        (np.zeros((0, 3)), [], "X has no rows"),
        ([[0.0], [1.0]], [0], "X has 2 rows and y has 1 labels"),
        ([0.0, 1.0], [0, 1], r"X must be a table of rows and columns, got an array of shape \(2,\)"),
        ([["red"], ["blue"]], [0, 1], "every column must hold numbers"),
        ([[0.0], [1.0]], [0.0, np.nan], "y is nan in row 1; every row needs a label"),
        ([[1e301], [0.0]], [0, 1], "numbers past 1e[+]300"),
        ([[2**53 + 1], [0]], [0, 1], r"whole numbers above 2\*\*53"),
        ([[Fraction(1, 3)], [0]], [0, 1], "row 0, column 0, which no float equals"),
    ],
)
def test_what_cannot_be_certified_is_refused_with_words(X, y, words):
    with pytest.raises(BadData, match=words):
        rb.certify(X, y)


@pytest.mark.parametrize("option", ["tol", "time_limit", "work_limit"])
@pytest.mark.parametrize("bad", [0, -1.0, math.nan, "much", True])
def test_a_bad_option_is_named_with_the_value_that_came(option, bad):
    with pytest.raises(BadParameter, match=f"^certify: {option} must be a number above 0, got "):
        rb.certify([[0], [1]], [0, 1], **{option: bad})
