"""Which way to learn is best: each is tried on rows that it did not learn from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby, product

from rosenblatt._scikit import Pipeline
from rosenblatt.train.encode import Place, encode, learn_features
from rosenblatt.train.progress import Progress
from rosenblatt.train.recipe import HAVE_C, Recipe
from rosenblatt.train.report import TrainingReport, Trial
from rosenblatt.train.reread import Rereading
from rosenblatt.train.train import judge, learn, refuse_nothing_held_out, train

LEARNERS = ("averaged-perceptron", "pa-1")
LIMITS = (0.01, 0.1, 1.0)
NGRAMS = (1, 2)
BITS = (None, 18)


def choices(recipe: Recipe, fixed: frozenset[str], *, has_texts: bool) -> list[Recipe]:
    """List the ways to try: those of the grid, but for what is fixed.

    Parameters
    ----------
    recipe : with what is fixed.
    fixed : names of its attributes that are not to be varied.
    has_texts : whether n-grams and bits matter.

    Examples
    --------
    >>> from rosenblatt.train.recipe import Recipe
    >>> from rosenblatt.train.search import choices
    >>> [(one.learner, one.C) for one in choices(Recipe(), frozenset(), has_texts=False)]
    [('averaged-perceptron', None), ('pa-1', 0.01), ('pa-1', 0.1), ('pa-1', 1.0)]
    >>> len(choices(Recipe(bits=20), frozenset({"bits"}), has_texts=True))
    8
    """
    ngrams = NGRAMS if has_texts and "ngrams" not in fixed else (recipe.ngrams,)
    bits = BITS if has_texts and "bits" not in fixed else (recipe.bits,)
    learners = LEARNERS if "learner" not in fixed else (recipe.learner,)
    found = []
    for many, size, learner in product(ngrams, bits, learners):
        limits = (None,) if learner not in HAVE_C else (recipe.C,) if "C" in fixed else LIMITS
        found += [replace(recipe, learner=learner, C=limit, ngrams=many, bits=size) for limit in limits]
    return found


def search(rows: Rereading, recipes: list[Recipe], folds: int | None, place: Place, progress: Progress) -> list[Trial]:
    """Try each way to learn, on the held-out rows or on each of so many folds; the best comes first.

    Parameters
    ----------
    rows : of the file.
    recipes : the ways; features are made once for those that share them.
    folds : None for the rows that a training would hold out.
    place, progress : as in `train`.
    """
    trials = []
    for _, same in groupby(recipes, key=lambda one: (one.ngrams, one.bits)):
        group = list(same)
        wrong, judged = [0] * len(group), 0
        for how in _folds(group[0], folds):
            features = learn_features(rows, how, progress)
            with encode(rows, features, how, place, progress) as encoded:
                refuse_nothing_held_out(rows.batches, encoded, how)
                judged += encoded.held_out.n_rows
                for number, recipe in enumerate(group):
                    learner = recipe.make_learner()
                    learn(learner, encoded, progress, recipe.epochs)
                    result = judge(learner, encoded)
                    wrong[number] += result.rows - result.right
        trials += [Trial(recipe, count, judged) for recipe, count in zip(group, wrong, strict=True)]
    return sorted(trials, key=lambda trial: trial.error)


def train_best(
    rows: Rereading,
    recipe: Recipe,
    place: Place,
    progress: Progress,
    *,
    fixed: frozenset[str],
    folds: int | None,
) -> tuple[Pipeline, TrainingReport]:
    """Try the ways of the grid, and train in the best.

    Parameters
    ----------
    rows, place, progress : as in `train`.
    recipe, fixed : as in `choices`.
    folds : as in `search`.
    """
    recipes = choices(recipe, fixed, has_texts="text" in rows.batches.kinds.values())
    trials = search(rows, recipes, folds, place, progress)
    pipeline, report = train(rows, trials[0].recipe, place, progress)
    return pipeline, replace(report, trials=tuple(trials), folds=folds)


def _folds(recipe: Recipe, folds: int | None) -> Iterator[Recipe]:
    if folds is None:
        yield recipe
    else:
        yield from (replace(recipe, one_in=folds, fold=fold) for fold in range(folds))
