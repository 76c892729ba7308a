"""The type of a workload."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from benchmarks.targets import AtLeastRate, AtMost, TimesFaster, Within
from benchmarks.timing import Contender, Timed


@dataclass(frozen=True)
class Workload:
    """Contenders for one task, the check of their results, and targets by contender."""

    title: str
    contenders: list[Contender]
    check: Callable[[dict[str, Timed]], None]
    targets: dict[str, AtLeastRate | AtMost | TimesFaster | Within]
