"""Exact solutions by lifting are those of FLINT."""

import numpy as np
import pytest
from flint import fmpz_mat
from hypothesis import given
from hypothesis import strategies as st

from rosenblatt import _core
from rosenblatt.geometry._lifting import solve


@st.composite
def systems(draw):
    n = draw(st.integers(1, 9))
    numbers = st.integers(-(2 ** draw(st.integers(0, 110))) + 1, 2 ** draw(st.integers(0, 110)) - 1)
    rows = st.lists(numbers, min_size=n, max_size=n)
    return draw(st.lists(rows, min_size=n, max_size=n)), draw(rows)


@given(systems())
def test_a_solution_solves_its_system(system):
    matrix, right_side = system
    solution = solve(matrix, right_side)
    if solution is None:
        assert int(fmpz_mat(matrix).det()) % _core.PRIME == 0
        return
    numerators, denominator = solution

    assert denominator > 0
    assert (fmpz_mat(matrix) * fmpz_mat(len(matrix), 1, numerators)).entries() == [
        denominator * number for number in right_side
    ]


def test_fractions_with_different_denominators_get_a_common_one():
    numerators, denominator = solve(np.diag(range(1, 41)).tolist(), [(-1) ** place for place in range(40)])

    assert [int(numerator * place) for place, numerator in enumerate(numerators, 1)] == [
        (-1) ** place * int(denominator) for place in range(40)
    ]


@pytest.mark.parametrize("matrix", [[[1, 2], [2, 4]], [[0]], [[_core.PRIME, 1], [_core.PRIME, 2]], [[2**110]]])
def test_a_system_that_may_be_singular_or_is_too_long_has_no_solution_here(matrix):
    assert solve(matrix, [1] * len(matrix)) is None


def test_the_core_checks_the_shapes():
    words = np.zeros((2, 2, 2), dtype=np.uint64)
    with pytest.raises(ValueError, match="n numbers on the right side"):
        _core.lift(words, words[..., 0].copy(), words, 1)
    with pytest.raises(ValueError, match="matrices of n x n"):
        _core.lift(words, np.zeros((1, 2), dtype=np.uint64), words[:, :1].copy(), 1)
    with pytest.raises(TypeError):
        _core.lift(words[..., :1].copy(), words[..., 0].copy(), words[:, :1].copy(), 1)
