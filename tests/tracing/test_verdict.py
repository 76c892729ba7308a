"""Certificates as numbers to draw."""

import numpy as np

from rosenblatt.tracing.verdict import verdicts


def verdicts_of(X, y, fit_intercept=True):
    return verdicts(np.array(X, dtype=float), y, fit_intercept=fit_intercept, work_limit=1e7)


def test_rows_that_can_be_separated_have_a_line_and_a_band():
    (verdict,) = verdicts_of([[0, 0], [0, 2], [4, 0], [4, 2]], ["a", "a", "b", "b"])

    assert verdict["verdict"] == "separable"
    assert np.hypot(*verdict["weights"]) == 1 or np.isclose(np.hypot(*verdict["weights"]), 1)
    distances = [verdict["weights"][0] * x + verdict["bias"] for x in (0, 4)]
    assert distances[0] < 0 < distances[1]
    assert np.isclose(verdict["band"], np.abs(distances).min(), atol=1e-3)
    assert verdict["bound"] > 1


def test_rows_that_cannot_have_a_point_in_both_hulls():
    (verdict,) = verdicts_of([[0, 0], [0, 1], [1, 0], [1, 1]], ["even", "odd", "odd", "even"])

    assert verdict["verdict"] == "inseparable"
    assert verdict["point"] == [0.5, 0.5]
    assert sorted(verdict["rows"]) == [0, 1, 2, 3]
    assert verdict["shares"] == [0.25] * 4


def test_of_several_classes_each_is_set_against_the_rest():
    found = verdicts_of([[0], [1], [2]], ["a", "b", "c"])

    assert [(one["positive"], one["negative"], one["verdict"]) for one in found] == [
        ("a", None, "separable"),
        ("b", None, "inseparable"),
        ("c", None, "separable"),
    ]


def test_a_proof_beyond_the_work_limit_is_undecided():
    random = np.random.default_rng(0)
    (verdict,) = verdicts(random.normal(size=(50, 5)), [0, 1] * 25, fit_intercept=True, work_limit=10)

    assert verdict["verdict"] == "undecided"
    assert "work limit" in verdict["reason"]
