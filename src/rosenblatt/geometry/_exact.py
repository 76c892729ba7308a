"""Exact arithmetic: floats as whole numbers over a power of two, and square roots rounded up or down."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction


def as_integers(values: Iterable[float]) -> tuple[list[int], int]:
    """Return whole numbers and a shift with ``value = whole * 2**-shift`` for every finite value."""
    ratios = [value.as_integer_ratio() for value in values]
    shifts = [denominator.bit_length() - 1 for _, denominator in ratios]
    shift = max(shifts, default=0)
    return [numerator << (shift - own) for (numerator, _), own in zip(ratios, shifts, strict=True)], shift


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
