"""Tasks on an engine: each answer once, errors of this package as values, and workers of the same version only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from typing import Any, NamedTuple

from rosenblatt.distribute.engine import Engine, Task
from rosenblatt.errors import BadParameter, RosenblattError, TaskFailed
from rosenblatt.version import __version__

_NUMBERS = count()


class _Call(NamedTuple):
    """What the tasks of one call share: its number, the version of the driver, the function, and what it shares."""

    number: int
    version: str
    function: Task
    shared: Any


class _Item(NamedTuple):
    place: int
    item: Any


class _Answer(NamedTuple):
    """The result of a task, or the error of this package that it raised, with the call and the place that it is for."""

    number: int
    place: int
    result: Any
    error: RosenblattError | None = None


def run_all(
    engine: Engine,
    function: Task,
    items: Sequence[Any],
    shared: Any,
    *,
    name_of: Callable[[int], str] = "item {}".format,
    on_result: Callable[[Any], None] = lambda result: None,
) -> list[Any]:
    """Run a function on all items, and return the results in their order.

    Errors of this package, such as those of bad data, are not tried again: that of the first item that has one is
    raised, whichever came first.

    Parameters
    ----------
    engine, function, items, shared : as for `Engine.map`.
    name_of : returns the name of an item, for messages.
    on_result : called with each result.
    """
    call = _Call(next(_NUMBERS), __version__, function, shared)
    answers: dict[int, _Answer] = {}
    try:
        for place, answer in engine.map(_answer, [_Item(*one) for one in enumerate(items)], call):
            if answer[:2] == (call.number, place) and place not in answers:  # else it came twice, or is of another call
                answers[place] = answer
                if answer.error is None:
                    on_result(answer.result)
    except TaskFailed as failure:
        raise TaskFailed(failure.place, failure.reason, name_of(failure.place)) from failure
    for place in range(len(items)):
        if place not in answers:
            raise TaskFailed(place, "the engine returned no result", name_of(place))
        error = answers[place].error
        if error is not None:
            raise error
    return [answers[place].result for place in range(len(items))]


def _answer(item: _Item, call: _Call) -> _Answer:
    """Run one task, on a worker."""
    try:
        _refuse_version(call.version)
        return _Answer(call.number, item.place, call.function(item.item, call.shared))
    except RosenblattError as error:
        return _Answer(call.number, item.place, None, error)


def _refuse_version(version: str) -> None:
    if version != __version__:
        raise BadParameter(
            f"a worker has rosenblatt {__version__}, and the training was started by {version}; install the same "
            "version on all machines"
        )
