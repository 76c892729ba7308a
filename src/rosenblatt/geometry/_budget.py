"""How much work a search may do, counted in multiply-adds so that every machine stops at the same step."""

from __future__ import annotations

import time


class OutOfBudget(Exception):
    """The caller's limit was reached; the message says which."""


class Budget:
    """Counts work, and ends the search when the work or the time is used up.

    Parameters
    ----------
    work_limit : multiply-adds at most; None for no limit.
    time_limit : seconds at most; None for no limit.
    """

    def __init__(self, work_limit: float | None = None, time_limit: float | None = None) -> None:
        self.work = 0
        self._work_limit = work_limit
        self._time_limit = time_limit
        self._deadline = None if time_limit is None else time.monotonic() + time_limit

    def spend(self, multiply_adds: int) -> None:
        """Count work that was done; raises when a limit is passed."""
        self.work += multiply_adds
        if self._work_limit is not None and self.work > self._work_limit:
            raise OutOfBudget(f"the work limit of {self._work_limit:,} multiply-adds")
        if self._deadline is not None and time.monotonic() > self._deadline:
            raise OutOfBudget(f"the time limit of {self._time_limit} seconds")
