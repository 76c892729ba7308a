"""Grid search: try several recipes on rows that they did not learn from, and train with the best."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby, product

from rosenblatt.model_files.steps import Steps
from rosenblatt.train.cached_batches import CachedBatches
from rosenblatt.train.encode import Storage, encode, learn_features
from rosenblatt.train.progress import Progress
from rosenblatt.train.recipe import HAVE_C, Recipe
from rosenblatt.train.report import TrainingReport, Trial
from rosenblatt.train.train import evaluate_held_out, learn, refuse_nothing_held_out, train

LEARNERS = ("averaged-perceptron", "pa-1")
LIMITS = (0.01, 0.1, 1.0)
NGRAMS = (1, 2)
BITS = (None, 18)


def choices(recipe: Recipe, fixed: frozenset[str], *, has_texts: bool) -> list[Recipe]:
    """List the recipes of the grid.

    Parameters
    ----------
    recipe : the values of the fixed attributes.
    fixed : names of attributes that are not varied.
    has_texts : whether to vary n-grams and bits.

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


def search(
    rows: CachedBatches, recipes: list[Recipe], folds: int | None, storage: Storage, progress: Progress
) -> list[Trial]:
    """Evaluate each recipe; return one trial per recipe, the best first.

    Parameters
    ----------
    rows : the rows of the file.
    recipes : consecutive ones with the same features share the encoded rows.
    folds : the number of folds of cross-validation; None to evaluate on the rows that `train` holds out.
    storage, progress : as in `train`.
    """
    trials = []
    for _, same in groupby(recipes, key=lambda one: (one.ngrams, one.bits)):
        group = list(same)
        wrong, n_rows = [0] * len(group), 0
        for shared in _folds(group[0], folds):
            features = learn_features(rows, shared, progress)
            with encode(rows, features, shared, storage, progress) as encoded:
                refuse_nothing_held_out(rows.batches, encoded, shared)
                n_rows += encoded.held_out.n_rows
                for number, recipe in enumerate(group):
                    learner = recipe.make_learner()
                    learn(learner, encoded, progress, recipe.epochs)
                    result = evaluate_held_out(learner, encoded)
                    wrong[number] += result.rows - result.right
        trials += [Trial(recipe, count, n_rows) for recipe, count in zip(group, wrong, strict=True)]
    return sorted(trials, key=lambda trial: trial.error)


def train_best(
    rows: CachedBatches,
    recipe: Recipe,
    storage: Storage,
    progress: Progress,
    *,
    fixed: frozenset[str],
    folds: int | None,
) -> tuple[Steps, TrainingReport]:
    """Evaluate the recipes of the grid, and train with the best.

    Parameters
    ----------
    rows, storage, progress : as in `train`.
    recipe, fixed : as in `choices`.
    folds : as in `search`.
    """
    recipes = choices(recipe, fixed, has_texts="text" in rows.batches.kinds.values())
    trials = search(rows, recipes, folds, storage, progress)
    pipeline, report = train(rows, trials[0].recipe, storage, progress)
    return pipeline, replace(report, trials=tuple(trials), folds=folds)


def _folds(recipe: Recipe, folds: int | None) -> Iterator[Recipe]:
    if folds is None:
        yield recipe
    else:
        yield from (replace(recipe, one_in=folds, fold=fold) for fold in range(folds))
