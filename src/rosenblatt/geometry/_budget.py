"""Limits of a search, counted in multiply-adds so that every machine stops at the same step."""

from __future__ import annotations

import time


class OutOfBudget(Exception):
    """A limit was reached; the message names it."""


class Budget:
    """A counter of work that raises `OutOfBudget` when the limit of work or time is passed.

    Parameters
    ----------
    work_limit : limit in multiply-adds, or None.
    time_limit : limit in seconds, or None.
    """

    def __init__(self, work_limit: float | None = None, time_limit: float | None = None) -> None:
        self.work = 0
        self._work_limit = work_limit
        self._time_limit = time_limit
        self._deadline = None if time_limit is None else time.monotonic() + time_limit

    def spend(self, multiply_adds: int) -> None:
        self.work += multiply_adds
        if self._work_limit is not None and self.work > self._work_limit:
            raise OutOfBudget(f"the work limit of {self._work_limit:,} multiply-adds")
        if self._deadline is not None and time.monotonic() > self._deadline:
            raise OutOfBudget(f"the time limit of {self._time_limit} seconds")
