"""The weights of a model as a table that any program reads."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np

from rosenblatt.atomic_file import whole_file
from rosenblatt.evaluate.features import feature_names
from rosenblatt.evaluate.loaded_model import LoadedModel, class_planes

BIAS = "(bias)"


def export_csv(model: LoadedModel, path: Path) -> str:
    """Write a line a feature with its weight for each class, the bias first; features of weight 0 are left out.

    Parameters
    ----------
    model : a linear one.
    path : where to.
    """
    planes = class_planes(model)
    names = feature_names(model.features, model.learner)
    kept = np.flatnonzero(planes.weights.any(axis=0))
    with whole_file(path) as stream:
        lines = csv.writer(stream, lineterminator="\n")
        lines.writerow(["feature", *(f"weight:{label}" for label in model.classes.tolist())])
        lines.writerow([BIAS, *planes.biases.tolist()])
        lines.writerows([names[place], *planes.weights[:, place].tolist()] for place in kept)
    return f"{len(kept):,} features with their weights for each class; those of weight 0 are left out"
