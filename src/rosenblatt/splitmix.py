"""Well mixed bits of row numbers, so that a draw depends on a row's number alone, whatever the size of batches."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


def mixed(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Mix the bits by SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).

    Different numbers have different results.
    """
    numbers = numbers + _GOLDEN
    numbers = (numbers ^ (numbers >> np.uint64(30))) * _FIRST
    numbers = (numbers ^ (numbers >> np.uint64(27))) * _SECOND
    return numbers ^ (numbers >> np.uint64(31))
