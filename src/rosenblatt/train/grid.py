"""The recipes of a grid search."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from itertools import product

from rosenblatt.train.recipe import HAVE_C, Recipe

LEARNERS = ("averaged-perceptron", "pa-1")
LIMITS = (0.01, 0.1, 1.0)
NGRAMS = (1, 2)
BITS = (None, 18)


def grid(recipe: Recipe, fixed: Collection[str], kinds: Collection[str], n_columns: int) -> list[Recipe]:
    """List the recipes of the grid.

    Parameters
    ----------
    recipe : the values of the fixed attributes.
    fixed : names of attributes that are not varied.
    kinds : the kinds of the columns; n-grams and bits are varied if there is a text.
    n_columns : of a matrix; not used.

    Examples
    --------
    >>> from rosenblatt.train.recipe import Recipe
    >>> from rosenblatt.train.grid import grid
    >>> [(one.learner, one.C) for one in grid(Recipe(), (), ["number"], 1)]
    [('averaged-perceptron', None), ('pa-1', 0.01), ('pa-1', 0.1), ('pa-1', 1.0)]
    >>> len(grid(Recipe(bits=20), ("bits",), ["text"], 1))
    8
    """
    has_texts = "text" in kinds
    ngrams = NGRAMS if has_texts and "ngrams" not in fixed else (recipe.ngrams,)
    bits = BITS if has_texts and "bits" not in fixed else (recipe.bits,)
    learners = LEARNERS if "learner" not in fixed else (recipe.learner,)
    found = []
    for many, size, learner in product(ngrams, bits, learners):
        limits = (None,) if learner not in HAVE_C else (recipe.C,) if "C" in fixed else LIMITS
        found += [replace(recipe, learner=learner, C=limit, ngrams=many, bits=size) for limit in limits]
    return found
