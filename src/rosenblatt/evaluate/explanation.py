"""Why a guess: what each feature of one row gives to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from rosenblatt.evaluate.features import WeightedFeature
from rosenblatt.rows import Floats


class ClassPlanes(NamedTuple):
    """Weights and a bias for each class."""

    weights: Floats
    biases: Floats


@dataclass(frozen=True, slots=True)
class Explanation:
    """A guess and what it is made of.

    Attributes
    ----------
    guess, rival : the class with the largest activation, and the next.
    contributions : what each feature gives to the guess rather than the rival, largest first whatever the sign.
    bias : what the biases give.
    lead : by how much the guess is ahead: all contributions and the bias together.
    """

    guess: Any
    rival: Any
    contributions: tuple[WeightedFeature, ...]
    bias: float
    lead: float


def explain_row(row: sp.csr_array, planes: ClassPlanes, names: Sequence[str], classes: NDArray[Any]) -> Explanation:
    """Take the lead of the guess over its rival apart.

    Parameters
    ----------
    row : one row, sparse.
    planes : of each class.
    names : of the features.
    classes : the labels.

    Examples
    --------
    >>> import numpy as np, scipy.sparse as sp
    >>> from rosenblatt.evaluate.explanation import ClassPlanes, explain_row
    >>> planes = ClassPlanes(np.array([[1.0, -2.0], [-1.0, 2.0]]), np.array([0.5, -0.5]))
    >>> found = explain_row(sp.csr_array([[1.0, 1.0]]), planes, ["dull", "joy"], np.array(["bad", "good"]))
    >>> found.guess, found.rival, found.lead, [(one.name, one.weight) for one in found.contributions], found.bias
    ('good', 'bad', 1.0, [('joy', 4.0), ('dull', -2.0)], -1.0)
    """
    activations = row @ planes.weights.T + planes.biases
    rival, guess = np.argsort(activations.ravel(), kind="stable")[-2:]
    apart = planes.weights[guess] - planes.weights[rival]
    given = row.data * apart[row.indices]
    order = np.argsort(-np.abs(given), kind="stable")
    bias = float(planes.biases[guess] - planes.biases[rival])
    return Explanation(
        guess=classes[guess].item(),
        rival=classes[rival].item(),
        contributions=tuple(WeightedFeature(names[row.indices[j]], float(given[j])) for j in order),
        bias=bias,
        lead=float(given.sum()) + bias,
    )
