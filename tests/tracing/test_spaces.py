"""Rows in three dimensions: products there are those of the learner."""

import numpy as np
import pytest
import scipy.sparse as sp

import rosenblatt as rb
from rosenblatt.tracing.spaces import space_of

X, y = np.array([[2.0, 3.0], [4.0, 5.0], [-1.0, 0.5], [0.0, 7.0]]), ["no", "yes", "no", "yes"]


@pytest.mark.parametrize("fit_intercept", [True, False])
@pytest.mark.parametrize("make", [np.asarray, sp.csr_array])
def test_a_plane_has_the_margins_of_the_rows_as_products_with_the_signed_ones(fit_intercept, make):
    trace = rb.trace(rb.Perceptron(fit_intercept=fit_intercept, max_iter=3), make(X), y)
    space = space_of(trace)
    normal = [*trace.model.coef_[0], trace.model.intercept_[0]]

    assert space["kind"] == "signed"
    assert np.array(space["points"]) @ normal == pytest.approx(
        np.where(trace.model.classes_[1] == np.array(y), 1, -1) * trace.model.decision_function(X)
    )


def test_products_of_lifted_rows_are_values_of_the_kernel():
    trace = rb.trace(rb.KernelPerceptron(kernel="poly", degree=2, coef0=0.0, gamma=0.3, max_iter=2), X, y)
    lifted = np.array(space_of(trace)["points"])

    assert lifted @ lifted.T == pytest.approx((0.3 * X @ X.T) ** 2)


def test_other_kernels_have_no_coordinates_and_other_rows_no_space():
    labels = ["a", "b", "c", "a"]

    assert space_of(rb.trace(rb.KernelPerceptron(max_iter=2), X, y)) == {"kind": "height", "points": None}
    assert space_of(rb.trace(rb.KernelPerceptron(kernel="poly", degree=2, coef0=1.0, max_iter=2), X, y)) == {
        "kind": "height",
        "points": None,
    }
    assert space_of(rb.trace(rb.Perceptron(max_iter=2), X, labels)) is None
    assert space_of(rb.trace(rb.Perceptron(max_iter=2), X[:, :1], y)) is None
    assert space_of(rb.trace(rb.KernelPerceptron(kernel="precomputed", max_iter=2), X @ X.T, y)) is None
