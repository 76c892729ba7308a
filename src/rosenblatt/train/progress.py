"""Whom to tell how far the work has come."""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    """Someone who wants to know."""

    def reach(self, what: str, share: float | None, n_rows: int) -> None:
        """Take note of the share of `what` that is done, if it can be said, and of the rows that it has met."""


class Unseen:
    """Nobody."""

    def reach(self, what: str, share: float | None, n_rows: int) -> None:
        """Take no note."""
