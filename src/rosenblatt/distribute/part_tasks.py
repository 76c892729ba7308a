"""Functions of parts of files, one task per shard: an engine has a price per task, and a part may be small."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from rosenblatt.distribute.engine import Engine, Task
from rosenblatt.distribute.plan import Plan
from rosenblatt.distribute.tasks import run_all
from rosenblatt.train.progress import Progress


class _Call(NamedTuple):
    """A function of the number of a part, and what its calls share."""

    function: Task
    shared: Any


def run_parts(
    engine: Engine, plan: Plan, function: Task, shared: Any, on_result: Callable[[Any], None] = lambda results: None
) -> list[Any]:
    """Run a function on the numbers of all parts; return the results in their order.

    An error is that of the first shard that has one, so functions should return errors whose order matters.

    Parameters
    ----------
    engine, function, shared : as for `Engine.map`.
    plan : the parts.
    on_result : called with the results of each shard.
    """
    shards = [plan.parts_of_shard(shard) for shard in range(plan.n_shards)]
    call = _Call(function, shared)
    found = run_all(engine, _of_shard, shards, call, name_of=plan.name_of_shard, on_result=on_result)
    results: dict[int, Any] = {}
    for parts, of_shard in zip(shards, found, strict=True):
        results.update(zip(parts, of_shard, strict=True))
    return [results[number] for number in range(len(plan.parts))]


def shard_counter(progress: Progress, stage: str, plan: Plan, n_rows: int) -> Callable[[Any], None]:
    """Return a function that reports one more shard of a stage; all of them have `n_rows` rows."""
    n_done = 0

    def on_result(result: Any) -> None:
        nonlocal n_done
        n_done += 1
        progress.update(stage, n_done / plan.n_shards, n_rows * n_done // plan.n_shards)

    return on_result


def _of_shard(parts: list[int], call: _Call) -> list[Any]:
    return [call.function(number, call.shared) for number in parts]
