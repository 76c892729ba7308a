"""The search in floats, and the corral under it."""

import numpy as np
import pytest
from scipy.optimize import nnls

from rosenblatt import certify
from rosenblatt.geometry._budget import Budget
from rosenblatt.geometry._corral import Corral
from rosenblatt.geometry.min_norm_point import MinNormPoint


def nearest_in_flat(rows):
    """Point of least norm in the flat through the rows, by least squares on their differences."""
    differences = (rows[1:] - rows[0]).T
    steps = np.linalg.lstsq(differences, -rows[0], rcond=None)[0]
    return rows[0] + differences @ steps


def test_a_corral_keeps_its_point_while_rows_come_and_go():
    rng = np.random.default_rng(1)
    rows = rng.normal(size=(40, 12)) / 4
    corral = Corral(12)
    for step in range(300):
        if len(corral) < 2 or (len(corral) < 12 and rng.random() < 0.55):
            row = int(rng.choice(np.setdiff1d(np.arange(40), corral.rows)))
            assert corral.add(row, rows[row])
        else:
            corral.drop(int(rng.integers(len(corral))))
        if step % 7 == 0:
            expected = nearest_in_flat(rows[corral.rows])
            assert corral.point() == pytest.approx(expected, abs=1e-10)
            assert corral.multipliers() @ rows[corral.rows] == pytest.approx(expected, abs=1e-10)
            assert corral.multipliers().sum() == pytest.approx(1.0)


def test_a_row_in_the_flat_through_the_others_is_not_taken_in():
    corral = Corral(3)
    assert corral.add(0, np.array([1.0, 0.0, 0.0]))
    assert corral.add(1, np.array([0.0, 1.0, 0.0]))

    assert not corral.add(2, np.array([0.5, 0.5, 0.0]))
    assert corral.rows == [0, 1]


def test_a_flat_through_zero_has_the_point_zero():
    corral = Corral(2)
    corral.add(0, np.array([1.0, 2.0]) / 3)
    corral.add(1, np.array([-2.0, -4.0]) / 3)

    assert corral.point().tolist() == [0.0, 0.0]
    assert corral.multipliers() == pytest.approx([2 / 3, 1 / 3])


@pytest.mark.parametrize("seed", range(20))
def test_the_point_is_the_one_that_least_squares_finds(seed):
    """min |A'u|^2 + (sum(u) - 1)^2 over u >= 0 leads to the same point: u / sum(u)."""
    rng = np.random.default_rng(seed)
    n, d = rng.integers(2, 60), rng.integers(2, 10)
    A = (rng.normal(size=(n, d)) + 0.7) / 10
    u, _ = nnls(np.vstack([A.T, np.ones(n)]), np.append(np.zeros(d), 1.0))
    search = MinNormPoint(A, np.array([n - 1, 0]), 1e-9, A.size, Budget())
    search.run()

    assert search.point == pytest.approx(A.T @ u / u.sum(), abs=1e-8)
    assert search.multipliers @ A[search.support] == pytest.approx(search.point, abs=1e-8)


def test_a_margin_of_a_hundred_millionth_of_the_radius_is_still_bracketed_tightly():
    rng = np.random.default_rng(3)
    X = rng.normal(size=(400, 6))
    X[:, 0] = np.where(X[:, 0] > 0, 1e-8, -1e-8) * (1 + np.abs(X[:, 0]))
    low, high = certify(X, X[:, 0] > 0).margin

    assert 0 < low <= high <= low * (1 + 1e-6)
