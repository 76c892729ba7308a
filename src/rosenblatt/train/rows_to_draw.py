"""Held-out rows for plots."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from rosenblatt.model_files.steps import Steps
from rosenblatt.read.label_codes import LabelCodes
from rosenblatt.read.open_batches import Batches
from rosenblatt.rows import Matrix, stack_rows
from rosenblatt.train.recipe import Recipe
from rosenblatt.train.split import split_batches

MOST_ROWS = 2000


def rows_to_draw(batches: Batches, pipeline: Steps, recipe: Recipe) -> tuple[Matrix, NDArray[Any]]:
    """Read the first held-out rows again; return them as the learner was fitted on them, with their labels.

    Parameters
    ----------
    batches : the file that the pipeline was fitted on.
    pipeline : a learner, after its features if it has any.
    recipe : how it was trained; its seed decides which rows were held out.
    """
    features = pipeline.steps[0][1] if len(pipeline.steps) > 1 else None
    blocks, labels = [], []
    n_rows = 0
    for batch, _, is_held_out in split_batches(batches, recipe.split(), LabelCodes()):
        held_out = np.flatnonzero(is_held_out)[: MOST_ROWS - n_rows]
        data: Any = batch.data
        if len(held_out):
            chosen = data[held_out] if features is None else data.select(list(features.kinds_)).take(held_out)
            rows = chosen if features is None else features.transform(chosen)
            blocks.append(sp.csr_array(rows))
            labels.append(np.asarray(batch.labels)[held_out])
            n_rows += len(held_out)
        if n_rows == MOST_ROWS:
            break
    return stack_rows(blocks, pipeline.steps[-1][1].n_features_in_), np.concatenate(labels)
