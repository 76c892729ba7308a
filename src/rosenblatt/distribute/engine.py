"""What all of training on many workers asks of an engine: one function on many items, each on its own."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol, TypeAlias

from rosenblatt.errors import RosenblattError, TaskFailed

MOST_TRIES = 3  # of one item, if its function raises or its worker dies

# Called with an item and what all items share. A function of a module, so that its name suffices to send it.
Task: TypeAlias = "Callable[[Any, Any], Any]"


class Engine(Protocol):
    """Runs a function on items: on any number of workers, in any order, again where a worker died.

    A task must depend on its item and on what is shared alone: it may run twice, and on any worker.
    """

    def map(self, function: Task, items: Sequence[Any], shared: Any) -> Iterator[tuple[int, Any]]:
        """Yield the place of each item and ``function(item, shared)``, as soon as it is known, in any order.

        A result may come twice: the caller uses the first. An item whose function raises, or whose worker dies, is
        tried again, `MOST_TRIES` times in all; then `TaskFailed` is raised, with the place of the item.

        Parameters
        ----------
        function : a function of a module that workers can import.
        items : small values that can be pickled, one per task.
        shared : a value that can be pickled; sent once per worker and call, or once per call.
        """

    def close(self) -> None:
        """End what the engine itself has started; the user's own client or session stays open."""


def pickled(value: Any) -> bytes:
    """Return a pickle; by the newest protocol, which copies arrays once, and not twice like Python's default."""
    return pickle.dumps(value, pickle.HIGHEST_PROTOCOL)


def failed(place: int, reason: BaseException | str) -> TaskFailed:
    """Return the exception for an item that was tried `MOST_TRIES` times."""
    text = reason if isinstance(reason, str) else f"{type(reason).__name__}: {reason}"
    return TaskFailed(place, f"tried {MOST_TRIES} times: {text}")


def in_one_line(error: Exception) -> str:
    """Return the message of an exception of an engine, which may have many lines or none."""
    return " ".join(str(error).split()) or type(error).__name__


def engine_failed(name: str, error: Exception) -> RosenblattError:
    """Return the exception for an engine that itself fails, whatever its tasks do."""
    return RosenblattError(
        f"{name} failed: {in_one_line(error)}; a training with `checkpoint=` goes on from its last round"
    )
