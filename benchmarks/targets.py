"""Targets: each is either reached or lost."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class TimesFaster:
    """Be at least `factor` times as fast as the rival."""

    factor: float

    def __str__(self) -> str:
        return f">= {self.factor:g}x faster"

    def is_reached(self, ours, theirs):
        return theirs >= self.factor * ours


@dataclass(frozen=True)
class Within:
    """Take at most `factor` times as long as the machine's limit."""

    factor: float

    def __str__(self) -> str:
        return f"within {self.factor:g}x"

    def is_reached(self, ours, theirs):
        return ours <= self.factor * theirs


@dataclass(frozen=True)
class AtMost:
    """Take at most this many microseconds or bytes."""

    amount: float
    unit: str

    def __str__(self) -> str:
        return f"<= {self.amount:g} {self.unit}"

    def is_reached(self, ours, theirs=None):
        """Compare our seconds or bytes with the amount."""
        return ours <= self.amount * (1e-6 if self.unit == "us" else 1.0)


@dataclass(frozen=True)
class AtLeastRate:
    """Process at least `rate` megabytes per second."""

    rate: float
    megabytes: float

    def __str__(self) -> str:
        return f">= {self.rate:g} MB/s"

    def is_reached(self, ours, theirs=None):
        return self.megabytes >= self.rate * ours
