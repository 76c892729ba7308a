"""Choose between recipes by their wrong predictions for the same rows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from rosenblatt.train.attempt import Attempt
from rosenblatt.train.recipe import Recipe
from rosenblatt.train.report import Trial

# Standard deviations that later features must be better by: chance alone reaches them once in twenty times.
LEAST_DEVIATIONS = 1.645


@dataclass
class Tried:
    """A recipe with its wrong predictions for the rows that choose, and the best epoch of each attempt."""

    recipe: Recipe
    wrong: NDArray[np.bool_] = field(default_factory=lambda: np.zeros(0, np.bool_))
    best_epochs: list[int] = field(default_factory=list)

    def add(self, attempt: Attempt) -> None:
        """Add the outcome of an attempt, on rows that have not chosen before."""
        self.wrong = np.concatenate([self.wrong, attempt.wrong])
        self.best_epochs.append(attempt.best_epoch)

    def to_trial(self, *, is_chosen: bool) -> Trial:
        """Return the record for the report."""
        return Trial(self.recipe, int(self.wrong.sum()), len(self.wrong), is_chosen)


def choose(tried: Sequence[Tried]) -> int:
    """Return the place of the best recipe.

    Of recipes with the same features, the one with the fewest wrong predictions is best. Later features, which are more
    complex, must be better by more than chance: of n rows that only one of two recipes predicts rightly, a coin would
    give the later one more than n / 2 by 1.645 standard deviations of sqrt(n) / 2 once in twenty times, and only then
    does it win, as in McNemar's test. So noise seldom chooses features, and the same rows always make the same choice.

    Parameters
    ----------
    tried : the recipes in the order of preference, those with the same features together, all tried on the same rows.

    Examples
    --------
    >>> import numpy as np
    >>> from rosenblatt.train.choose import Tried, choose
    >>> from rosenblatt.train.recipe import Recipe
    >>> wrongs = [[1, 1, 1, 1, 0], [0, 0, 0, 1, 1], [0, 0, 0, 1, 0]]
    >>> tried = [Tried(Recipe(ngrams=n), np.array(wrong, bool)) for n, wrong in enumerate(wrongs, 1)]
    >>> choose(tried[:2]), choose(tried[::2]), choose(tried[1:])
    (0, 1, 0)

    References
    ----------
    McNemar, "Note on the sampling error of the difference between correlated proportions", Psychometrika 12 (1947).
    """
    groups = groupby(range(len(tried)), key=lambda place: tried[place].recipe.features)
    first, *others = (min(places, key=lambda place: tried[place].wrong.sum()) for _, places in groups)
    best = first
    for place in others:
        won = np.count_nonzero(tried[best].wrong & ~tried[place].wrong)
        lost = np.count_nonzero(tried[place].wrong & ~tried[best].wrong)
        if won - lost > LEAST_DEVIATIONS * math.sqrt(won + lost):
            best = place
    return best
