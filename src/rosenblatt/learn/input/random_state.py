"""One stream of random numbers per fit, from ``random_state``."""

from __future__ import annotations

from numbers import Integral
from typing import TypeAlias

import numpy as np

from rosenblatt import _core, checks
from rosenblatt.rows import Floats

RandomState: TypeAlias = "int | np.random.RandomState | None"  # a name: NumPy loads its random numbers when asked


def make_random(owner: object, random_state: RandomState) -> _core.Random:
    """Start the stream. A whole number is the seed; else a RandomState draws one, for None the global one of NumPy."""
    if isinstance(random_state, Integral) and random_state >= 0:
        return _core.Random(int(random_state) % 2**64)
    if random_state is not None and not isinstance(random_state, np.random.RandomState):
        checks.refuse(owner, "random_state", "None, a whole number of at least 0, or a NumPy RandomState")
    source = np.random if random_state is None else random_state
    return _core.Random(source.randint(2**63))


def normal(random: _core.Random, scale: float, size: int) -> Floats:
    """Draw normally distributed numbers around 0."""
    return np.random.RandomState(random.below(2**32)).normal(scale=scale, size=size)
