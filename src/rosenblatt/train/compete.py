"""Let recipes compete on one split of a file, of which a sample may suffice."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from rosenblatt.train.attempt import Attempt, attempt, encoded, try_recipes
from rosenblatt.train.choose import Tried, choose
from rosenblatt.train.drift import find_drift
from rosenblatt.train.encode import EncodedRows, Storage
from rosenblatt.train.halving import better_ones
from rosenblatt.train.job import Choices, Job
from rosenblatt.train.progress import Progress
from rosenblatt.train.recipe import Recipe
from rosenblatt.train.report import Drift
from rosenblatt.train.sampled_rows import SampledRows, sample_of
from rosenblatt.train.split_rows import FileRows, SplitRows


class Competition(NamedTuple):
    """What was tried, and what was chosen.

    Attributes
    ----------
    tried, place : the recipes of the last round, and the place of the best.
    attempt : the attempt of the best, if it was made on all rows, so that it need not be repeated to be judged.
    drift : errors that show that the order of the rows matters, if they do.
    """

    tried: list[Tried]
    place: int = 0
    attempt: Attempt | None = None
    drift: Drift | None = None

    @property
    def recipe(self) -> Recipe:
        """The best recipe."""
        return self.tried[self.place].recipe


def compete(job: Job, rows: FileRows, choices: Choices, folds: int | None) -> Competition:
    """Try recipes, and choose one; a single one is not tried.

    Parameters
    ----------
    job, choices, folds : as in `train`.
    rows : all rows of the file.
    """
    kinds = rows.batches.kinds.values()
    recipes = choices(kinds, 0)
    if len(recipes) == 1:  # nothing to choose, whatever the number of columns
        return Competition([Tried(recipes[0])])
    sample = SampledRows(rows.batches, sample_of(rows, job.progress), rows.n_columns)
    recipes = choices(kinds, sample.n_columns)
    if folds is not None:
        recipes = better_ones(sample, recipes, job.storage, job.progress)
        tried = _try_in_folds(job, rows, recipes, folds)
        return Competition(tried, choose(tried))
    if not sample.is_all:
        return compete_on_sample(sample, recipes, job.storage, job.progress)
    return _compete_on_rows(rows, sample, recipes, job.storage, job.progress)


def compete_on_sample(sample: SampledRows, recipes: list[Recipe], storage: Storage, progress: Progress) -> Competition:
    """Try recipes on a sample, and choose one; the rows that judge are not in it.

    Parameters
    ----------
    sample : rows of a file.
    recipes : in the order of preference.
    storage, progress : as in `train`.
    """
    return _compete_on_rows(sample, sample, recipes, storage, progress)._replace(attempt=None)


def _compete_on_rows(
    rows: SplitRows, sample: SampledRows, recipes: list[Recipe], storage: Storage, progress: Progress
) -> Competition:
    recipes = better_ones(sample, recipes, storage, progress)
    tried, attempts = _together(recipes, try_recipes(rows, recipes, storage, progress))
    place = choose(tried)
    with encoded(sample, tried[place].recipe, storage, progress) as result:
        drift = find_drift(result, tried[place])
    return Competition(tried, place, attempts[place] if attempts else None, drift)


def compete_on(rows: EncodedRows, recipes: list[Recipe], progress: Progress) -> Competition:
    """Choose between recipes that have the same features, on all rows.

    Parameters
    ----------
    rows : the rows, encoded by these features.
    recipes : in the order of preference.
    progress : receives progress updates.
    """
    outcomes = (attempt(recipe, recipe.make_learner(), rows, progress) for recipe in recipes)
    tried, attempts = _together(recipes, outcomes)
    place = choose(tried)
    return Competition(tried, place, attempts[place], find_drift(rows, tried[place]))


def _together(recipes: list[Recipe], outcomes: Iterable[Attempt]) -> tuple[list[Tried], list[Attempt]]:
    tried, attempts = [Tried(recipe) for recipe in recipes], list(outcomes)
    for one, outcome in zip(tried, attempts, strict=False):
        one.add(outcome)
    return tried, attempts


def _try_in_folds(job: Job, rows: FileRows, recipes: list[Recipe], folds: int) -> list[Tried]:
    tried = [Tried(recipe) for recipe in recipes]
    for fold in range(folds):
        own_rows = FileRows(job.rows, replace(rows.rule, choosing_fold=fold, n_choosing_folds=folds))
        for one, outcome in zip(tried, try_recipes(own_rows, recipes, job.storage, job.progress), strict=False):
            one.add(outcome)
    return tried
