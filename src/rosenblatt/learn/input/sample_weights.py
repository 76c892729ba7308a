"""How much each row counts: ``sample_weight`` times ``class_weight``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rosenblatt.errors import BadData, BadParameter
from rosenblatt.learn.input.labels import places_of
from rosenblatt.rows import Floats, Indices, Targets

ClassWeight = Mapping[Any, float] | str | None


def as_weights(owner: object, sample_weight: ArrayLike | None, n_rows: int) -> Floats | None:
    """Check the row weights: floats of at least 0, one per row."""
    if sample_weight is None:
        return None
    name = type(owner).__name__
    try:
        weights: Floats = np.ascontiguousarray(sample_weight, dtype=np.float64)
    except ValueError as error:
        raise BadData(f"{name}: sample_weight must hold one number per row; {error}") from None
    if weights.ndim != 1 or len(weights) != n_rows:
        raise BadData(
            f"{name}: sample_weight has shape {weights.shape} for {n_rows} rows; there must be one weight per row"
        )
    good = (weights >= 0) & np.isfinite(weights)
    if not good.all():
        row = int(np.argmin(good))
        raise BadData(f"{name}: sample_weight is {weights[row]} in row {row}; a weight must be a number of at least 0")
    if not weights.any():
        raise BadData(f"{name}: sample_weight is zero in every row; at least one row must count")
    return weights


def present_rows(n_rows: int, weights: Floats | None) -> Indices:
    """Return the rows that are present: a row of weight 0 is not."""
    return np.arange(n_rows) if weights is None else np.flatnonzero(weights)


def row_weights(
    owner: object,
    class_weight: ClassWeight,
    targets: Targets,
    classes: NDArray[Any],
    weights: Floats | None,
    *,
    others_may_come: bool = False,
) -> Floats | None:
    """Return the weight of each row times that of its class; None where every row counts 1."""
    if class_weight is None:
        return weights
    places = places_of(targets)
    given = np.ones(len(places)) if weights is None else weights
    if isinstance(class_weight, str) and class_weight == "balanced":
        by_class = given.sum() / (len(classes) * np.bincount(places, weights=given, minlength=len(classes)))
    else:
        by_class = np.array(_weight_of_each(owner, class_weight, classes, others_may_come))
    combined: Floats = given * by_class[places]
    return combined


def _weight_of_each(
    owner: object, class_weight: ClassWeight, classes: NDArray[Any], others_may_come: bool
) -> list[float]:
    must = f"{type(owner).__name__}: class_weight must be None, 'balanced' or a dict of weights of at least 0"
    if not isinstance(class_weight, Mapping):
        raise BadParameter(f"{must}, got {class_weight!r}")
    unknown = [label for label in class_weight if label not in classes.tolist()]
    if unknown and not others_may_come:
        raise BadParameter(f"{must}; {unknown[0]!r} is not among the classes {classes.tolist()}")
    if not all(np.isreal(weight) and 0 <= weight < np.inf for weight in class_weight.values()):
        raise BadParameter(f"{must}, got {dict(class_weight)!r}")
    return [float(class_weight.get(label, 1.0)) for label in classes.tolist()]
