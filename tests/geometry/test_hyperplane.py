"""The plane of a model."""

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

from rosenblatt import Hyperplane, Perceptron
from rosenblatt.errors import BadData

weights = st.lists(st.integers(-9, 9), min_size=3, max_size=3).filter(any)


@given(weights, st.integers(-9, 9), st.integers(-60, 60))
def test_scaling_the_weights_changes_nothing(w, b, exponent):
    plain = Hyperplane.through(w, b)
    scaled = Hyperplane.through(np.array(w) * 2.0**exponent, b * 2.0**exponent)

    assert scaled.normal.tolist() == plain.normal.tolist()
    assert scaled.offset == plain.offset


@given(weights, st.integers(-9, 9))
def test_the_normal_has_length_one(w, b):
    assert np.linalg.norm(Hyperplane.through(w, b).normal) == pytest.approx(1.0, abs=1e-15)


@pytest.mark.parametrize("scale", [1e-300, 1e300])
def test_weights_whose_squares_do_not_fit_a_float_still_have_a_plane(scale):
    plane = Hyperplane.through([3 * scale, 4 * scale], 5 * scale)

    assert plane.normal == pytest.approx([0.6, 0.8])
    assert plane.offset == pytest.approx(1.0)


def test_the_distance_is_signed_and_zero_on_the_plane():
    plane = Hyperplane.through([3.0, 4.0], -25.0)
    rows = [[3.0, 4.0], [6.0, 8.0], [0.0, 0.0]]

    assert plane.distance(rows).tolist() == pytest.approx([0.0, 5.0, -5.0])
    assert plane.distance(sp.csr_array(rows)).tolist() == pytest.approx([0.0, 5.0, -5.0])


def test_a_model_gives_its_plane():
    model = Perceptron().fit([[0.0, 0.0], [3.0, 4.0]], [0, 1])
    X = [[1.0, -2.0], [0.5, 7.0]]

    assert model.hyperplane().distance(X) == pytest.approx(model.decision_function(X) / np.linalg.norm(model.coef_))


def test_no_weights_no_plane():
    with pytest.raises(BadData, match="all weights are 0, so there is no boundary yet"):
        Hyperplane.through([0.0, 0.0], 1.0)


def test_rows_of_another_width_are_refused():
    with pytest.raises(BadData, match="X has 3 columns, but the plane lies in a space of 2"):
        Hyperplane.through([3.0, 4.0], 0.0).distance([[1.0, 2.0, 3.0]])
