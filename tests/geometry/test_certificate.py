"""Certificates as files: nothing is lost, and anything else is refused."""

import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rosenblatt as rb
from rosenblatt.errors import BadCertificate

fractions = st.fractions()
labels = st.one_of(st.text(), st.integers(), st.booleans(), st.floats(allow_nan=False, allow_infinity=False))
numbers = st.floats(0, 1e300)


@given(labels, st.lists(fractions), fractions, numbers, st.lists(st.tuples(st.integers(0, 99), fractions)))
def test_a_plane_is_read_as_it_was_written(positive, weights, bias, number, support):
    rows, multipliers = tuple(row for row, _ in support), tuple(value for _, value in support)
    margin = rb.Bracket(number / 3, number)
    proof = rb.Separable(positive, None, True, tuple(weights), bias, margin, rows, multipliers, number)

    assert rb.from_json(proof.to_json()) == proof


@given(st.lists(st.tuples(st.integers(0, 99), st.integers(1))), st.lists(st.floats(-1e300, 1e300)))
def test_multipliers_are_read_as_they_were_written(support, point):
    rows, multipliers = tuple(row for row, _ in support), tuple(value for _, value in support)
    proof = rb.Inseparable("b", None, False, rows, multipliers, tuple(point))

    assert rb.from_json(proof.to_json()) == proof


def test_numbers_longer_than_python_reads_in_decimal_are_kept_too():
    huge = Fraction(3**20_000, 7**15_000)
    proof = rb.Separable("b", "a", True, (huge,), -huge, rb.Bracket(0.5, 0.5), (0,), (huge,), 1.0)

    assert rb.from_json(proof.to_json()) == proof


def test_fractions_are_written_for_people():
    proof = rb.Separable(
        "b", "a", True, (Fraction(-3, 4),), Fraction(2), rb.Bracket(0.5, 0.5), (0,), (Fraction(1),), 1.0
    )
    written = json.loads(proof.to_json())

    assert written["weights"] == ["-3/4"]
    assert written["bias"] == "2"
    assert written["verdict"] == "separable"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"format": "rosenblatt certificate 9", "verdict": "undecided"}',
        '{"format": "rosenblatt certificate 1", "verdict": "maybe"}',
        '{"format": "rosenblatt certificate 1", "verdict": "inseparable", "rows": [0]}',
        '{"format": "rosenblatt certificate 1", "verdict": "inseparable", "multipliers": ["1/0"]}',
    ],
)
def test_anything_else_is_refused(text):
    with pytest.raises(BadCertificate, match="this is not a certificate that to_json wrote"):
        rb.from_json(text)


def test_a_certificate_shows_itself_briefly():
    assert repr(rb.certify([[0], [0]], [0, 1])) == "Inseparable(rows=(0, 1))"
    assert repr(rb.certify([[0], [1]], [0, 1])).startswith("Separable(margin=(0.447")
