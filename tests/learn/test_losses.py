"""The losses and their subgradients."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rosenblatt import hinge_gradient, hinge_loss, perceptron_gradient, perceptron_loss

PAIRS = [(perceptron_loss, perceptron_gradient), (hinge_loss, hinge_gradient)]
vectors = st.lists(st.integers(-8, 8), min_size=2, max_size=2)


@pytest.mark.parametrize(("loss", "gradient"), PAIRS)
@given(w=vectors, v=vectors, x=vectors, b=st.integers(-5, 5), c=st.integers(-5, 5), sign=st.sampled_from([-1, 1]))
def test_a_subgradient_stays_below_the_loss_everywhere(loss, gradient, *, w, v, x, b, c, sign):
    """What makes it a subgradient: loss(v) >= loss(w) + gradient . (v - w), exactly, on whole numbers."""
    slope = gradient(w, b, [x], [sign])
    rise = slope.weights @ (np.array(v) - w) + slope.bias * (c - b)

    assert loss(v, c, [x], [sign]) >= loss(w, b, [x], [sign]) + rise


@pytest.mark.parametrize(("loss", "gradient"), PAIRS)
def test_several_rows_give_the_mean(loss, gradient):
    X, y = [[1.0, 2.0], [-3.0, 0.5], [0.0, -1.0]], [1, 1, -1]
    each = [gradient([0.5, -1.0], 0.25, [x], [sign]) for x, sign in zip(X, y, strict=True)]
    together = gradient([0.5, -1.0], 0.25, X, y)

    assert together.weights == pytest.approx(np.mean([one.weights for one in each], axis=0))
    assert together.bias == pytest.approx(np.mean([one.bias for one in each]))
    assert loss([0.5, -1.0], 0.25, X, y) == pytest.approx(
        np.mean([loss([0.5, -1.0], 0.25, [x], [sign]) for x, sign in zip(X, y, strict=True)])
    )


def test_at_the_kink_the_perceptron_learns_and_the_hinge_rests():
    assert perceptron_gradient([0.0], 0.0, [[3.0]], [1]).weights.tolist() == [-3.0]
    assert hinge_gradient([1.0], 0.0, [[1.0]], [1]).weights.tolist() == [0.0]
