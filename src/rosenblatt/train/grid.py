"""The recipes of a grid search."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import product
from typing import Any

from rosenblatt.train.race import NUMBERS, class_weights_to_try, race
from rosenblatt.train.recipe import HAVE_C, HAVE_R, Recipe

LEARNERS = ("averaged-pa-1", "averaged-perceptron")  # beside AROW, averaged except on texts, as in a race
LIMITS, RATES = (1.0, 0.1, 0.01), (1.0, 0.1, 10.0)  # of C and of r
NGRAMS, CHAR_NGRAMS, BITS = (1, 2, 3), (None, 4), (None, 18)
OF_TEXTS = ("ngrams", "char_ngrams", "bits")


def grid(recipe: Recipe, fixed: Collection[str], kinds: Collection[str], n_columns: int) -> list[Recipe]:
    """List the recipes of the grid, those with the same features together.

    Parameters
    ----------
    recipe : the values of the fixed attributes.
    fixed : names of attributes that are not varied.
    kinds, n_columns : as in `race`.

    Examples
    --------
    >>> from rosenblatt.train.grid import grid
    >>> from rosenblatt.train.recipe import Recipe
    >>> [(one.learner, one.r, one.C) for one in grid(Recipe(), ("numbers",), ["number"], 1)][2:5]
    [('averaged-arow', 10.0, None), ('averaged-pa-1', None, 1.0), ('averaged-pa-1', None, 0.1)]
    >>> len(grid(Recipe(bits=20), ("bits", "learner"), ["text"], 1))
    18
    """
    features = {(one.numbers, one.cross) for one in race(recipe, fixed, kinds, n_columns)}
    ways: list[Any] = [way for way in NUMBERS if way in features] or [(recipe.numbers, recipe.cross)]
    choices = {"ngrams": NGRAMS, "char_ngrams": CHAR_NGRAMS, "bits": BITS}
    of_texts = [
        choices[name] if "text" in kinds and name not in fixed else (getattr(recipe, name),) for name in OF_TEXTS
    ]
    return [
        replace(recipe, **learner, numbers=numbers, cross=cross, **dict(zip(OF_TEXTS, texts, strict=True)))
        for (numbers, cross), *texts in product(ways, *of_texts)
        for learner in _learners(recipe, fixed, kinds)
    ]


def _learners(recipe: Recipe, fixed: Collection[str], kinds: Collection[str]) -> Iterator[dict[str, Any]]:
    """Yield learners with their limits."""
    arow = "arow" if "text" in kinds else "averaged-arow"
    for learner in (recipe.learner,) if "learner" in fixed else (arow, *LEARNERS):
        limits = (None,) if learner not in HAVE_C else (recipe.C,) if "C" in fixed else LIMITS
        rates = (None,) if learner not in HAVE_R else RATES
        weights = class_weights_to_try(recipe, fixed)
        for limit, rate, weight in product(limits, rates, weights):
            yield {"learner": learner, "C": limit, "r": rate, "class_weight": weight}
