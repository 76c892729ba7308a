"""Progress of a training, for a display to follow."""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    """Receives progress updates."""

    def update(self, stage: str, share: float | None, n_rows: int) -> None:
        """Receive the share of a stage that is done, if it is known, and the number of rows processed in it."""


class NoProgress:
    """Ignores progress updates."""

    def update(self, stage: str, share: float | None, n_rows: int) -> None:
        pass
