"""Choose between recipes by their wrong predictions for the same rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from rosenblatt.train.attempt import Attempt
from rosenblatt.train.recipe import Recipe
from rosenblatt.train.report import Trial


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
    """Return the place of the best recipe; an earlier one wins unless a later one is better by more than chance.

    Two recipes are compared on the rows that only one of them predicts rightly. Of n such rows a coin would give each
    recipe n / 2, with a standard deviation of sqrt(n) / 2: the later one wins if it has more than one standard
    deviation above half, as in McNemar's test. So a default is not given up for noise, and the same rows always make
    the same choice.

    Parameters
    ----------
    tried : the recipes in the order of preference, all tried on the same rows.

    Examples
    --------
    >>> import numpy as np
    >>> from rosenblatt.train.choose import Tried, choose
    >>> from rosenblatt.train.recipe import Recipe
    >>> wrongs = [[1, 1, 1, 1, 0], [0, 0, 0, 1, 1], [0, 0, 0, 1, 0]]
    >>> tried = [Tried(Recipe(), np.array(wrong, bool)) for wrong in wrongs]
    >>> choose(tried[:2]), choose(tried[::2]), choose(tried[1:])
    (0, 1, 0)

    References
    ----------
    McNemar, "Note on the sampling error of the difference between correlated proportions", Psychometrika 12 (1947).
    """
    best = 0
    for place in range(1, len(tried)):
        won = np.count_nonzero(tried[best].wrong & ~tried[place].wrong)
        lost = np.count_nonzero(tried[place].wrong & ~tried[best].wrong)
        if won > lost and (won - lost) ** 2 > won + lost:
            best = place
    return best
