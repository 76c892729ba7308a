"""The strongest features of a class, by name."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from rosenblatt.evaluate.features import strongest_features, weights_of_classes

columns = st.lists(st.sampled_from([-2.0, -1.0, 0.0, 0.5, 1.0, 3.0]), min_size=1, max_size=12)


@given(columns, st.integers(1, 5))
def test_the_strongest_are_the_first_of_all_sorted_by_weight(row, count):
    (found,) = strongest_features(lambda columns: [f"n{j}" for j in columns], np.array([row]), np.array(["yes"]), count)
    expected = sorted(((-weight, j) for j, weight in enumerate(row) if weight > 0))[:count]

    assert [(one.name, one.weight) for one in found.features] == [(f"n{j}", -weight) for weight, j in expected]


def test_of_two_classes_the_first_has_the_negated_weights_of_the_second():
    names = np.array(["dull", "fine"])
    weights = weights_of_classes(np.array([[-1.0, 2.0]]))
    bad, good = strongest_features(names.take, weights, np.array(["bad", "good"]), 5)

    assert [one.name for one in bad.features] == ["dull"]
    assert [one.name for one in good.features] == ["fine"]


def test_weights_of_several_classes_stay_as_they_are():
    coef = np.arange(6.0).reshape(3, 2)

    assert weights_of_classes(coef) is coef
