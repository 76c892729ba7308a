"""The proof of convergence beside a run: the weights after each update, compared with the widest plane."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from rosenblatt.geometry.certificate import Separable
from rosenblatt.rows import Floats

if TYPE_CHECKING:
    from rosenblatt.tracing.step import Part


class Convergence(NamedTuple):
    """Five numbers after T = 0, 1, 2 ... updates: ``floor <= along <= length <= ceiling`` for each T.

    Parameters
    ----------
    along : w*.w, where w* is the unit normal of the widest plane; the bias is the last entry of both.
    floor : gamma T, as each update by a row a adds w*.a >= gamma.
    length : |w|.
    ceiling : R sqrt(T), as each update adds at most R^2 to |w|^2.
    cosine : w*.w / |w|, the cosine of the angle between w and w*; NaN while w is 0.

    With a learning rate, floor and ceiling are multiplied by it.
    """

    along: Floats
    floor: Floats
    length: Floats
    ceiling: Floats
    cosine: Floats


def convergence(part: Part) -> Convergence | None:
    """Compute the numbers of the recorded updates of a part; None where no finite bound holds."""
    proof = part.certificate
    if part.bound is None or not isinstance(proof, Separable):
        return None
    best = np.append(proof.coef, proof.intercept)
    best /= np.linalg.norm(best)
    changes = part.log.changes
    used = np.unique(np.concatenate([change.entries for change in changes.values()] or [np.zeros(0, np.int64)]))
    state, along, length = part.start.copy(), [0.0], [0.0]
    for change in changes.values():
        state.apply(change)
        weights = np.append(state.weights[used], state.bias)
        along.append(float(best[[*used, -1]] @ weights))
        length.append(math.hypot(*weights))
    sizes = np.array([0.0, *(part.log.sizes[step - 1] for step in changes)])
    cosine = [math.nan, *(dot / norm for dot, norm in zip(along[1:], length[1:], strict=True))]
    return Convergence(
        along=np.array(along),
        floor=part.bound.margin.low * np.cumsum(sizes),
        length=np.array(length),
        ceiling=part.bound.radius * np.sqrt(np.cumsum(sizes**2)),
        cosine=np.array(cosine),
    )
