"""What we set out to reach, as something that is reached or lost."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class TimesFaster:
    """We are at least so many times as fast as the rival."""

    factor: float

    def __str__(self) -> str:
        return f">= {self.factor:g}x faster"

    def is_reached(self, ours, theirs):
        """Compare two times."""
        return theirs >= self.factor * ours


@dataclass(frozen=True)
class Within:
    """We take at most so many times as long as the machine's limit."""

    factor: float

    def __str__(self) -> str:
        return f"within {self.factor:g}x"

    def is_reached(self, ours, theirs):
        """Compare two times."""
        return ours <= self.factor * theirs


@dataclass(frozen=True)
class AtMost:
    """We take at most so many microseconds, or bytes."""

    amount: float
    unit: str

    def __str__(self) -> str:
        return f"<= {self.amount:g} {self.unit}"

    def is_reached(self, ours, theirs=None):
        """Look at our amount alone, given in seconds or bytes."""
        return ours <= self.amount * (1e-6 if self.unit == "us" else 1.0)


@dataclass(frozen=True)
class AtLeastRate:
    """We go through so many megabytes a second."""

    rate: float
    megabytes: float

    def __str__(self) -> str:
        return f">= {self.rate:g} MB/s"

    def is_reached(self, ours, theirs=None):
        """Look at our time alone."""
        return self.megabytes >= self.rate * ours
