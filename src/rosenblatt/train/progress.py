"""Progress of a training, for a display to follow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class Progress(Protocol):
    """Receives progress updates."""

    def update(self, stage: str, share: float | None, n_rows: int) -> None:
        """Receive the share of a stage that is done, if it is known, and the number of rows processed in it."""


class NoProgress:
    """Ignores progress updates."""

    def update(self, stage: str, share: float | None, n_rows: int) -> None:
        pass


def row_counter(
    progress: Progress, n_rows: int, epochs: int | None, *, is_final: bool = False
) -> Callable[[int], None]:
    """Return a function that a fit calls with the number of rows that it has just walked over.

    Parameters
    ----------
    progress : receives progress updates.
    n_rows : the number of rows per epoch.
    epochs : the limit of epochs, which progress aims at if there is one.
    is_final : whether this is the fit to all rows, which is a stage of its own.

    Examples
    --------
    >>> from rosenblatt.train.progress import row_counter
    >>> class Printed:
    ...     def update(self, stage, share, n_rows):
    ...         print(stage, share, n_rows)
    >>> on_rows = row_counter(Printed(), 100, None)
    >>> on_rows(50), on_rows(75)
    epoch 1 0.5 50
    epoch 2 0.25 25
    (None, None)
    """
    seen = 0

    def on_rows(n_more: int) -> None:
        nonlocal seen
        if n_more == 0:
            return
        seen += n_more
        epoch, row = divmod(seen - 1, n_rows)
        if epochs is None:
            progress.update(f"epoch {epoch + 1}", (row + 1) / n_rows, row + 1)
        else:
            stage = "final fit" if is_final else f"{epochs} epochs at most"
            progress.update(stage, seen / (epochs * n_rows), seen)

    return on_rows
