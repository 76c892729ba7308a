"""Export of a linear model as a CSV table of weights."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np

from rosenblatt.atomic_file import atomic_text
from rosenblatt.evaluate.features import feature_names
from rosenblatt.evaluate.loaded_model import LoadedModel, class_planes

BIAS = "(bias)"


def export_csv(model: LoadedModel, path: Path) -> str:
    """Write the biases, then one line per feature with its weight for each class; return a summary.

    Features whose weights are all 0 are left out.

    Parameters
    ----------
    model : a linear model.
    path : the file to write.
    """
    planes = class_planes(model)
    names = feature_names(model.features, model.learner)
    used = np.flatnonzero(planes.weights.any(axis=0))
    with atomic_text(path) as stream:
        lines = csv.writer(stream, lineterminator="\n")
        lines.writerow(["feature", *(f"weight:{label}" for label in model.classes.tolist())])
        lines.writerow([BIAS, *planes.biases.tolist()])
        lines.writerows([names[place], *planes.weights[:, place].tolist()] for place in used)
    return f"{len(used):,} features with their weights for each class; those of weight 0 are left out"
