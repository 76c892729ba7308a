"""Comparable times: all contenders take turns, so that disturbances of the machine affect all alike."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

ROUNDS = 7


@dataclass(frozen=True)
class Contender:
    """A call to time. `prepare` is not timed and returns the call; `units` is the amount of work of one call.

    For learners, `score` returns the share of the training rows that the result of the call predicts right.
    """

    name: str
    prepare: Callable[[], Callable[[], Any]]
    units: float = 1.0
    score: Callable[[Any], float] | None = None
    is_limit: bool = False


@dataclass
class Timed:
    """A contender with its seconds per unit in each round, and the result of its last call."""

    contender: Contender
    seconds: list[float] = field(default_factory=list)
    outcome: Any = None

    @property
    def best(self) -> float:
        """The least disturbed round."""
        return min(self.seconds)


def take_turns(contenders: list[Contender]) -> dict[str, Timed]:
    """Time every contender once per round; a first round warms up and is not counted."""
    timed = {contender.name: Timed(contender) for contender in contenders}
    for one in timed.values():
        one.contender.prepare()()
    for _ in range(ROUNDS):
        for one in timed.values():
            one.outcome, seconds = _time(one.contender.prepare())
            one.seconds.append(seconds / one.contender.units)
    return timed


def _time(call):
    gc.collect()
    gc.disable()
    try:
        start = time.perf_counter()
        outcome = call()
        return outcome, time.perf_counter() - start
    finally:
        gc.enable()
