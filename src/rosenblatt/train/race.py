"""The recipes that a training chooses from by default."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from rosenblatt.train.recipe import Recipe

# Texts, and matrices of too many columns for bins: each learner on the same features.
OF_TEXTS = ("arow", "averaged-pa-1")
OF_NUMBERS = ("averaged-arow", "averaged-perceptron")
# Numbers as they are, with their products, in bins, and in bins with all pairs of columns; more features need more rows
# to be better.
NUMBERS = (("standard", None), ("products", None), ("bins", None), ("bins", "all"))
MOST_FACTORS = 30  # numbers that are multiplied: 465 products
MOST_COLUMNS = 60  # of a matrix that is tried in bins; of more, those of texts and pictures, each says little
FEATURES = frozenset({"numbers", "cross"})
CHOSEN = FEATURES | {"learner", "class_weight"}  # attributes that are varied, unless the user has chosen them


def race(recipe: Recipe, fixed: Collection[str], kinds: Collection[str], n_columns: int) -> list[Recipe]:
    """List the recipes of a race, in the order of preference: the simplest first.

    Parameters
    ----------
    recipe : the values of all attributes that are not varied.
    fixed : names of attributes that the user has chosen.
    kinds : the kinds of the columns; empty for a matrix.
    n_columns : the number of columns of a matrix; 0 if it is not known yet.

    Examples
    --------
    >>> from rosenblatt.train.race import race
    >>> from rosenblatt.train.recipe import Recipe
    >>> [one.learner for one in race(Recipe(), (), ["text"], 1)]
    ['arow', 'averaged-pa-1']
    >>> [(one.learner, one.numbers) for one in race(Recipe(), (), ["number", "category"], 2)][:3]
    [('averaged-arow', 'standard'), ('averaged-perceptron', 'standard'), ('averaged-arow', 'products')]
    >>> [one.learner for one in race(Recipe(numbers="bins"), ("numbers",), [], 9)]
    ['averaged-arow', 'averaged-perceptron']
    """
    has_texts = "text" in kinds
    learners = (recipe.learner,) if "learner" in fixed else OF_TEXTS if has_texts else OF_NUMBERS
    n_numbers = list(kinds).count("number") if kinds else max(1, n_columns) if n_columns <= MOST_COLUMNS else 0
    weights = class_weights_to_try(recipe, fixed)
    recipes = [replace(recipe, learner=learner, class_weight=weight) for learner in learners for weight in weights]
    if not FEATURES.isdisjoint(fixed) or has_texts or not (n_numbers or "category" in kinds):
        return recipes
    ways = [way for way in NUMBERS if _suits(way, n_numbers)]
    return [replace(one, numbers=way[0], cross=way[1]) for way in ways for one in recipes]


def class_weights_to_try(recipe: Recipe, fixed: Collection[str]) -> tuple[Any, ...]:
    """Return the class weights to choose from: balanced ones, too, if the metric depends on rare classes."""
    if "class_weight" in fixed or not recipe.metric.depends_on_rare_classes:
        return (recipe.class_weight,)
    return (None, "balanced")


def _suits(way: tuple[str, str | None], n_numbers: int) -> bool:
    numbers, cross = way
    if numbers == "products":
        return 0 < n_numbers <= MOST_FACTORS
    return numbers == "standard" or n_numbers > 0 or cross is not None
