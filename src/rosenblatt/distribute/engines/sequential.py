"""One item after another, in this process."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rosenblatt.distribute.engine import MOST_TRIES, Task, failed


class Sequential:
    """Runs one item after another, in this process: an `Engine` to simulate others with.

    Examples
    --------
    >>> import operator
    >>> import rosenblatt as rb
    >>> sorted(rb.engines.Sequential().map(operator.mul, [1, 2, 3], 10))
    [(0, 10), (1, 20), (2, 30)]
    """

    def map(self, function: Task, items: Sequence[Any], shared: Any) -> Iterator[tuple[int, Any]]:
        for place, item in enumerate(items):
            yield place, _tried(function, place, item, shared)

    def close(self) -> None:
        """Do nothing: nothing was started."""


def _tried(function: Task, place: int, item: Any, shared: Any) -> Any:
    for n_tries in range(1, MOST_TRIES + 1):
        try:
            return function(item, shared)
        except Exception as error:
            if n_tries == MOST_TRIES:
                raise failed(place, error) from error
    raise AssertionError("there is at least one try")
