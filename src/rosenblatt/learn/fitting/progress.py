"""A progress bar on standard error, with the mistakes of each epoch; only where ``verbose`` asks for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rosenblatt.learn.fitting.stopping import Epoch


@contextmanager
def progress(
    name: str, max_iter: int, rows_seen: Callable[[], int], *, is_on: bool
) -> Iterator[Callable[[Epoch], None]]:
    """Yield a function that receives the record of each epoch; `rows_seen` is called several times per second."""
    if not is_on:
        yield lambda epoch: None
        return

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
