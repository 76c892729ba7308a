"""Some rows of a file, for plots."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from rosenblatt.model_files.steps import Steps
from rosenblatt.read.open_batches import Batches
from rosenblatt.rows import Matrix, stack_rows
from rosenblatt.train.split import one_of_each

MOST_ROWS = 2000


def rows_to_draw(batches: Batches, pipeline: Steps, seed: int) -> tuple[Matrix, NDArray[Any]]:
    """Read one row in ten again, up to a limit; return them as the learner was fitted on them, with their labels.

    Parameters
    ----------
    batches : the file that the pipeline was fitted on.
    pipeline : a learner, after its features if it has any.
    seed : seed of the draw.
    """
    features = pipeline.steps[0][1] if len(pipeline.steps) > 1 else None
    blocks, labels = [], []
    n_read = n_rows = 0
    for batch in batches:
        drawn = np.flatnonzero(one_of_each(n_read, len(batch), seed))[: MOST_ROWS - n_rows]
        n_read += len(batch)
        data: Any = batch.data
        if len(drawn):
            chosen = data[drawn] if features is None else data.select(list(features.kinds_)).take(drawn)
            rows = chosen if features is None else features.transform(chosen)
            blocks.append(sp.csr_array(rows))
            labels.append(np.asarray(batch.labels)[drawn])
            n_rows += len(drawn)
        if n_rows == MOST_ROWS:
            break
    return stack_rows(blocks, pipeline.steps[-1][1].n_features_in_), np.concatenate(labels)
