"""A progress bar on standard error, with the mistakes of each epoch; only where ``verbose`` asks for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TypeAlias

from rosenblatt.learn.fitting.stopping import Epoch

Report: TypeAlias = "Callable[[Epoch], None]"  # receives the record of each epoch


def progress(name: str, max_iter: int, rows_seen: Callable[[], int], *, is_on: bool) -> AbstractContextManager[Report]:
    """Return the context of a progress bar, or of none; `rows_seen` is called several times per second."""
    return _bar(name, max_iter, rows_seen) if is_on else nullcontext(_ignore)


def _ignore(epoch: Epoch) -> None:
    pass


@contextmanager
def _bar(name: str, max_iter: int, rows_seen: Callable[[], int]) -> Iterator[Report]:
    # Here and not above: most fits never show a bar, and rich takes longer to load than they take.
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import (  # noqa: PLC0415
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        Task,
        TextColumn,
        TimeElapsedColumn,
    )
    from rich.text import Text  # noqa: PLC0415

    class RowsColumn(ProgressColumn):
        max_refresh = 0.2

        def render(self, task: Task) -> Text:
            return Text(f"{rows_seen():,} rows")

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("epoch"),
        MofNCompleteColumn(),
        TextColumn("{task.fields[mistakes]}"),
        RowsColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task(name, total=max_iter, mistakes="")

        def show(epoch: Epoch) -> None:
            bar.update(task, completed=epoch.epoch, mistakes=f"{epoch.mistakes:,} mistakes")

        yield show
