"""Certificates as numbers to draw."""

import numpy as np

import rosenblatt as rb
from rosenblatt.tracing.verdict import verdicts


def verdicts_of(X, y, learner=rb.Perceptron, **options):
    return verdicts(learner(**options), np.array(X, dtype=float), y, work_limit=1e7)


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
    found = verdicts_of([[0], [1], [2]], ["a", "b", "c"], multiclass="ovr")

    assert [(one["positive"], one["negative"], one["verdict"]) for one in found] == [
        ("a", None, "separable"),
        ("b", None, "inseparable"),
        ("c", None, "separable"),
    ]


def test_a_proof_beyond_the_work_limit_is_undecided():
    random = np.random.default_rng(0)
    (verdict,) = verdicts(rb.Perceptron(), random.normal(size=(50, 5)), [0, 1] * 25, work_limit=10)

    assert verdict["verdict"] == "undecided"
    assert "work limit" in verdict["reason"]


XOR = [[0, 0], [0, 1], [1, 0], [1, 1]], ["even", "odd", "odd", "even"]


def test_the_question_is_that_of_the_learner():
    middle = [[0], [1], [2]], ["a", "b", "c"]
    (joint,) = verdicts_of(*middle, multiclass="joint")
    pairs = verdicts_of(*middle, multiclass="ovo")
    (linear,), (poly,), (rbf,) = (
        verdicts_of(*XOR, learner=rb.KernelPerceptron, kernel=kernel, degree=2, coef0=1.0, gamma=1.0)
        for kernel in ("linear", "poly", "rbf")
    )

    assert (joint["verdict"], joint["positive"], joint["multiclass"]) == ("separable", None, "joint")
    assert [(one["positive"], one["negative"]) for one in pairs] == [("b", "a"), ("c", "a"), ("c", "b")]
    assert (linear["verdict"], sorted(linear["rows"])) == ("inseparable", [0, 1, 2, 3])
    assert (poly["verdict"], poly["kernel"], poly["bound"] > 1) == ("separable", "poly", True)
    assert (rbf["verdict"], rbf["bound"]) == ("separable", None)


def test_of_a_kernel_that_is_no_product_nothing_is_claimed():
    (verdict,) = verdicts_of(*XOR, learner=rb.KernelPerceptron, kernel="sigmoid")

    assert verdict["verdict"] == "undecided"
    assert "not a product of rows in any space" in verdict["reason"]
