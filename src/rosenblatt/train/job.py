"""What a training needs, besides the recipes."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import TypeAlias

from rosenblatt.train.cached_batches import CachedBatches
from rosenblatt.train.encode import Storage
from rosenblatt.train.progress import Progress
from rosenblatt.train.recipe import Recipe

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
    """

    rows: CachedBatches
    storage: Storage
    progress: Progress
