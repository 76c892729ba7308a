"""The checker: it accepts what is true, and refuses whatever was tampered with."""

import subprocess
import sys
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import rosenblatt as rb
from rosenblatt.errors import BadCertificate, BadData
from tests.data import CORNERS, labelled_rows

small = labelled_rows(st.integers(-3, 3))


def changed(values, place, new):
    return (*values[:place], new, *values[place + 1 :])


@given(small, st.data())
def test_one_multiplier_changed_is_refused(rows, data):
    X, y = zip(*rows, strict=True)
    proof = rb.certify(X, y)
    place = data.draw(st.integers(0, len(proof.multipliers) - 1))
    new = data.draw(st.sampled_from([-1, 0, proof.multipliers[place] * 2, proof.multipliers[place] + 1]))
    assume(len(proof.multipliers) > 1 or new <= 0)

    with pytest.raises(BadCertificate, match=r"multiplier|combination of the support"):
        rb.verify(replace(proof, multipliers=changed(proof.multipliers, place, new)), X, y)


@given(small, st.data())
def test_one_row_changed_is_refused(rows, data):
    X, y = zip(*rows, strict=True)
    proof = rb.certify(X, y)
    name = "support" if proof.verdict == "separable" else "rows"
    numbers = getattr(proof, name)
    place = data.draw(st.integers(0, len(numbers) - 1))
    new = data.draw(st.integers(-1, len(X)))
    assume(not (0 <= new < len(X)) or (X[new], y[new]) != (X[numbers[place]], y[numbers[place]]))

    tampered = replace(proof, **{name: changed(numbers, place, new)})
    same_length = proof.verdict == "separable" and _high(tampered, X, y) == proof.margin.high
    assume(not same_length)  # another row, by symmetry, may prove just the same
    with pytest.raises(BadCertificate):
        rb.verify(tampered, X, y)


def _high(proof, X, y):
    """The length of the combination of the support, or None if its rows are not distinct rows."""
    if len(set(proof.support)) < len(proof.support) or not all(0 <= row < len(X) for row in proof.support):
        return None
    total = sum(proof.multipliers)
    parts = [m / total * y[row] * np.array([*map(Fraction, X[row]), Fraction(1)]) for row, m in _pairs(proof)]
    combination = sum(parts)
    square = float(sum(value * value for value in combination))
    return proof.margin.high if abs(square**0.5 - proof.margin.high) <= 1e-12 * proof.margin.high else None


def _pairs(proof):
    return zip(proof.support, proof.multipliers, strict=True)


@given(small, st.data())
def test_one_weight_changed_is_refused(rows, data):
    X, y = zip(*rows, strict=True)
    proof = rb.certify(X, y)
    assume(proof.verdict == "separable")
    place = data.draw(st.integers(0, len(proof.weights) - 1))
    new = proof.weights[place] + data.draw(st.sampled_from([Fraction(-3), Fraction(3), Fraction(1, 10**6)]))

    with pytest.raises(BadCertificate, match=r"own side of the plane|low end of the margin|largest of the weights"):
        rb.verify(replace(proof, weights=changed(proof.weights, place, new)), X, y)


@given(small, st.data())
def test_one_label_changed_is_refused(rows, data):
    X, y = zip(*rows, strict=True)
    proof = rb.certify(X, y)
    named = proof.support if proof.verdict == "separable" else proof.rows
    row = data.draw(st.sampled_from(named))
    other = changed(y, row, -y[row])

    with pytest.raises((BadCertificate, BadData)):
        rb.verify(proof, X, other)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"bias": Fraction(1)}, r"row \d must be on its own side of the plane"),
        ({"bias": Fraction(5)}, "the largest of the weights and the bias must be 1 or -1"),
        ({"weights": (Fraction(1),)}, "a weight for each of the 2 columns, got 1"),
        ({"margin": rb.Bracket(0.3, 0.3)}, r"the low end of the margin must be what the plane attains at row \d, 0.24"),
        ({"radius": 1.7}, "row 3 must be no longer than the radius 1.7"),
        ({"radius": 1.8}, "the radius must be the length of the longest row, got 1.8, which is more"),
        ({"radius": float("nan")}, "the radius must be a finite number"),
        ({"support": (1, 2)}, "one multiplier per row, got 3 for 2 rows"),
        ({"support": (1, 1, 3)}, "every row must come once"),
        ({"support": (1, 2, 4)}, "row 4 must be a row of one of the two classes"),
        ({"positive": 0, "negative": 1}, "must be on its own side"),
        ({"fit_intercept": False}, "the bias must be 0 where fit_intercept is False"),
    ],
)
def test_a_refusal_says_what_fails(change, words):
    proof = rb.certify(CORNERS, [0, 0, 0, 1])

    with pytest.raises(BadCertificate, match=words):
        rb.verify(replace(proof, **change), CORNERS, [0, 0, 0, 1])


def test_a_refused_proof_of_the_opposite_names_the_column_or_the_classes():
    proof = rb.certify(CORNERS, [0, 1, 1, 0])

    with pytest.raises(BadCertificate, match="in column 0 they leave -1"):
        rb.verify(replace(proof, multipliers=(1, 2, 1, 2)), CORNERS, [0, 1, 1, 0])
    with pytest.raises(BadCertificate, match="the same sum; they differ by 1"):
        rb.verify(replace(proof, multipliers=(2, 1, 1, 1)), CORNERS, [0, 1, 1, 0])
    with pytest.raises(BadCertificate, match="the point must be the weighted mean"):
        rb.verify(replace(proof, point=(0.5, 0.25)), CORNERS, [0, 1, 1, 0])


def test_undecided_proves_nothing():
    answer = rb.Undecided(1, 0, True, "a limit", rb.Bracket(0.0, 1.0))

    with pytest.raises(BadCertificate, match="only Separable and Inseparable prove something, got Undecided"):
        rb.verify(answer, CORNERS, [0, 1, 1, 0])


def test_other_labels_are_refused():
    with pytest.raises(BadData, match="y has no row of class 1"):
        rb.verify(rb.certify(CORNERS, [0, 1, 1, 0]), CORNERS, ["no", "yes", "yes", "no"])


def test_the_checker_loads_neither_the_solver_nor_the_learners_nor_the_core():
    code = (
        "import sys, rosenblatt.geometry.verify\n"
        "print([name for name in sys.modules if name.startswith('rosenblatt')"
        " and ('learn' in name or '_core' in name or 'search' in name or 'certify' in name or 'min_norm' in name)]"
        " + [name for name in ('flint', 'sklearn') if name in sys.modules])"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert loaded.stdout.strip() == "[]"
