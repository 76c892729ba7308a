"""Mean and standard deviation from exact sums: each is rounded once, so that the order of numbers changes no bit."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace

from rosenblatt import _core

_UNIT = 1074  # the sum is a multiple of 2^-1074, as every double is, and that of squares one of 2^-2148
_MOST_DIGITS = 1100  # of a sum of squares
_TEXT = re.compile(rf"(-?0x[0-9a-f]{{1,{_MOST_DIGITS}}})p(-?[0-9]{{1,5}})")


@dataclass(frozen=True, slots=True)
class ExactMoments:
    """What is known of the numbers of a column.

    Attributes
    ----------
    count, missing : the number of numbers, and of missing ones.
    least, greatest : the extremes.
    values, squares : the sum in units of 2^-1074, and that of squares in units of 2^-2148.

    Examples
    --------
    >>> import numpy as np
    >>> from rosenblatt import _core
    >>> from rosenblatt.featurise.exact_moments import ExactMoments
    >>> moments = _core.Moments()
    >>> moments.add(np.array([1e100, 3.0, -1e100, np.nan]))
    >>> exact = ExactMoments.of(moments)
    >>> exact.count, exact.missing, exact.mean
    (3, 1, 1.0)
    """

    count: int
    missing: int
    least: float
    greatest: float
    values: int
    squares: int

    @classmethod
    def of(cls, moments: _core.Moments) -> ExactMoments:
        """Read the sums of the core."""
        count, missing, least, greatest, *sums = moments.__getstate__()
        values, squares = (int.from_bytes(part, "little", signed=True) for part in sums)
        return cls(count, missing, least, greatest, values, squares)

    @classmethod
    def rounded(
        cls, counts: tuple[int, int], extremes: tuple[float, float], mean: float, deviations: float
    ) -> ExactMoments:
        """Return sums that have exactly this mean, and this sum of squares about it."""
        (count, missing), (least, greatest), centre = counts, extremes, _in_units(mean, _UNIT)
        about = _in_units(deviations, 2 * _UNIT) if least < greatest else 0
        return cls(count, missing, least, greatest, count * centre, about + count * centre**2)

    @property
    def texts(self) -> tuple[str, str]:
        """The two sums in hexadecimal digits and a power of two: 3.5 is ``0x7p-1``."""
        return _to_text(self.values, _UNIT), _to_text(self.squares, 2 * _UNIT)

    def with_texts(self, values: str, squares: str) -> ExactMoments:
        """Replace the sums by those that `texts` returned; raise ValueError for anything else."""
        return replace(self, values=_from_text(values, _UNIT), squares=_from_text(squares, 2 * _UNIT))

    def to_core(self) -> _core.Moments:
        """Return these sums as the core continues them; raise ValueError if they are too large."""
        moments = _core.Moments.__new__(_core.Moments)
        values, squares = map(_to_bytes, (self.values, self.squares))
        moments.__setstate__((self.count, self.missing, self.least, self.greatest, values, squares))
        return moments

    @property
    def mean(self) -> float:
        """The mean; 0 of no numbers."""
        return self.values / (self.count << _UNIT) if self.count else 0.0

    @property
    def deviations(self) -> float:
        """The sum of (x - mean)^2, infinite if it is too large."""
        return self._deviations_by(self.count)

    @property
    def spread(self) -> float:
        """The standard deviation; exactly 0 if all numbers are equal, and infinite if its square is too large."""
        return math.sqrt(self._deviations_by(self.count**2))

    def _deviations_by(self, divisor: int) -> float:
        """Return (count * sum of squares - square of the sum) / divisor."""
        if not self.count:
            return 0.0
        try:
            return (self.count * self.squares - self.values**2) / (divisor << 2 * _UNIT)
        except OverflowError:
            return math.inf


def _in_units(number: float, unit: int) -> int:
    """Return a double as a multiple of 2^-unit."""
    numerator, denominator = number.as_integer_ratio()
    return (numerator << unit) // denominator


def _to_bytes(number: int) -> bytes:
    return number.to_bytes(number.bit_length() // 8 + 1, "little", signed=True)


def _to_text(number: int, unit: int) -> str:
    zeros = max(0, (number & -number).bit_length() - 1)
    return f"{hex(number >> zeros)}p{zeros - unit}"


def _from_text(text: str, unit: int) -> int:
    found = _TEXT.fullmatch(text)
    if found is None or not 0 <= int(found[2]) + unit <= _MOST_DIGITS * 4:
        raise ValueError("hexadecimal digits and a power of two")
    return int(found[1], 16) << int(found[2]) + unit
