"""Which of several recipes is chosen."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from rosenblatt.train.choose import Tried, choose
from rosenblatt.train.recipe import Recipe


def tried(*wrong, features=None):
    """Recipes with different features, or with the given numbers of features."""
    features = features or range(1, len(wrong) + 1)
    return [Tried(Recipe(ngrams=n), np.array(one, np.bool_)) for n, one in zip(features, wrong, strict=True)]


@given(st.integers(1, 60), st.integers(0, 60), st.integers(0, 30))
def test_later_recipes_must_win_more_rows_than_chance_gives(won, lost, both):
    first = [1] * won + [0] * lost + [1] * both
    second = [0] * won + [1] * lost + [1] * both
    # Of n = won + lost rows a coin gives it n / 2, with a standard deviation of sqrt(n) / 2.
    by_chance = (won + lost) / 2 + 2.326 * np.sqrt(won + lost) / 2  # exceeded once in a hundred times

    assert choose(tried(first, second)) == int(won > by_chance)


@given(st.lists(st.lists(st.booleans(), min_size=12, max_size=12), min_size=1, max_size=5))
def test_the_chosen_one_is_never_worse_than_the_first(wrong):
    assert sum(wrong[choose(tried(*wrong))]) <= sum(wrong[0])


def test_one_row_more_decides_neither_between_features_nor_between_learners():
    wrong = [1, 1, 1, 0, 0, 0], [0, 1, 1, 0, 0, 0], [1, 1, 0, 0, 0, 0]

    assert choose(tried(*wrong, features=[1, 1, 1])) == 0
    assert choose(tried(*wrong, features=[1, 2, 2])) == 0


def test_recipes_that_differ_on_no_row_are_equal_and_the_first_is_chosen():
    assert choose(tried([1, 0, 1], [1, 0, 1], [1, 0, 1])) == 0
    assert choose(tried([])) == 0
