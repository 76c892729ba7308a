"""Explanations of predictions."""

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

from rosenblatt.evaluate.explanation import ClassPlanes, explain_row

numbers = st.floats(-10, 10).map(lambda number: round(number, 3))


@given(st.lists(st.lists(numbers, min_size=4, max_size=4), min_size=2, max_size=4), st.data())
def test_contributions_and_bias_add_up_to_the_lead_of_the_best_class_over_the_next(planes, data):
    table = np.array(planes)
    row = np.array(data.draw(st.lists(numbers, min_size=3, max_size=3)))
    found = explain_row(
        sp.csr_array(row[np.newaxis]),
        ClassPlanes(table[:, :3], table[:, 3]),
        np.array(list("abc")),
        np.arange(len(table)),
    )
    activations = table[:, :3] @ row + table[:, 3]
    second, first = np.sort(activations)[-2:]

    assert activations[found.prediction] == pytest.approx(first)
    assert found.prediction != found.rival
    assert found.lead == pytest.approx(first - second, abs=1e-9)
    assert sum(one.weight for one in found.contributions) + found.bias == pytest.approx(found.lead, abs=1e-9)
    assert len(found.contributions) == np.count_nonzero(row)
    sizes = [abs(one.weight) for one in found.contributions]
    assert sizes == sorted(sizes, reverse=True)
