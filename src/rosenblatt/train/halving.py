"""Successive halving: many recipes on few rows, and the better half of them on twice as many, until few remain.

Jamieson and Talwalkar, "Non-stochastic best arm identification and hyperparameter optimization", AISTATS 2016.
"""

from __future__ import annotations

from rosenblatt.train.attempt import try_recipes
from rosenblatt.train.choose import tried_once
from rosenblatt.train.encode import Storage
from rosenblatt.train.progress import Progress
from rosenblatt.train.recipe import Recipe
from rosenblatt.train.sampled_rows import SampledRows

MOST_LEFT = 8
# On fewer rows the better half is drawn by lot.
LEAST_ROWS = 1000


def better_ones(sample: SampledRows, recipes: list[Recipe], storage: Storage, progress: Progress) -> list[Recipe]:
    """Return at most 8 recipes, in their order, that did well on parts of a sample; all if there are not many.

    Parameters
    ----------
    sample : rows to try the recipes on.
    recipes : in the order of preference, which decides between equals.
    storage, progress : as in `train`.
    """
    while len(recipes) > MOST_LEFT:
        times = (len(recipes) - 1).bit_length() - MOST_LEFT.bit_length() + 1
        while times > 0 and sample.n_rows >> times < LEAST_ROWS:
            times -= 1
        attempts = list(try_recipes(sample.part_of(times), recipes, storage, progress))
        if not attempts:  # no row of the part chooses
            return recipes
        errors = [tried_once(one).outcome().error for one in attempts]
        by_errors = sorted(range(len(recipes)), key=errors.__getitem__)
        kept = sorted(by_errors[: max(MOST_LEFT, len(recipes) // 2)])
        recipes = [recipes[place] for place in kept]
    return recipes
