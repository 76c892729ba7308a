"""Some rows of a file, for plots."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import scipy.sparse as sp
from numpy.typing import NDArray

from rosenblatt.featurise.matrix_tables import columns_of, table_of
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
        data: Any = batch.data if features is None else table_of(batch, columns_of(features))
        if len(drawn):
            chosen = data.take(drawn) if isinstance(data, pa.RecordBatch) else data[drawn]
            blocks.append(sp.csr_array(chosen if features is None else features.transform(chosen)))
            labels.append(np.asarray(batch.labels)[drawn])
            n_rows += len(drawn)
        if n_rows == MOST_ROWS:
            break
    return stack_rows(blocks, pipeline.steps[-1][1].n_features_in_), np.concatenate(labels)
