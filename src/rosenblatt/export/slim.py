"""Export of a linear model as a model file for prediction only."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from rosenblatt.errors import BadData
from rosenblatt.evaluate.loaded_model import LoadedModel, open_for, rows_ahead
from rosenblatt.evaluate.slim import harmless_strength, largest_values, refuse_unslimmable, slim_down, strengths_of
from rosenblatt.model_files.model_file import save, saved_facts
from rosenblatt.model_files.steps import Steps


def export_slim(model: LoadedModel, path: Path, rows: str | None = None) -> str:
    """Write a slim model file; return a summary.

    Without rows, every weight stays, rounded to float32. With rows, the weakest columns are left out, as long as no
    prediction for these rows changes; a column that none of them has stays.

    Parameters
    ----------
    model : a linear model that predicts by its weights, which this function changes.
    path : the file to write.
    rows : a file of rows that the model has not learned from; a column of labels is ignored.
    """
    refuse_unslimmable(model.learner, str(model.path))
    if rows is None:
        slim_down(model.learner, model.features)
    else:
        blocks = _blocks(model, rows)
        values = largest_values(lambda: blocks, model.learner.n_features_in_)
        least = harmless_strength(model.learner, values, lambda: blocks)
        weak = np.flatnonzero(strengths_of(model.learner, values) < least)
        slim_down(model.learner, model.features, lambda: blocks, weak)
    before = [] if model.features is None else [("features", model.features)]
    steps = Steps([*before, ("learner", model.learner)])
    save(model.learner if model.is_alone else steps, path, facts=saved_facts(model.path))
    n_used, n_all = np.count_nonzero(model.learner.coef_.any(axis=0)), model.learner.n_features_in_
    return f"a model for prediction only, in which {n_used:,} of {n_all:,} features have weights"


def _blocks(model: LoadedModel, file: str) -> list[Any]:
    with rows_ahead(model, open_for(model, file)) as ahead:
        blocks = [X for batch, _, X in ahead if len(batch)]
    if not blocks:
        raise BadData(f"{file}: there are no rows to choose columns by")
    return blocks
