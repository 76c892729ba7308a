"""Explanations of single predictions: the contribution of each feature of a row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rosenblatt.evaluate.features import WeightedFeature
from rosenblatt.rows import Csr, Floats


class ClassPlanes(NamedTuple):
    """One plane per class: weights of shape (classes, columns), and one bias per class."""

    weights: Floats
    biases: Floats


@dataclass(frozen=True, slots=True)
class Explanation:
    """A prediction and its parts.

    Attributes
    ----------
    prediction, rival : the class with the largest activation, and the class with the next.
    contributions : what each feature adds to the lead of the prediction over the rival, by decreasing absolute value.
    bias : what the difference of the biases adds.
    lead : activation of the prediction minus that of the rival: the sum of all contributions and the bias.
    """

    prediction: Any
    rival: Any
    contributions: tuple[WeightedFeature, ...]
    bias: float
    lead: float


def explain_row(
    row: Csr, planes: ClassPlanes, names: Sequence[str] | Mapping[int, str], classes: NDArray[Any]
) -> Explanation:
    """Decompose the lead of the predicted class over its rival into contributions of features.

    Parameters
    ----------
    row : one sparse row.
    planes : the plane of each class.
    names : one name per feature, or at least those of the row by column.
    classes : one label per class.

    Examples
    --------
    >>> import numpy as np
    >>> from rosenblatt.evaluate.explanation import ClassPlanes, explain_row
    >>> from rosenblatt.rows import Csr
    >>> planes = ClassPlanes(np.array([[1.0, -2.0], [-1.0, 2.0]]), np.array([0.5, -0.5]))
    >>> row = Csr(np.array([1.0, 1.0]), np.array([0, 1]), np.array([0, 2]), (1, 2))
    >>> found = explain_row(row, planes, ["dull", "joy"], np.array(["bad", "good"]))
    >>> found.prediction, found.rival, found.lead, found.bias
    ('good', 'bad', 1.0, -1.0)
    >>> [(one.name, one.weight) for one in found.contributions]
    [('joy', 4.0), ('dull', -2.0)]
    """
    activations = planes.weights[:, row.indices] @ row.data + planes.biases
    rival, first = np.argsort(activations, kind="stable")[-2:]
    difference = planes.weights[first] - planes.weights[rival]
    contributions = row.data * difference[row.indices]
    order = np.argsort(-np.abs(contributions), kind="stable")
    bias = float(planes.biases[first] - planes.biases[rival])
    return Explanation(
        prediction=classes[first].item(),
        rival=classes[rival].item(),
        contributions=tuple(WeightedFeature(names[int(row.indices[j])], float(contributions[j])) for j in order),
        bias=bias,
        lead=float(contributions.sum()) + bias,
    )
