"""What a training needs, besides the recipes."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import TypeAlias

from rosenblatt.train.cached_batches import CachedBatches
from rosenblatt.train.encode import Storage
from rosenblatt.train.held_out_file import HeldOutFile
from rosenblatt.train.progress import Progress
from rosenblatt.train.recipe import Recipe
from rosenblatt.train.split import SplitRule
from rosenblatt.train.split_by import ByGroup, ByTime

# Returns the recipes to choose from, given the kinds of the columns, none for a matrix, and the number of columns.
Choices: TypeAlias = Callable[[Collection[str], int], list[Recipe]]


@dataclass(frozen=True, slots=True)
class Job:
    """What a training needs, besides the recipes.

    Attributes
    ----------
    rows : the rows of the file.
    storage : where temporary files go, and how much memory rows may take.
    progress : receives progress updates.
    by : a column by which rows are split, if any.
    held_out : another file whose rows judge, if any; then no row of the first does.
    slim : make a model for prediction only.
    """

    rows: CachedBatches
    storage: Storage
    progress: Progress
    by: ByGroup | ByTime | None = None
    held_out: HeldOutFile | None = None
    slim: bool = False

    def rule(self, seed: int, fold: int | None = 0) -> SplitRule:
        """Return which rows choose and judge, in one of ten folds; no row does without a fold."""
        return SplitRule(seed, None if self.held_out is not None else fold, fold, by=self.by)
