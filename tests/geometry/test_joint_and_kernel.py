"""Linear machines and planes in the space of a kernel: beside the textbook simplex method, and against false proofs."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement
from math import prod

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

import rosenblatt as rb
from rosenblatt.errors import BadCertificate, BadParameter
from rosenblatt.geometry.kernel_function import KernelFunction
from tests.geometry import exact_lp

XOR, LABELS = [[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0]
MIDDLE, ABC = [[-2], [0], [2]], ["a", "b", "c"]
POLY = {"kernel": "poly", "degree": 2, "coef0": 1.0}

cells = st.lists(st.tuples(st.integers(-2, 2), st.integers(-2, 2), st.integers(0, 2)), min_size=3, max_size=7)


def kesler(X, y, fit_intercept):
    """Write every row once for each rival, with x in the place of its class and -x in that of the rival."""
    classes, rows = sorted(set(y)), []
    for x, label in zip(X, y, strict=True):
        padded = [*x, 1] if fit_intercept else list(x)
        for rival in classes:
            if rival != label:
                signs = [(one == label) - (one == rival) for one in classes]
                rows.append([sign * value for sign in signs for value in padded])
    return rows


def monomials(X, degree, has_lower):
    """Return the columns that the poly kernel stands for, but for their factors, which separate nothing."""
    degrees = range(degree + 1) if has_lower else [degree]
    return [
        [
            prod(x[j] for j in chosen)
            for power in degrees
            for chosen in combinations_with_replacement(range(len(x)), power)
        ]
        for x in X
    ]


@given(cells, st.booleans())
def test_a_linear_machine_exists_where_the_simplex_method_finds_one(cells, fit_intercept):
    X, y = [cell[:2] for cell in cells], [cell[2] for cell in cells]
    y[:3] = [0, 1, 2]
    proof = rb.certify(X, y, fit_intercept, multiclass="joint")
    rows = kesler(X, y, fit_intercept)

    assert (proof.verdict == "separable") == exact_lp.separable(rows, [1] * len(rows), fit_intercept=False)
    assert rb.verify(proof, X, y)
    assert rb.verify(rb.from_json(proof.to_json()), sp.csr_array(np.array(X, float)), y)
    if proof.verdict == "separable":
        scores = np.array(X) @ proof.coef.T + proof.intercept
        assert [proof.classes[k] for k in scores.argmax(axis=1)] == y


@given(cells, st.integers(1, 3), st.sampled_from([0.0, 0.5, 1.0]), st.booleans(), st.sampled_from([0.3, 1.0]))
def test_a_plane_in_the_space_of_poly_exists_where_one_of_its_monomials_does(cells, degree, coef0, bias, gamma):
    X, y = [cell[:2] for cell in cells], [cell[2] > 0 for cell in cells]
    y[0] = not y[1]
    proof = rb.certify(X, y, bias, kernel="poly", degree=degree, gamma=gamma, coef0=coef0)
    columns = monomials(X, degree, coef0 > 0)

    assert (proof.verdict == "separable") == exact_lp.separable(columns, [2 * one - 1 for one in y], bias)
    assert rb.verify(rb.from_json(proof.to_json()), X, y)


@given(cells, st.booleans())
def test_the_linear_kernel_answers_as_the_rows_themselves(cells, bias):
    X, y = [cell[:2] for cell in cells], [cell[2] > 0 for cell in cells]
    y[0] = not y[1]
    plain, dual = rb.certify(X, y, bias), rb.certify(X, y, bias, kernel="linear")

    assert plain.verdict == dual.verdict
    if plain.verdict == "separable":
        assert dual.margin.low <= plain.margin.high * (1 + 1e-12)
        assert plain.margin.low <= dual.margin.high * (1 + 1e-12)
        assert dual.margin.low == pytest.approx(plain.margin.low, rel=1e-4)
        assert dual.radius == pytest.approx(plain.radius)


@given(cells)
def test_several_classes_at_once_in_the_space_of_a_kernel(cells):
    X, y = [cell[:2] for cell in cells], [cell[2] for cell in cells]
    y[:3] = [0, 1, 2]
    proof = rb.certify(X, y, **POLY, multiclass="joint")
    rows = kesler(monomials(X, 2, True), y, True)

    assert (proof.verdict == "separable") == exact_lp.separable(rows, [1] * len(rows), fit_intercept=False)
    assert rb.verify(proof, X, y)


@given(cells, st.sampled_from(["ovr", "ovo", "joint"]))
def test_rbf_separates_all_but_equal_rows_of_different_classes(cells, multiclass):
    X, y = [cell[:2] for cell in cells], [cell[2] for cell in cells]
    y[:3] = [0, 1, 2]
    answer = rb.certify(X, y, kernel="rbf", multiclass=multiclass)
    proofs = list(answer.values()) if isinstance(answer, dict) else [answer]
    labels = {}
    for x, label in zip(X, y, strict=True):
        labels.setdefault(tuple(x), set()).add(label)

    assert any(proof.verdict == "inseparable" for proof in proofs) == any(len(one) > 1 for one in labels.values())
    assert all(rb.verify(rb.from_json(proof.to_json()), X, y) for proof in proofs)


def test_equal_rows_of_different_classes_cancel_in_every_space():
    rows, labels = [[0, 0], [0, 0], [0, -1], [1, 2]], [1, 0, 1, 1]

    for options in ({"kernel": "linear"}, POLY, {"kernel": "rbf"}):
        proof = rb.certify(rows, labels, **options)
        assert (proof.rows, proof.multipliers) == ((0, 1), (1, 1))


def test_rows_that_floats_cannot_decide_are_decided():
    rows, labels = [[0.0], [1.0], [1.0 - 2.0**-53]], [0, 1, 0]
    proof = rb.certify(rows, labels, kernel="linear")

    assert proof.verdict == rb.certify(rows, labels).verdict == "separable"
    assert proof.margin.low < 1e-15


def test_the_learners_find_what_was_proven_within_its_bound():
    X = [[-2.0], [-1.0], [0.0], [1.0], [5.0], [6.0]]
    y = [0, 0, 1, 1, 2, 2]
    joint, kernel = rb.certify(X, y, multiclass="joint"), rb.certify(XOR, LABELS, **POLY)
    machine = rb.Perceptron(order="cyclic", tol=None).fit(X, y)
    model = rb.KernelPerceptron(**POLY, gamma=1.0, order="cyclic", tol=None).fit(XOR, LABELS)

    assert machine.stop_reason_ == model.stop_reason_ == "converged"
    assert machine.n_updates_ <= rb.MistakeBound.of(joint).most_updates
    assert model.n_updates_ <= rb.MistakeBound.of(kernel).most_updates


def test_two_classes_at_once_are_two_classes():
    assert isinstance(rb.certify(XOR, LABELS, multiclass="joint"), rb.Inseparable)


def test_a_limit_leaves_the_question_open():
    for options in ({"multiclass": "joint"}, {"kernel": "poly", "multiclass": "joint"}):
        undecided = rb.certify(MIDDLE, ABC, work_limit=1, **options)

        assert (undecided.verdict, undecided.positive) == ("undecided", None)
        assert rb.from_json(undecided.to_json()) == undecided


JOINT = rb.certify(MIDDLE, ABC, multiclass="joint")
NO_MACHINE = rb.certify([[0], [1], [2], [9]], ["a", "b", "a", "c"], multiclass="joint")
KERNEL, NO_KERNEL = rb.certify(XOR, LABELS, **POLY), rb.certify(XOR, LABELS, kernel="linear")
RBF, NO_RBF = rb.certify(XOR, LABELS, kernel="rbf"), rb.certify([[0, 0], [0, 0]], [0, 1], kernel="rbf")


@pytest.mark.parametrize(
    ("proof", "X", "y", "words"),
    [
        (JOINT, [[-2], [2], [0]], ABC, "the plane of its class must be the higher one"),
        (replace(JOINT, biases=(Fraction(1),) * 3), MIDDLE, ABC, "higher one"),
        (replace(JOINT, radius=9.0), MIDDLE, ABC, "the radius must be the length of the longest row"),
        (replace(JOINT, margin=rb.Bracket(0.1, 0.2)), MIDDLE, ABC, "the margin must be what the plane"),
        (replace(JOINT, weights=JOINT.weights[:2]), MIDDLE, ABC, "1 weights and a bias for each of the 3 classes"),
        (replace(JOINT, rivals=("a",) * len(JOINT.rivals)), MIDDLE, ABC, "row 0 with 'a' as its rival must be a row"),
        (replace(NO_MACHINE, multipliers=(1, 1, 1)), [[0], [1], [2], [9]], ["a", "b", "a", "c"], "must cancel out"),
        (replace(NO_MACHINE, multipliers=(-1, 2, 1)), [[0], [1], [2], [9]], ["a", "b", "a", "c"], "must be above 0"),
        (KERNEL, XOR, [0, 1, 1, 1], "row 0 must be on its own side of the plane"),
        (replace(KERNEL, kernel=KernelFunction("linear")), XOR, LABELS, "own side"),
        (replace(KERNEL, radius=0.1), XOR, LABELS, "the radius must be"),
        (replace(NO_KERNEL, kernel=KERNEL.kernel), XOR, LABELS, "must cancel out in the space of the kernel"),
        (replace(NO_KERNEL, rows=(0, 0, 1, 2)), XOR, LABELS, "one comes twice"),
        (RBF, [[0, 0], [0, 1], [1, 0], [0, 1]], LABELS, "rows 1 and 3 are equal and of different classes"),
        (replace(RBF, margin=rb.Bracket(0.5, 1.0)), XOR, LABELS, "the margin must be"),
        (NO_RBF, [[0, 0], [0, 1]], [0, 1], "must cancel out among equal rows"),
    ],
)
def test_false_proofs_are_noticed(proof, X, y, words):
    with pytest.raises(BadCertificate, match=words):
        rb.verify(proof, X, y)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"kernel": "sigmoid"}, "'sigmoid' is not a product of rows in any space"),
        ({"kernel": "cubic"}, "kernel must be one of 'linear', 'poly', 'rbf', got 'cubic'"),
        ({"kernel": "poly", "degree": 0}, "degree must be a whole number of at least 1, got 0"),
        ({"kernel": "rbf", "gamma": -1.0}, "gamma must be a number above 0"),
        ({"kernel": "poly", "coef0": -1.0}, "coef0 must be a number of at least 0"),
        ({"multiclass": "all"}, "multiclass must be one of 'ovr', 'ovo', 'joint', got 'all'"),
    ],
)
def test_options_that_mean_nothing_are_refused(options, words):
    with pytest.raises(BadParameter, match=words):
        rb.certify(XOR, LABELS, **options)
