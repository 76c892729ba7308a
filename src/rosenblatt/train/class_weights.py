"""How much the rows of each class count in a training."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt.errors import BadParameter
from rosenblatt.learn.base import Classifier
from rosenblatt.learn.fitting.blocks import Blocks
from rosenblatt.train.recipe import Recipe


def weigh_classes(learner: Classifier, recipe: Recipe, learned: Blocks, classes: NDArray[Any]) -> None:
    """Set how much each class counts for a learner of a recipe, before it learns from these rows."""
    if recipe.class_weight is not None:
        counts = _counts(learned, classes) if isinstance(recipe.class_weight, str) else {}
        weigh_by_counts(learner, recipe, counts, classes)


def weigh_by_counts(learner: Classifier, recipe: Recipe, counts: Mapping[Any, int], classes: NDArray[Any]) -> None:
    """Set how much each class counts, by the number of rows of each label to learn from."""
    if recipe.class_weight is not None:
        asked = recipe.class_weight if isinstance(recipe.class_weight, str) else dict(recipe.class_weight)
        learner.set_params(class_weight=class_weights(asked, counts, classes))


def class_weights(
    asked: str | Mapping[str, float], counts: Mapping[Any, int], classes: NDArray[Any]
) -> dict[Any, float]:
    """Return the weight of each class.

    Parameters
    ----------
    asked : ``"balanced"``, by which all classes count the same together and a row 1 on average; or weights by the texts
        of labels, in which a class that is not named has the weight 1.
    counts : the number of rows of each label to learn from; needed for ``"balanced"``.
    classes : the labels.
    """
    labels = classes.tolist()
    if isinstance(asked, str):
        n_rows = sum(counts.values())
        return {label: n_rows / (len(labels) * max(1, counts[label])) for label in labels}
    of_text = {str(label): label for label in labels}
    unknown = [name for name in asked if name not in of_text]
    if unknown:
        known = ", ".join(map(repr, list(of_text)[:10]))
        raise BadParameter(f"`class_weight=` names {unknown[0]!r}, which is no label of this file; there are {known}")
    return {label: float(asked.get(name, 1.0)) for name, label in of_text.items()}


def _counts(learned: Blocks, classes: NDArray[Any]) -> dict[Any, int]:
    counts = dict.fromkeys(classes.tolist(), 0)
    for block in range(learned.n_blocks):
        rows = learned.read([block])
        codes = rows.codes if rows.which is None else rows.codes[rows.which]
        for label, count in zip(rows.names.tolist(), np.bincount(codes, minlength=len(rows.names)), strict=True):
            counts[label] += int(count)
    return counts
