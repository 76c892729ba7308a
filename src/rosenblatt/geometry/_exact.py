"""Exact arithmetic: floats as whole numbers over a power of two, and square roots rounded up or down."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Wholes: TypeAlias = NDArray[np.int64]


def as_integers(values: Floats | Sequence[float]) -> tuple[list[int], int]:
    """Return whole numbers and a shift with ``value = whole * 2**-shift`` for every finite value."""
    wholes, exponents = odd_parts(values)
    shift = max(0, -int(exponents.min(initial=0)))
    return shifted(wholes, exponents + shift), shift


def odd_parts(values: Floats | Sequence[float]) -> tuple[Wholes, Wholes]:
    """Return whole numbers, odd or 0, and exponents with ``value = whole * 2**exponent`` for every finite value."""
    fractions, exponents = np.frexp(np.asarray(values, dtype=np.float64))
    wholes = np.ldexp(fractions, 53).astype(np.int64)
    # The lowest bit that is set, as a float, has the number of zeros below it as its exponent.
    zeros = np.maximum(np.frexp((wholes & -wholes).astype(np.float64))[1].astype(np.int64) - 1, 0)
    return wholes >> zeros, np.where(wholes == 0, 0, exponents - 53 + zeros)


def shifted(wholes: Wholes, by: Wholes) -> list[int]:
    """Return ``whole * 2**by``, exactly."""
    return [whole << shift for whole, shift in zip(wholes.tolist(), by.tolist(), strict=True)]


def over_one_denominator(values: Sequence[Fraction]) -> tuple[list[int], int]:
    """Return numerators over the least common denominator, and that denominator."""
    denominator = math.lcm(*(value.denominator for value in values))
    return [value.numerator * (denominator // value.denominator) for value in values], denominator


def without_common_factor(values: Sequence[int]) -> tuple[int, ...]:
    """Return the smallest whole numbers in the same proportions."""
    factor = math.gcd(*values)
    return tuple(value // factor for value in values)


def ratio_to_float(numerator: int, denominator: int) -> float:
    """Return the nearest float; infinity where the ratio is past the largest."""
    try:
        return numerator / denominator
    except OverflowError:
        return math.inf if (numerator > 0) == (denominator > 0) else -math.inf


def sqrt_below(square: Fraction) -> float:
    """Return the largest float that is at most the square root."""
    root = _sqrt_near(square)
    while math.isinf(root) or Fraction(root) ** 2 > square:
        root = math.nextafter(root, 0.0)
    while (above := math.nextafter(root, math.inf)) < math.inf and Fraction(above) ** 2 <= square:
        root = above
    return root


def sqrt_above(square: Fraction) -> float:
    """Return the smallest float that is at least the square root."""
    root = sqrt_below(square)
    return root if Fraction(root) ** 2 == square else math.nextafter(root, math.inf)


def _sqrt_near(square: Fraction) -> float:
    # 128 bits before the root leave 64 after it, more than a float holds.
    numerator, denominator = square.numerator, square.denominator
    shift = (128 - numerator.bit_length() + denominator.bit_length()) // 2
    scaled = (numerator << 2 * shift) // denominator if shift >= 0 else numerator // (denominator << -2 * shift)
    return ratio_to_float(math.isqrt(scaled) << max(-shift, 0), 1 << max(shift, 0))
