"""Held-out rows once more, as many as a picture can show."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from rosenblatt._csr import as_scipy
from rosenblatt._scikit import Pipeline
from rosenblatt.read.label_codes import LabelCodes
from rosenblatt.read.open_batches import Batches
from rosenblatt.rows import Matrix
from rosenblatt.train.recipe import Recipe

MOST_ROWS = 2000


def rows_to_draw(batches: Batches, pipeline: Pipeline, recipe: Recipe) -> tuple[Matrix, NDArray[Any]]:
    """Read the first held-out rows again, as the learner sees them, with their labels.

    Parameters
    ----------
    batches : of the file that was learned from.
    pipeline : what was learned: features, if there are any, and a learner.
    recipe : how it was learned; its seed says which rows were held out.
    """
    features = pipeline.steps[0][1] if len(pipeline.steps) > 1 else None
    split, codes = recipe.split(), LabelCodes()
    blocks, labels = [], []
    n_rows = 0
    for batch in batches:
        right: Any = batch.labels
        held = np.flatnonzero(split.held_out(codes.codes(np.asarray(right))))[: MOST_ROWS - n_rows]
        data: Any = batch.data
        if len(held):
            rows = data[held] if features is None else features.transform(data.select(list(features.kinds_)).take(held))
            blocks.append(sp.csr_array(as_scipy(rows)))
            labels.append(np.asarray(right)[held])
            n_rows += len(held)
        if n_rows == MOST_ROWS:
            break
    width = pipeline.steps[-1][1].n_features_in_  # batches of svmlight are as wide as they must be
    widened = [sp.csr_array((X.data, X.indices, X.indptr), shape=(X.shape[0], width)) for X in blocks]
    return sp.csr_array(sp.vstack(widened)), np.concatenate(labels)
