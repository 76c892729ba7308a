"""Choose between recipes by their errors on the same rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from rosenblatt.learn.metrics import ACCURATE, Outcome, accuracy_outcome
from rosenblatt.train.attempt import Attempt
from rosenblatt.train.calibration import RowScores, joined
from rosenblatt.train.recipe import Recipe
from rosenblatt.train.report import Trial

# Standard deviations that later recipes must be better by: chance alone reaches them once in a hundred times.
LEAST_DEVIATIONS = 2.326


@dataclass
class Tried:
    """A recipe, its wrong predictions for the rows that choose, their scores, and the best epoch of each attempt."""

    recipe: Recipe
    wrong: NDArray[np.bool_] = field(default_factory=lambda: np.zeros(0, np.bool_))
    best_epochs: list[int] = field(default_factory=list)
    scores: list[RowScores] = field(default_factory=list)

    def add(self, attempt: Attempt) -> None:
        """Add the outcome of an attempt, on rows that have not chosen before."""
        self.wrong = np.concatenate([self.wrong, attempt.wrong])
        self.best_epochs.append(attempt.best_epoch)
        self.scores.append(attempt.choosing)

    def add_judged(self, attempt: Attempt) -> None:
        """Add the outcome of an attempt on the rows that judge, as if they had chosen."""
        self.wrong = np.concatenate([self.wrong, attempt.labels != attempt.predictions])
        self.scores.append(attempt.judging)

    def outcome(self) -> Outcome:
        """Compute the error by the metric of the recipe."""
        if self.recipe.metric == ACCURATE or not self.scores:
            return accuracy_outcome(self.wrong)
        places, scores = joined(self.scores)
        return self.recipe.metric.outcome(scores, places)

    def to_trial(self, *, is_chosen: bool) -> Trial:
        """Return the record for the report."""
        return Trial(self.recipe, int(self.wrong.sum()), len(self.wrong), is_chosen, self.outcome().error)


def tried_once(attempt: Attempt) -> Tried:
    """Return the recipe of a single attempt, with its outcome."""
    tried = Tried(attempt.recipe)
    tried.add(attempt)
    return tried


def choose(tried: Sequence[Tried]) -> int:
    """Return the place of the best recipe.

    A later recipe, which is more complex or seldom better, must be better by more than chance: by 2.326 standard
    deviations, which chance alone reaches once in a hundred times; there may be seven that try. For the accuracy this
    is McNemar's test: of n rows that only one of two recipes predicts rightly, a coin would give the later one more
    than n / 2 by 2.326 sqrt(n) / 2. So noise seldom chooses, and the same rows always make the same choice.

    Parameters
    ----------
    tried : the recipes in the order of preference, all tried on the same rows.

    Examples
    --------
    >>> import numpy as np
    >>> from rosenblatt.train.choose import Tried, choose
    >>> from rosenblatt.train.recipe import Recipe
    >>> wrongs = np.ones(10, bool), np.arange(10) < 5, np.arange(10) < 4
    >>> tried = [Tried(Recipe(ngrams=n), wrong) for n, wrong in enumerate(wrongs, 1)]
    >>> choose(tried[:2]), choose(tried[1:])  # chance may win five rows, and one
    (0, 0)
    >>> choose(tried)  # and seldom six
    2

    References
    ----------
    McNemar, "Note on the sampling error of the difference between correlated proportions", Psychometrika 12 (1947).
    """
    outcomes = [one.outcome() for one in tried]
    best = 0
    for place, outcome in enumerate(outcomes):
        gain = outcomes[best].error - outcome.error
        deviation = np.sqrt(np.square(outcomes[best].shares - outcome.shares).sum())
        if gain > LEAST_DEVIATIONS * deviation:
            best = place
    return best


def chosen_by_other_folds(in_folds: Sequence[Sequence[Attempt]]) -> list[Attempt]:
    """Return one attempt per fold, that of the recipe which is best for the rows that judge in all other folds.

    So the rows of a fold judge recipes that were chosen without them, by nine times as many rows: nearly as many as the
    recipe of the final model is chosen by.

    Parameters
    ----------
    in_folds : of each fold, one attempt per recipe.

    References
    ----------
    Tsamardinos, Greasidou and Borboudakis, "Bootstrapping the out-of-sample predictions for efficient and accurate
    cross-validation", Machine Learning 107 (2018), who draw the rows that choose instead of dividing them.
    """
    bests = []
    for judging in in_folds:
        tried = [Tried(one.recipe) for one in judging]
        for others in (attempts for attempts in in_folds if attempts is not judging):
            for one, its_attempt in zip(tried, others, strict=True):
                one.add_judged(its_attempt)
        bests.append(judging[choose(tried)])
    return bests
