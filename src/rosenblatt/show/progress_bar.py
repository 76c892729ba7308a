"""A progress bar on standard error, if that is a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rosenblatt.train.progress import NoProgress, Progress


@contextmanager
def progress_bar(is_wanted: bool) -> Iterator[Progress]:
    """Show a bar with rows per second and the time left, and remove it at the end."""
    if not is_wanted or not sys.stderr.isatty():
        yield NoProgress()
        return

    from rich.console import Console  # noqa: PLC0415  most runs show no bar, and rich is slow to import
    from rich.progress import BarColumn, TextColumn  # noqa: PLC0415
    from rich.progress import Progress as Bars  # noqa: PLC0415

    columns = (TextColumn("{task.description:<9}"), BarColumn(), TextColumn("{task.fields[facts]}"))
    with Bars(*columns, console=Console(stderr=True), transient=True) as bars:
        bar = bars.add_task("reading", total=1.0, facts="")

        def draw(stage: str, share: float | None, facts: str) -> None:
            bars.update(
                bar, description=stage, total=None if share is None else 1.0, completed=share or 0.0, facts=facts
            )

        yield Stages(draw)


class Stages:
    """Progress updates, drawn with rows per second and the time left.

    A stage is timed from the end of the previous one. The time left assumes that the speed stays the same.

    Parameters
    ----------
    draw : called with the stage, the share that is done, and a text of facts.
    clock : returns seconds.

    Examples
    --------
    >>> from rosenblatt.show.progress_bar import Stages
    >>> seconds = iter([0.0, 2.0, 3.0])
    >>> stages = Stages(lambda *drawn: print(*drawn), clock=lambda: next(seconds))
    >>> stages.update("reading", 0.25, 1000)
    reading 0.25  25 %  500 rows/s  0:06 left
    >>> stages.update("epoch 1", 0.5, 4000)
    epoch 1 0.5  50 %  4,000 rows/s  0:01 left
    """

    def __init__(
        self, draw: Callable[[str, float | None, str], Any], clock: Callable[[], float] = time.perf_counter
    ) -> None:
        self._draw, self._clock = draw, clock
        self._stage: str | None = None
        self._began = self._last = clock()

    def update(self, stage: str, share: float | None, n_rows: int) -> None:
        if stage != self._stage:
            self._stage, self._began = stage, self._last
        self._last = self._clock()
        self._draw(stage, share, facts_of(share, n_rows, self._last - self._began))


def facts_of(share: float | None, n_rows: int, seconds: float) -> str:
    """Format the share, the rows per second and the time left."""
    speed = f"{n_rows / max(seconds, 1e-9):,.0f} rows/s"
    if not share:
        return f"{n_rows:,} rows  {speed}"
    left = round(seconds * (1 - share) / share)
    hours, minutes = divmod(left // 60, 60)
    clock = f"{hours}:{minutes:02}:{left % 60:02}" if hours else f"{minutes}:{left % 60:02}"
    return f"{100 * share:3.0f} %  {speed}  {clock} left"
