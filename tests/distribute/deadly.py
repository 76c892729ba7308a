"""An engine on which workers die in the middle of training."""

import os
import signal
from collections.abc import Callable
from dataclasses import dataclass

from tests.distribute.tasks import Item, is_first_try


def kill_worker(call):
    os.kill(os.getpid(), signal.SIGKILL)


@dataclass
class Deadly:
    """Runs tasks on another engine; in every second call, the worker that first takes the last item dies after it.

    `kill` ends this worker, or more than it.
    """

    engine: object
    folder: str
    kill: Callable[[Item], None] = kill_worker
    n_calls: int = 0

    def map(self, function, items, shared):
        self.n_calls += 1
        dies = [self.n_calls % 2 == 0 and place == len(items) - 1 for place in range(len(items))]
        call = function, shared, Item(self.n_calls, self.folder), self.kill
        yield from self.engine.map(run_and_die, list(zip(items, dies, strict=True)), call)

    def close(self):
        pass


def run_and_die(item, shared):
    (inner, dies), (function, value, call, kill) = item, shared
    result = function(inner, value)
    if dies and is_first_try(call):
        kill(call)
    return result
